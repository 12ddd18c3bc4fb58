// Feeds, sitemap and robots.txt, read by parsers independent of the libraries that wrote them.
import { parseFeed } from '@rowanmanning/feed-parser'
import { XMLParser, XMLValidator } from 'fast-xml-parser'
import { beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { feedKinds, feeds, type FeedSettings } from '#domain/jobs/feeds.ts'
import { openApp, type Member } from '#test/app.ts'
import { insertJobPost } from '#test/rows.ts'

const evil = 'Sorter ]]></title><script>alert(1)</script> & {{ x }}'

const app = await openApp()
const owner = await app.owner('Tiny & Daughters')
const at = `/careers/${owner.organization.slug}`

beforeAll(async () => {
  await app.job(owner, {
    title: 'Baker',
    requirements: 'Gets up early\nLikes bread',
    salary_from: 12.5,
    salary_currency: 'GBP',
    salary_period: 'hour',
    town: 'Leeds',
    location: 'Leeds',
    country: 'GB',
    further_places: [{ street: null, town: 'York', region: null, postcode: null, country: 'GB' }],
    closes_on: '2099-01-31',
  })
  await app.job(owner, { title: evil, is_remote: true, remote_countries: ['GB'], location: null })
  await app.job(owner, { title: 'Hidden', is_unlisted: true })
  await app.job(owner, { title: 'Closed', is_active: false })
})

async function open(address: string, headers: Record<string, string> = {}) {
  const response = await app.visitor().fetch(address, { headers })
  return { status: response.status, headers: response.headers, body: await response.text() }
}
const openFeed = (kind: keyof typeof feeds) => open(`${at}/${feeds[kind].file}`)

test.each(['rss', 'atom'] as const)(
  '%s has the open and listed jobs, newest first',
  async (kind) => {
    const { status, headers, body } = await openFeed(kind)
    expect([status, headers.get('content-type')]).toEqual([
      200,
      `${feeds[kind].type}; charset=UTF-8`,
    ])
    expect(XMLValidator.validate(body)).toBe(true)
    const feed = parseFeed(body)
    expect(feed.meta.type).toBe(kind)
    expect(feed.title).toBe('Jobs at Tiny & Daughters')
    expect(feed.url).toBe(app.url + at)
    expect(feed.items.map(({ title }) => title?.replace(/ · .*/, ''))).toEqual([evil, 'Baker'])
    const [, baker] = feed.items
    expect(baker?.url).toBe(`${app.url}${at}/baker`)
    expect(baker?.published).toBeInstanceOf(Date)
    expect(baker?.content ?? baker?.description).toContain('<li>Gets up early</li>')
  },
)

test('JSON Feed keeps to its version 1.1', async () => {
  const url = z.url()
  // https://www.jsonfeed.org/version/1.1/
  const schema = z.strictObject({
    version: z.literal('https://jsonfeed.org/version/1.1'),
    title: z.string().min(1),
    home_page_url: url,
    feed_url: url,
    language: z.string(),
    authors: z.array(z.strictObject({ name: z.string(), url })),
    items: z.array(
      z.strictObject({
        id: z.string().min(1),
        url,
        title: z.string(),
        summary: z.string(),
        content_html: z.string(),
        date_published: z.iso.datetime(),
        date_modified: z.iso.datetime(),
      }),
    ),
  })
  const { headers, body } = await openFeed('json')
  expect(headers.get('content-type')).toBe('application/feed+json; charset=UTF-8')
  const { items } = schema.parse(JSON.parse(body))
  expect(items.map(({ title }) => title)).toEqual([evil, 'Baker'])
})

// shows: 2-112
test('the XML for job boards has what they require of each job, all in CDATA', async () => {
  const { body } = await openFeed('boards')
  expect(XMLValidator.validate(body)).toBe(true)
  const text = z.string().min(1)
  const job = z.strictObject({
    title: text,
    date: z.iso.datetime(),
    referencenumber: text,
    url: z.url(),
    company: text,
    country: z.string().length(2),
    description: text,
    jobtype: z.enum(['fulltime', 'parttime', 'contract', 'internship']),
    city: text.optional(),
    state: text.optional(),
    postalcode: text.optional(),
    streetaddress: text.optional(),
    remotetype: z.literal('Fully remote').optional(),
    salary: text.optional(),
    expirationdate: z.iso.date().optional(),
  })
  const schema = z.object({
    source: z.strictObject({ publisher: text, publisherurl: z.url(), job: z.array(job).length(3) }),
  })
  const { source } = schema.parse(new XMLParser({ parseTagValue: false }).parse(body))
  expect(source.job).toMatchObject([
    { title: evil, remotetype: 'Fully remote', country: 'GB' },
    { title: 'Baker', city: 'Leeds', salary: 'From £12.50 per hour', expirationdate: '2099-01-31' },
    // Once more for its second shop.
    { title: 'Baker', city: 'York', salary: 'From £12.50 per hour', expirationdate: '2099-01-31' },
  ])
  const numbers = source.job.map(({ referencenumber: number }) => number)
  expect(numbers[2]).toBe(`${numbers[1]}-2`)
  expect(body).not.toMatch(/<title>(?!<!\[CDATA\[)/)
})

test('the sitemap names the page of the shop and of each open and listed job, and robots.txt the sitemap', async () => {
  const { status, body } = await open('/sitemap.xml')
  expect([status, XMLValidator.validate(body)]).toEqual([200, true])
  const read = new XMLParser({ parseTagValue: false }).parse(body) as {
    urlset: { url: { loc: string; lastmod?: string }[] }
  }
  const pages = read.urlset.url.map(({ loc }) => loc)
  expect(pages).toHaveLength(3)
  expect(pages).toContain(app.url + at)
  for (const page of pages) expect((await app.visitor().fetch(page)).status).toBe(200)
  expect((await open('/robots.txt')).body).toContain(`Sitemap: ${app.url}/sitemap.xml`)
})

test('what has not changed is not sent again', async () => {
  for (const address of [`${at}/jobs.rss`, `${at}/jobs.json`, '/sitemap.xml']) {
    const etag = (await open(address)).headers.get('etag') ?? ''
    expect((await open(address, { 'if-none-match': etag })).status).toBe(304)
  }
})

// shows: 2-112
test('an owner switches feeds off and on, and chooses where days end', async () => {
  const change = (who: Member, body: object) =>
    who.call<FeedSettings>('/api/jobs/feeds', { method: 'PATCH', body })
  expect((await open(at)).body.match(/<link rel=alternate type=application/g)).toHaveLength(3)
  const staff = await app.staff(owner)
  expect((await change(staff, { feeds_off: ['rss'] })).status).toBe(403)
  const off = await change(owner, { feeds_off: ['rss', 'boards'], time_zone: 'Asia/Tokyo' })
  expect(off.body).toEqual({ feeds_off: ['rss', 'boards'], time_zone: 'Asia/Tokyo' })
  const statuses = await Promise.all(feedKinds.map(async (kind) => (await openFeed(kind)).status))
  expect(statuses).toEqual([404, 200, 200, 404])
  expect((await open(at)).body.match(/<link rel=alternate type=application/g)).toHaveLength(2)
  // The last moments of the jobs moved with the zone.
  const { body } = await owner.call<{ jobs: { title: string; closes_at: string }[] }>('/api/jobs')
  expect(body.jobs.find(({ title }) => title === 'Baker')?.closes_at).toBe(
    '2099-01-31T15:00:00.000Z',
  )
  const refused = await change(owner, { time_zone: 'Nowhere/Here' })
  expect(refused.status).toBe(400)
  expect((await change(owner, { feeds_off: [] })).status).toBe(200)
  expect((await openFeed('rss')).status).toBe(200)
})

test('an unknown shop, and another kind, have none', async () => {
  expect((await open('/careers/nobody/jobs.rss')).status).toBe(404)
  expect((await open(`${at}/jobs.csv`)).status).toBe(404)
})

/** Of each range that XML 1.0 forbids, and half a pair. */
const forbidden = [...Array.from({ length: 0x20 }).keys(), 0xfffe, 0xffff].filter(
  // The database holds no zero; the others are a tab and ends of lines.
  (code) => ![0, 9, 10, 13].includes(code),
)

test.each(feedKinds)('%s can be read, whatever characters are in the database', async (kind) => {
  const shop = await app.owner('Shop of old texts')
  const text = `old ${forbidden.map((code) => String.fromCharCode(code)).join('x')} text`
  const { id } = shop.organization
  await insertJobPost(app.deps.db.queries, id, { title: text, description: text, benefits: text })
  await insertJobPost(app.deps.db.queries, id, { title: 'Another' })
  const { body } = await open(`/careers/${shop.organization.slug}/${feeds[kind].file}`)
  if (kind === 'json') expect(JSON.parse(body)).toMatchObject({ items: [{}, {}] })
  else {
    expect(XMLValidator.validate(body)).toBe(true)
    // The validator lets these pass, other programs do not: https://www.w3.org/TR/xml/#charsets
    expect(body).not.toMatch(
      /[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]|&#x?[\dA-F]+;/iu,
    )
  }
  expect(body).toContain('Another')
})

test('what a job is written with is cleaned when it comes in', async () => {
  const shop = await app.owner('Shop of pasted texts')
  const typed = forbidden.map((code) => String.fromCharCode(code)).join('') + '\u202E\uFDD0'
  const job = await app.job(shop, { title: `Baker${typed}`, requirements: 'Early\u000BLate' })
  expect(job).toMatchObject({ title: 'Baker', requirements: 'Early\nLate' })
})
