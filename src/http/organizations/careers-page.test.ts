// A careers page worth showing: its cover, the benefits of every job, its people and places.
import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { openApp, type Member } from '#test/app.ts'
import { png } from '#test/browser/pictures.ts'
import { textOf } from '#test/html.ts'
import type { PortraitWords } from '#domain/organizations/portraits.ts'
import type { ShopProfile } from '#domain/organizations/profile.ts'
import { sweepFiles } from '#features/retention/sweep-files.ts'

const app = await openApp()
const shop = await app.owner('Tiny Tea Shop')

type Answer = ShopProfile & { error?: { message: string; fields?: Record<string, string> } }

const own = '/api/organizations/own'
const save = (body: object, who = shop) =>
  who.call<Answer>(`${own}/profile`, { method: 'PATCH', body })
const readBy = async (who: Member) => (await who.call<Answer>(`${own}/profile`)).body
const pageOf = async (path = '') =>
  (await app.visitor().fetch(`/careers/${shop.organization.slug}${path}`)).text()
const statusOf = async (href = '') => (await app.visitor().fetch(href)).status

async function put(path: string, bytes: Buffer, who = shop) {
  const body = new Uint8Array(bytes)
  const response = await who.fetch(`${own}/${path}`, { method: 'PUT', body })
  return { status: response.status, ...((await response.json()) as Answer) }
}

const portrait = (kind: PortraitWords['kind'], name: string, words = ''): PortraitWords => ({
  id: randomUUID(),
  kind,
  name,
  words,
})

// shows: interface-128
describe('the cover', () => {
  test('is on the first page of the jobs at once, its size known, and gone with its file', async () => {
    expect(await pageOf()).not.toContain('<img')
    const { cover } = await put('cover', png({ width: 800, height: 300 }))
    expect(cover).toMatchObject({ width: 800, height: 300 })
    const html = await pageOf()
    expect(html).toContain(`class="cover" src="${cover?.href}" width="800" height="300"`)
    const job = await app.job(shop, { title: 'Tea Taster' })
    expect(await pageOf(`/${job.slug}`)).not.toContain('class="cover"')
    app.clock.move(2 * 3600)
    expect(await sweepFiles(app.deps)).toBe(0)
    const next = await put('cover', png({ width: 900, height: 300 }))
    expect([await statusOf(cover?.href), await statusOf(next.cover?.href)]).toEqual([404, 200])
    const removed = await shop.call<Answer>(`${own}/cover`, { method: 'DELETE' })
    expect(removed.body.cover).toBeNull()
    expect(await statusOf(next.cover?.href)).toBe(404)
    expect(await pageOf()).not.toContain('<img')
  })

  test.each([
    ['too heavy', Buffer.alloc(400_001), 413, 'This picture is larger than 400 kB.'],
    ['too wide', png({ width: 1601, height: 200 }), 400, 'at most 1600 by 1600'],
    ['too small', png({ width: 800, height: 199 }), 400, 'at least 200 by 200'],
  ])('is refused in words: %s', async (_, bytes, status, message) => {
    const answer = await put('cover', bytes)
    expect([answer.status, answer.error?.message]).toEqual([
      status,
      expect.stringContaining(message),
    ])
  })
})

// shows: interface-128
describe('the benefits of every job', () => {
  test('are on the list, and on each job after its own, none of them twice', async () => {
    const job = await app.job(shop, { benefits: '- Pension\nFree tea' })
    const benefits = ['free tea', 'A day off on your birthday <3']
    expect((await save({ benefits })).body.benefits).toEqual(benefits)
    expect(textOf(await pageOf())).toContain('Benefits free tea A day off on your birthday <3')
    const ad = textOf(await pageOf(`/${job.slug}`))
    expect(ad).toContain('Benefits Pension Free tea A day off on your birthday <3')
    expect(ad.match(/birthday/g)).toHaveLength(1)
    expect((await save({ benefits: [] })).body.benefits).toEqual([])
    expect(textOf(await pageOf())).not.toContain('Benefits')
  })

  test.each([
    [Array.from({ length: 13 }, (_, at) => `Benefit ${at}`), 'At most 12 benefits'],
    [['x'.repeat(81)], '80'],
  ])('are refused in words', async (benefits, message) => {
    const { status, body } = await save({ benefits })
    expect([status, body.error?.message]).toEqual([400, expect.stringContaining(message)])
  })
})

