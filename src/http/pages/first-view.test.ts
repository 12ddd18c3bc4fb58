import { beforeAll, expect, test } from 'vitest'
import { FIRST_ANSWERS_ID, type FirstAnswers } from '#domain/layout.ts'
import { screens } from '#domain/screens.ts'
import { openApp } from '../../../test/app.ts'
import { formValues, insertApplication } from '../../../test/rows.ts'

const NAME = '</script><img src=x onerror=alert(1)>'
const app = await openApp()
const owner = await app.owner('Tiny Tea Shop')
const other = await app.owner('Beck Books')

beforeAll(async () => {
  const { organization } = owner
  const job = await app.job(owner, { title: 'Tea Taster' })
  await insertApplication(app.deps.db.queries, { organization, job }, 'ada@example.com', {
    form: { ...formValues, firstName: NAME, lastName: 'Lindqvist' },
  })
})

async function viewOf(page: Response) {
  const html = await page.text()
  const [, elements = ''] =
    /<div id="root">([^]*?)<\/div><script type="application\/json"/.exec(html) ?? []
  const [, answers] = new RegExp(`id="${FIRST_ANSWERS_ID}">([^<]*)</script>`).exec(html) ?? []
  return { html, elements, answers: answers && (JSON.parse(answers) as FirstAnswers) }
}

/** Two answers differ in the moment of reading. */
const withoutTimes = (value: unknown): unknown =>
  JSON.parse(JSON.stringify(value).replaceAll(/"\d{4}-\d\d-\d\dT[^"]*"/g, 'null'))

const withView = Object.entries(screens).flatMap(([address, screen]) =>
  'reads' in screen && address.startsWith('/admin') ? [[address, screen.reads] as const] : [],
)

// shows: interface-141
test.each(withView)(
  '%s comes with its first view, made of what the person would be answered',
  async (address, reads) => {
    for (const person of [owner, other, await app.staff(owner)]) {
      const page = await person.fetch(address)
      const { html, elements, answers } = await viewOf(page)
      expect(page.headers.get('cache-control')).toBe('no-store')
      expect(elements).toMatch(/<h1[^>]*>[^<]+/)
      expect(elements).toContain(person.organization.name)
      // Every answer is in the document, so the page asks for none of them.
      expect(html).not.toContain('href="/api/')
      const asked = await Promise.all(
        reads.map(async (read) => [read, await (await person.fetch(read)).json()] as const),
      )
      expect(answers && answers.layout?.session.user?.id).toBe(person.userId)
      expect(withoutTimes(answers && answers.reads)).toEqual(
        withoutTimes(Object.fromEntries(asked)),
      )
    }
  },
)

test('what somebody wrote stays text, and nobody else’s is in the page', async () => {
  const own = await viewOf(await owner.fetch('/admin/applicants'))
  expect(own.elements).toContain('onerror=alert(1)&gt;')
  expect(own.html).not.toContain('<img')
  expect(own.elements).not.toContain('<script')
  const foreign = await viewOf(await other.fetch('/admin/applicants'))
  expect(foreign.html).not.toContain('Lindqvist')
})

test('a person who is not a member, not signed in, or asks for another list gets the page without one', async () => {
  const loner = await app.person()
  const ended = app.visitor()
  for (const page of [
    await loner.fetch('/admin/applicants'),
    await app.visitor().fetch('/admin/applicants'),
    await ended.fetch('/admin/applicants', { headers: { cookie: 'session_token=ended' } }),
    await owner.fetch('/admin/applicants?tab=all'),
  ]) {
    expect(page.status).toBe(200)
    const { html, answers } = await viewOf(page)
    expect(answers).toBeUndefined()
    expect(html).toContain('<div id="root"></div>')
    expect(page.headers.get('cache-control')).toBe('no-cache')
  }
})

test('nothing of a page is kept once it is sent', async () => {
  const timers = () => process.getActiveResourcesInfo().filter((one) => one === 'Timeout').length
  await owner.fetch('/admin/applicants')
  const before = timers()
  for (let page = 0; page < 20; page++) await owner.fetch('/admin/applicants')
  // A kept answer has a timer of its own, and a page has ten answers; the server and this test have a few for their connections.
  expect(timers() - before).toBeLessThan(40)
})

test('the sign-in is the same for everybody, in their language, and kept by the browser', async () => {
  const page = await app.visitor().fetch('/auth', { headers: { 'accept-language': 'de' } })
  const { elements } = await viewOf(page)
  expect(elements).toContain('type="password"')
  expect(elements).toContain('Passwort')
  const etag = page.headers.get('etag') ?? ''
  const again = await app
    .visitor()
    .fetch('/auth', { headers: { 'accept-language': 'de', 'if-none-match': etag } })
  expect(again.status).toBe(304)
})

test('the page of somebody who reads another language than the browser comes without one', async () => {
  const reader = await app.owner('Leseladen')
  expect(
    (await reader.call('/api/accounts/language', { method: 'PUT', body: { language: 'de' } }))
      .status,
  ).toBe(204)
  const elsewhere = await app
    .visitor()
    .fetch('/admin', { headers: { cookie: reader.cookie.replace(/storehand_language=[^;]*/, '') } })
  expect((await viewOf(elsewhere)).answers).toBeUndefined()
  const here = await reader.fetch('/admin', {
    headers: { cookie: `${reader.cookie}; storehand_language=de` },
  })
  expect((await viewOf(here)).elements).toContain('Übersicht')
})
