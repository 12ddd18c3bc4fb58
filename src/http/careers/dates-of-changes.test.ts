// What the feeds and the sitemap say of when something changed: each edit that visitors can see moves it, and nothing else does.
import { parseFeed } from '@rowanmanning/feed-parser'
import { XMLParser } from 'fast-xml-parser'
import { beforeAll, expect, test } from 'vitest'
import { feeds } from '#domain/jobs/feeds.ts'
import type { JobEditInput } from '#domain/jobs/jobs.ts'
import { closeJobs } from '#features/jobs/close-jobs.ts'
import { openApp } from '#test/app.ts'

const app = await openApp()
const owner = await app.owner('Tiny Tea Shop')
const at = `/careers/${owner.organization.slug}`
const job = await app.job(owner, { title: 'Baker' })

beforeAll(async () => {
  await app.job(owner, { title: 'Driver' })
})

const open = async (address: string) => (await app.visitor().fetch(address)).text()
type JsonFeed = { items: { url: string; date_modified: string; date_published: string }[] }

/** The moments that are told: of the list, and of this job and the other one, where they are in it. */
async function dates() {
  const json = JSON.parse(await open(`${at}/${feeds.json.file}`)) as JsonFeed
  const [atom, rss] = await Promise.all(
    (['atom', 'rss'] as const).map(async (kind) =>
      parseFeed(await open(`${at}/${feeds[kind].file}`)),
    ),
  )
  const sitemap = new XMLParser({ parseTagValue: false }).parse(await open('/sitemap.xml')) as {
    urlset: { url: { loc: string; lastmod?: string }[] }
  }
  const pages = new Map(sitemap.urlset.url.map(({ loc, lastmod }) => [loc, lastmod]))
  const of = (slug: string) => {
    const url = `${app.url}${at}/${slug}`
    const item = json.items.find((each) => each.url === url)
    const entry = atom?.items.find((each) => each.url === url)
    expect(item?.date_modified).toBe(pages.get(url))
    expect(entry?.updated?.toISOString()).toBe(pages.get(url))
    expect(item?.date_published).toBe(entry?.published?.toISOString())
    return pages.get(url)
  }
  const list = pages.get(app.url + at)
  expect(atom?.updated?.toISOString()).toBe(list)
  // RSS counts in seconds.
  expect(rss?.updated?.toISOString().slice(0, 19)).toBe(list?.slice(0, 19))
  return { list: list ?? '', job: of(job.slug), other: of('driver') }
}
const edit = (body: object) => owner.call(`/api/jobs/${job.id}`, { method: 'PATCH', body })
const patch = (address: string, body: object) => owner.call(address, { method: 'PATCH', body })

/** A new value of each field that can be edited. */
const edits: Record<Exclude<keyof JobEditInput, 'revision'>, unknown> = {
  title: 'Head baker',
  description: 'Bakes.',
  requirements: 'Gets up early',
  benefits: 'Bread',
  location: 'York',
  salary_range: '£13 per hour',
  employment_type: 'part-time',
  experience_level: 'senior-level',
  is_active: false,
  language: 'en-GB',
  salary_from: 13,
  salary_to: 14,
  salary_currency: 'GBP',
  salary_period: 'hour',
  street: '1 Mill Lane',
  town: 'Leeds',
  region: 'Yorkshire',
  postcode: 'LS1 1AA',
  country: 'GB',
  further_places: [{ street: null, town: 'York', region: null, postcode: null, country: 'GB' }],
  is_remote: true,
  remote_countries: ['GB'],
  weekly_hours: 20,
  openings: 2,
  starts_on: '2099-01-01',
  closes_on: '2099-02-01',
  contact: 'Ana',
  is_unlisted: true,
}

/** What a field asks for beside it. */
const along: Partial<Record<keyof typeof edits, object>> = {
  salary_from: { salary_currency: 'USD', salary_period: 'day' },
  is_remote: { remote_countries: ['FR'] },
}