// shows: interface-129, interface-130
describe('people and places', () => {
  test('are shown in their order, keep their pictures when they move, and take them along when they go', async () => {
    const mara = portrait('person', 'Mara', 'Packs & laughs')
    const shed = portrait('place', 'The shed')
    const { body } = await save({ portraits: [mara, shed] })
    expect(body.portraits).toEqual([mara, shed].map((words) => ({ ...words, picture: null })))
    const shown = await put(`portraits/${mara.id}/picture`, png({ width: 200, height: 100 }))
    const href = shown.portraits[0]?.picture?.href
    expect(shown.portraits[0]?.picture).toMatchObject({ width: 200, height: 100 })
    const html = await pageOf()
    expect(html).toContain(`src="${href}" width="200" height="100" alt="" loading="lazy"`)
    expect(textOf(html)).toContain('People and places Mara Packs & laughs The shed')
    app.clock.move(2 * 3600)
    expect(await sweepFiles(app.deps)).toBe(0)
    const moved = await save({ portraits: [shed, { ...mara, name: 'Mara B.' }] })
    expect(moved.body.portraits[1]).toMatchObject({ name: 'Mara B.', picture: { href } })
    expect(await statusOf(href)).toBe(200)
    const bare = await shop.call<Answer>(`${own}/portraits/${mara.id}/picture`, {
      method: 'DELETE',
    })
    expect(bare.body.portraits[1]?.picture).toBeNull()
    expect(await statusOf(href)).toBe(404)
    const again = await put(`portraits/${mara.id}/picture`, png({ width: 200, height: 100 }))
    await save({ portraits: [shed] })
    expect(await statusOf(again.portraits[1]?.picture?.href)).toBe(404)
    expect(textOf(await pageOf())).not.toContain('Mara')
  })

  test('are at most eight, each with a name and an id of its own, and pictures of 120 kB', async () => {
    const one = portrait('person', 'Mara')
    const nine = Array.from({ length: 9 }, () => portrait('person', 'Mara'))
    for (const portraits of [nine, [one, one], [{ ...one, name: ' ' }], [{ ...one, id: '1' }]]) {
      expect((await save({ portraits })).status).toBe(400)
    }
    await save({ portraits: [one] })
    const heavy = await put(`portraits/${one.id}/picture`, Buffer.alloc(120_001))
    expect([heavy.status, heavy.error?.message]).toEqual([
      413,
      'This picture is larger than 120 kB. Choose a smaller one.',
    ])
    expect(
      (await put(`portraits/${randomUUID()}/picture`, png({ width: 100, height: 100 }))).status,
    ).toBe(404)
  })

  test('are an own matter of their organization, and swept when it is gone', async () => {
    const other = await app.owner('Other Shop')
    const mara = portrait('person', 'Mara')
    await save({ portraits: [mara], benefits: ['Free tea'] })
    const before = await readBy(shop)
    const bytes = png({ width: 100, height: 100 })
    expect((await put(`portraits/${mara.id}/picture`, bytes, other)).status).toBe(404)
    // The same id there is another portrait.
    await save({ portraits: [mara], benefits: [] }, other)
    const theirs = await put(`portraits/${mara.id}/picture`, bytes, other)
    const cover = await put('cover', png({ width: 400, height: 200 }), other)
    expect([theirs.status, cover.status]).toEqual([200, 200])
    expect(await readBy(shop)).toEqual(before)
    const staff = await app.staff(shop)
    expect(await readBy(staff)).toEqual(before)
    expect((await put('cover', bytes, staff)).status).toBe(403)
    expect((await save({ portraits: [] }, staff)).status).toBe(403)
    await app.deps.db.pool.query(
      `update profiles set organization_id = null, is_approved = false, role = 'staff' where id = $1`,
      [other.userId],
    )
    await app.deps.db.pool.query('delete from organizations where id = $1', [other.organization.id])
    expect(await statusOf(theirs.portraits[0]?.picture?.href)).toBe(404)
    app.clock.move(2 * 3600)
    expect(await sweepFiles(app.deps)).toBe(2)
  })

  test('are in the audit log, and move the dates of the list', async () => {
    const query = 'select jobs_changed_at from organizations where id = $1'
    const changedAt = async () =>
      (await app.deps.db.pool.query(query, [shop.organization.id])).rows[0] as object
    const before = await changedAt()
    await save({ portraits: [portrait('place', 'The yard')] })
    expect(await changedAt()).not.toEqual(before)
    const { body } = await shop.call<{ events: { action: string }[] }>('/api/audit')
    expect(body.events[0]?.action).toBe('organization.profile_changed')
  })
})
