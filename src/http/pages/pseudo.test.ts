// The server's answers for browsers in the pseudo-language: plain English in them is not in the catalogue.
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { JobPost } from '#domain/jobs/jobs.ts'
import { createTestApp, type Member, type TestApp } from '#test/app.ts'
import { plainWords, speakPlain, speakPseudo, textsOfHtml } from '#test/screens/pseudo.ts'

let app: TestApp
let owner: Member
let job: JobPost

// What people have typed is numbers here, so that every word is ours.
beforeAll(async () => {
  app = await createTestApp()
  owner = await app.owner('123')
  job = await app.job(owner, {
    title: '4',
    description: '5',
    requirements: '6\n7',
    benefits: '8',
    location: '9',
  })
  speakPseudo()
})
afterAll(async () => {
  // The files after this one in the same process.
  speakPlain()
  await app.close()
})

const plainOf = (html: string) => textsOfHtml(html).flatMap((text) => plainWords(text))
const slug = () => owner.organization.slug
const token = 'A'.repeat(43)

const pages: [name: string, address: () => string][] = [
  ['the widget', () => `/embed?org=${slug()}`],
  ['the small list', () => `/embed?org=${slug()}&style=widget`],
  ['the button', () => `/embed?org=${slug()}&style=button`],
  ['consent', () => `/embed?org=${slug()}&step=consent&roleId=${job.id}`],
  ['the address of a person', () => `/embed?org=${slug()}&step=email&roleId=${job.id}`],
  ['a form without a grant', () => `/embed?org=${slug()}&step=apply&roleId=${job.id}`],
  ['an unknown shop', () => '/embed?org=0'],
  ['the careers page', () => `/careers/${slug()}`],
  ['a job', () => `/careers/${slug()}/${job.slug}`],
  ['an unknown job', () => `/careers/${slug()}/0`],
  ['the application page', () => '/application'],
  ['a verification link', () => `/verify?token=${token}`],
  ['a verification link that is cut', () => '/verify'],
  ['the link of a store', () => `/verify-embed?token=${token}&email=a@b.example`],
  ['the end of notifications', () => '/api/unsubscribe?token=0'],
  ['the link in an account’s mail', () => `/auth/v1/verify?token=${token}&type=signup`],
]
test.each(pages)('%s', async (_, address) => {
  const response = await app.visitor().fetch(address())
  const html = await response.text()
  expect(html).toContain('<title')
  expect(plainOf(html)).toEqual([])
})

const refusals: [name: string, address: string, body?: unknown][] = [
  ['nobody is signed in', '/api/applicants'],
  ['no such address', '/api/0'],
  ['a wrong body', '/api/accounts/sign-up', { email: 0 }],
  [
    'bad values',
    '/api/accounts/sign-up',
    { email: '0', password: '0', first_name: '', last_name: '' },
  ],
  ['a wrong password', '/api/accounts/sign-in', { email: 'a@b.example', password: '000000' }],
]
test.each(refusals)('the answer where %s', async (_, address, body) => {
  const { body: answer } = await app
    .visitor()
    .call<{ error: { message: string; fields?: Record<string, string> } }>(
      address,
      body === undefined ? {} : { body },
    )
  const { message, fields = {} } = answer.error
  const names = Object.keys(fields).join(' ')
  const texts = [message, ...Object.values(fields)]
  expect(texts.flatMap((text) => plainWords(text, names))).toEqual([])
})

test('the mail with a code', async () => {
  const body = new URLSearchParams({ roleId: job.id, consent: 'yes', email: 'a@b.example' })
  const address = `/embed?org=${slug()}&step=email&roleId=${job.id}`
  const sent = await app.visitor().fetch(address, { method: 'POST', body, redirect: 'follow' })
  expect(plainOf(await sent.text())).toEqual([])
  const { subject, text } = await app.mailTo('a@b.example')
  expect([...plainWords(subject), ...plainWords(text)]).toEqual([])
})
