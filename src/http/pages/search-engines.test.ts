// What search engines may index: the named pages below, and nothing else that the router answers.
import { randomUUID } from 'node:crypto'
import { beforeAll, expect, test } from 'vitest'
import { feedHref, feedKinds } from '#domain/jobs/feeds.ts'
import type { JobPost } from '#domain/jobs/jobs.ts'
import type { Member } from '#test/app.ts'
import { openStoreApp } from '#test/servers/store-app.ts'

const { stand, app, connectedShop } = await openStoreApp()
let owner: Member
let listed: JobPost
let unlisted: JobPost
let closed: JobPost
let at: string
let inTheme: string

beforeAll(async () => {
  const connected = await connectedShop()
  owner = connected.owner
  listed = await app.job(owner, { title: 'Tea Taster' })
  unlisted = await app.job(owner, { title: 'Only by link', is_unlisted: true })
  closed = await app.job(owner, { title: 'Filled' })
  await owner.call(`/api/jobs/${closed.id}`, { method: 'PATCH', body: { is_active: false } })
  at = `/careers/${owner.organization.slug}`
  inTheme = `${stand.url}/${connected.shop.domain}/apps/careers`
})

const META = /<meta name="?robots"? content="?([\w, ]+)"?\s?\/?>/

async function textsOf(address: string, init: RequestInit = {}) {
  const response = await app.visitor().fetch(address, init)
  const text = await response.text()
  return { header: response.headers.get('x-robots-tag'), meta: META.exec(text)?.[1] ?? null, text }
}
const isIndexed = ({ header, meta }: Awaited<ReturnType<typeof textsOf>>) =>
  !/noindex/.test(header ?? '') && meta === null

/** The shop's own pages, and the product's public ones. A picture belongs to the page that names it. */
const indexed = () => [
  '/',
  '/privacy',
  '/terms',
  at,
  `${at}?q=tea`,
  `${at}/${listed.slug}`,
  `/embed?org=${owner.organization.slug}`,
  `/embed?org=${owner.organization.slug}&q=tea`,
  inTheme,
  `${inTheme}/${listed.slug}`,
]

/** One request for each address that the router has, where nothing is found, and for those where something is. */
async function hidden(): Promise<string[]> {
  const email = 'maya@example.com'
  const token = await app.grant(email, listed)
  const ofJob = (job: JobPost) => `roleId=${job.id}&roleTitle=x&email=${email}&token=${token}`
  const steps = ['consent', 'email&consent=yes', 'sent', 'done', 'apply']
  const table = app.routes
    .filter(({ method, path }) => ['GET', 'ALL'].includes(method) && path !== '/api/live')
    .map(({ path }) => path.replace(/:\w+(\{[^}]*\})?/g, randomUUID()).replaceAll('*', 'x'))
    .filter((address) => !['/', '/embed'].includes(address))
  return [
    ...table,
    '/auth',
    '/admin',
    '/admin/applicants',
    '/nowhere',
    `${at}/${unlisted.slug}`,
    `${at}/${closed.slug}`,
    `${at}/no-such-job`,
    `${inTheme}/${unlisted.slug}`,
    `${inTheme}/${closed.slug}`,
    `${inTheme}/no-such-job`,
    `/application?${ofJob(listed)}`,
    `/application?${ofJob(unlisted)}`,
    '/application',
    '/verify?token=x',
    '/verify',
    '/verify-embed?token=x&verified=true&email=a@example.com&store=x',
    '/me',
    ...[listed, unlisted].flatMap((job) =>
      steps.flatMap((step) => [
        `/embed?step=${step}&${ofJob(job)}`,
        `${at}/${job.slug}?step=${step}&token=${token}`,
        `${inTheme}/${job.slug}?step=${step}&token=${token}`,
      ]),
    ),
    `/embed?${ofJob(unlisted)}`,
  ]
}

// shows: 2-111
test('search engines index a shop’s list and its listed jobs, and nothing else', async () => {
  const found = new Map<string, boolean>()
  for (const address of [...indexed(), ...(await hidden())]) {
    found.set(address, isIndexed(await textsOf(address)))
  }
  expect(found.size).toBeGreaterThan(120)
  const those = [...found].flatMap(([address, isOne]) => (isOne ? [address] : []))
  expect(those).toEqual(indexed())
}, 60_000)

test('the answer to a form is not indexed either', async () => {
  for (const address of ['/verify', '/verify/again', '/application', `${at}/${unlisted.slug}`]) {
    const body = new URLSearchParams({ token: 'x' })
    expect([address, isIndexed(await textsOf(address, { method: 'POST', body }))]).toEqual([
      address,
      false,
    ])
  }
})

test('an unlisted page says so in itself as well, where a shop’s theme drops the header', async () => {
  for (const address of [`${at}/${unlisted.slug}`, `${inTheme}/${unlisted.slug}`]) {
    const { meta, text } = await textsOf(address)
    expect([address, meta]).toEqual([address, 'noindex,nofollow'])
    expect(text).not.toContain('application/ld+json')
  }
  for (const file of [
    '/sitemap.xml',
    ...feedKinds.map((kind) => feedHref(owner.organization, kind)),
  ]) {
    const { text } = await textsOf(file)
    expect([file, text.includes(listed.slug), text.includes(unlisted.slug)]).toEqual([
      file,
      true,
      false,
    ])
  }
})

/** Where a messenger loads the picture from. */
const pictureOf = async (job: JobPost) => {
  const { text } = await textsOf(`${at}/${job.slug}`)
  return /<meta property="og:image" content="([^"?]*)/.exec(text)?.[1] ?? ''
}

test('a picture is indexed as its page is', async () => {
  expect(isIndexed(await textsOf(await pictureOf(listed)))).toBe(true)
  expect(isIndexed(await textsOf(await pictureOf(unlisted)))).toBe(false)
})