// shows: 2-112
test('each edit of a job, and none of another, moves its date and that of the list', async () => {
  let before = await dates()
  for (const [field, value] of Object.entries(edits)) {
    const { status } = await edit({ [field]: value, ...along[field as keyof typeof edits] })
    const after = await dates()
    const isGone = field === 'is_active' || field === 'is_unlisted'
    expect([field, status, after.list > before.list, after.other]).toEqual([
      field,
      200,
      true,
      before.other,
    ])
    if (isGone) {
      expect([field, after.job]).toEqual([field, undefined])
      // What happens to a job that is not in the list is not told by it.
      await edit({ benefits: `Unseen ${field}` })
      expect([field, await dates()]).toEqual([field, after])
      await edit({ is_active: true, is_unlisted: false })
      const back = await dates()
      expect([field, back.list > after.list, (back.job ?? '') > (before.job ?? '')]).toEqual([
        field,
        true,
        true,
      ])
      before = back
      continue
    }
    expect([field, (after.job ?? '') > (before.job ?? '')]).toEqual([field, true])
    before = after
  }
}, 60_000)

test('so does each of its texts in another language', async () => {
  const words = { title: 'Bäckerin', description: 'Backt.', requirements: '', benefits: '' }
  const text = `/api/jobs/${job.id}/texts/de`
  for (const [method, body] of [
    ['PUT', words],
    ['PUT', { ...words, benefits: 'Brot' }],
    ['DELETE', undefined],
  ] as const) {
    const before = await dates()
    const { status } = await owner.call(text, { method, body })
    const after = await dates()
    expect([method, status < 300, after.list > before.list]).toEqual([method, true, true])
    expect([method, (after.job ?? '') > (before.job ?? ''), after.other]).toEqual([
      method,
      true,
      before.other,
    ])
  }
})

test('what the page of the jobs shows of the shop moves the list alone', async () => {
  for (const [address, body] of [
    ['/api/organizations/own', { name: 'Large Tea Shop' }],
    ['/api/organizations/own', { accent: '1F6B52' }],
    ['/api/organizations/own', { language: 'de' }],
    ['/api/organizations/own', { language: 'en-GB' }],
    ['/api/organizations/own/profile', { about: 'Tea.' }],
    ['/api/organizations/own/profile', { website: 'https://tea.example' }],
    ['/api/organizations/own/profile', { address: 'Leeds' }],
  ] as const) {
    const before = await dates()
    const { status } = await patch(address, body)
    const after = await dates()
    expect([body, status, after.list > before.list]).toEqual([body, 200, true])
    expect([after.job, after.other]).toEqual([before.job, before.other])
  }
})

test('the end, the deletion and the opening of a job move the list', async () => {
  const brief = await app.job(owner, { title: 'Brief', closes_on: '2099-01-01' })
  let before = await dates()
  await app.deps.db.pool.query(
    `update job_posts set closes_at = now() - interval '1 minute' where id = $1`,
    [brief.id],
  )
  expect(await closeJobs(app.deps)).toBe(1)
  let after = await dates()
  expect(after.list > before.list).toBe(true)
  before = after
  const short = await app.job(owner, { title: 'Short' })
  after = await dates()
  expect(after.list > before.list).toBe(true)
  before = after
  await owner.call(`/api/jobs/${short.id}`, { method: 'DELETE' })
  after = await dates()
  expect(after.list > before.list).toBe(true)
})

test('what visitors do not see moves nothing', async () => {
  const before = await dates()
  const grant = await app.grant('maya@example.com', job)
  const applied = { token: grant, firstName: 'Maya', lastName: 'Okafor' }
  await app.visitor().call('/api/applications', { body: applied })
  await app.visitor().fetch(`${at}/${job.slug}`)
  const hidden = await app.job(owner, { title: 'Hidden', is_unlisted: true })
  await owner.call(`/api/jobs/${hidden.id}`, { method: 'PATCH', body: { benefits: 'Tea' } })
  const closed = await app.job(owner, { title: 'Closed', is_active: false })
  await owner.call(`/api/jobs/${closed.id}`, { method: 'PATCH', body: { benefits: 'Tea' } })
  await owner.call(`/api/jobs/${closed.id}`, { method: 'DELETE' })
  // As it is already.
  await edit({ title: 'Head baker' })
  await app.deps.db.pool.query(
    'update organizations set widget_seen_at = now(), confirmation_mails = false where id = $1',
    [owner.organization.id],
  )
  await app.deps.db.pool.query('update job_posts set created_by = null')
  expect(await dates()).toEqual(before)
})
