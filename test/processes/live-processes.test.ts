// One stream of events over several server processes and lost connections: nothing is missed, and nothing is sent
// twice.
import { randomBytes } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { SessionView } from '#domain/accounts/accounts.ts'
import type { ApplicantRow } from '#domain/applicants/applicants.ts'
import type { Database } from '#data/database.ts'
import { insertLiveEvents } from '#data/live/live-events.ts'
import { sweepLiveEvents } from '#features/retention/sweep-live-events.ts'
import { createTestApp, Visitor, type Member, type TestApp } from '#test/app.ts'
import { textOf } from '#test/html.ts'
import { listen, type ReceivedEvent } from '#test/live-stream.ts'
import { insertApplication } from '#test/rows.ts'
import { openTwoProcesses, type TwoProcesses } from '#test/servers/two-processes.ts'

const idOf = ({ data }: ReceivedEvent) => (data as { applicant: ApplicantRow }).applicant.id

async function insertApplicants(db: Database, owner: Member, count: number): Promise<string[]> {
  const { body } = await owner.call<{ jobs: Parameters<typeof insertApplication>[1]['job'][] }>(
    '/api/jobs',
  )
  const shop = { organization: owner.organization, job: body.jobs[0]! }
  const ids: string[] = []
  for (let index = 0; index < count; index++) {
    const email = `${randomBytes(6).toString('hex')}@example.com`
    ids.push((await insertApplication(db.queries, shop, email)).id)
  }
  return ids
}

const marked = new Set<string>()

/** Marks as contacted, or takes the mark back: one event each time. */
function contact(who: Visitor, id: string) {
  const contacted = !marked.delete(id)
  if (contacted) marked.add(id)
  return who.call(`/api/applicants/${id}/contacted`, { method: 'PATCH', body: { contacted } })
}

describe('two processes on one database', () => {
  let processes: TwoProcesses
  let one: TestApp
  let two: TestApp
  let owner: Member
  /** The same person, asking the other process. */
  let there: Visitor
  beforeAll(async () => {
    processes = await openTwoProcesses()
    ;({ one, two } = processes)
    owner = await one.owner()
    there = elsewhere(owner)
    await one.job(owner)
  })
  afterAll(() => processes.close())

  function elsewhere(who: Visitor): Visitor {
    const visitor = new Visitor(two.url)
    visitor.cookie = who.cookie
    return visitor
  }

  test('what happens at one is told at the other', async () => {
    const live = await listen(there)
    await live.until(1)
    const [id = ''] = await insertApplicants(one.deps.db, owner, 1)
    await contact(owner, id)
    await live.until(2)
    expect(live.events()).toMatchObject([
      { event: 'applicant.updated', data: { applicant: { id, contacted: true } } },
    ])
    await live.stop()
  })

  // shows: interface-39
  test('200 events over lines that are cut again and again arrive once each, in order', async () => {
    const ids = await insertApplicants(one.deps.db, owner, 200)
    const begun = await listen(owner)
    await begun.until(1)
    let last = begun.heard[0]!.id!
    await begun.stop()
    const acting = (async () => {
      for (const [index, id] of ids.entries()) await contact(index % 2 ? owner : there, id)
    })()
    const got: ReceivedEvent[] = []
    for (let round = 0; got.length < 200; round++) {
      // Now at this process, now at the other.
      const live = await listen(round % 2 ? owner : there, { lastEventId: last })
      const wanted = Math.min(30, 200 - got.length)
      await expect.poll(() => live.events().length).toBeGreaterThanOrEqual(wanted)
      await live.stop()
      expect(live.heard.map(({ event }) => event)).not.toContain('reset')
      got.push(...live.events())
      last = got.at(-1)!.id!
    }
    await acting
    expect(got.map(idOf)).toEqual(ids)
    const after = await listen(there, { lastEventId: last })
    await after.until(1)
    await contact(owner, ids[0]!)
    await after.until(2)
    expect(after.events().map(idOf)).toEqual([ids[0]])
    await after.stop()
  }, 120_000)

  test('500 of one act arrive in order, and a page that was opened before them misses none', async () => {
    const ids = await insertApplicants(one.deps.db, owner, 500)
    const { body } = await there.call<SessionView>('/api/session')
    const live = await listen(there)
    await live.until(1)
    const { id } = owner.organization
    await one.deps.db.forOrganization(id, (tx) =>
      insertLiveEvents(tx, id, 'applicant.updated', ids),
    )
    await live.until(501)
    expect(live.events().map(idOf)).toEqual(ids)
    await live.stop()
    const late = await listen(owner, { after: body.live_after! })
    await late.until(501)
    expect(late.events().slice(-500).map(idOf)).toEqual(ids)
    await late.stop()
  })

  test('a member who is removed at one hears that at the other, and nothing more', async () => {
    const member = await one.staff(owner)
    const [own, watching] = [await listen(elsewhere(member)), await listen(there)]
    await Promise.all([own.until(1), watching.until(1)])
    await owner.call(`/api/organizations/members/${member.userId}`, { method: 'DELETE' })
    await own.untilOver()
    const change = { event: 'membership.changed', data: { user_id: member.userId } }
    expect(own.heard.slice(1)).toMatchObject([change])
    const { id } = await one.job(owner)
    await watching.until(3)
    expect(watching.events()).toMatchObject([change, { event: 'jobs.changed', data: { id } }])
    await watching.stop()
  })

  test('a job that is changed at one is changed in the widget of the other', async () => {
    const show = async () => {
      const page = await there.fetch(`/embed?org=${owner.organization.slug}`)
      return textOf(await page.text())
    }
    const { id } = await one.job(owner, { title: 'Packing Lead' })
    await expect.poll(show).toContain('Packing Lead')
    const body = { title: 'Packing Chief' }
    await owner.call(`/api/jobs/${id}`, { method: 'PATCH', body })
    await expect.poll(show).toContain('Packing Chief')
  })

  test('a job that is closed at one is closed everywhere at the other, and opened again too', async () => {
    const job = await one.job(owner, { title: 'Night Porter' })
    const at = `/careers/${owner.organization.slug}`
    const feeds = ['jobs.rss', 'jobs.atom', 'jobs.json', 'jobs.xml'].map((file) => `${at}/${file}`)
    const lists = [at, `/embed?org=${owner.organization.slug}`, '/sitemap.xml', ...feeds]
    const shown = async () => {
      const texts = await Promise.all(
        lists.map(async (address) => (await there.fetch(address)).text()),
      )
      const { status } = await there.fetch(`${at}/${job.slug}`)
      return [status, texts.filter((text) => /Night Porter|night-porter/.test(text)).length]
    }
    await expect.poll(shown).toEqual([200, lists.length])
    const set = (is_active: boolean) =>
      owner.call(`/api/jobs/${job.id}`, { method: 'PATCH', body: { is_active } })
    await set(false)
    await expect.poll(shown).toEqual([410, 0])
    await set(true)
    await expect.poll(shown).toEqual([200, lists.length])
  })

  test('what a process committed right before it died is told all the same', async () => {
    const live = await listen(there)
    await live.until(1)
    const [id = ''] = await insertApplicants(one.deps.db, owner, 1)
    // Committed, and nobody was woken.
    await one.deps.db.pool.query(
      `insert into live_events (organization_id, name, subject_id) values ($1, 'applicant.updated', $2)`,
      [owner.organization.id, id],
    )
    await live.until(2)
    expect(live.events().map(idOf)).toEqual([id])
    await live.stop()
  })

  test('of a person who was deleted in the meantime nothing is told but that', async () => {
    const live = await listen(owner)
    await live.until(1)
    const last = live.heard[0]!.id!
    await live.stop()
    const [gone = '', here = ''] = await insertApplicants(one.deps.db, owner, 2)
    await contact(owner, gone)
    await contact(owner, here)
    await one.deps.db.forOrganization(owner.organization.id, async (tx) => {
      await tx.deleteFrom('applicants').where('id', '=', gone).execute()
      await insertLiveEvents(tx, owner.organization.id, 'applicant.deleted', [gone])
    })
    const late = await listen(there, { lastEventId: last })
    await late.until(3)
    expect(late.events()).toMatchObject([
      { event: 'applicant.updated', data: { applicant: { id: here } } },
      { event: 'applicant.deleted', data: { id: gone } },
    ])
    await late.stop()
  })

  test('the place of one organization shows another nothing', async () => {
    const stranger = await two.owner('Other Shop')
    const own = await two.job(stranger)
    const [id = ''] = await insertApplicants(one.deps.db, owner, 1)
    await contact(owner, id)
    const { body } = await owner.call<SessionView>('/api/session')
    const live = await listen(stranger, { lastEventId: Number(body.live_after) - 1 })
    const next = await two.job(stranger)
    await live.until(2)
    // The first may have come again: it is theirs.
    for (const { event, data } of live.events()) {
      expect(event).toBe('jobs.changed')
      expect([own.id, next.id]).toContain((data as { id: string }).id)
    }
    await live.stop()
  })
})

describe.each(['embedded', 'postgres'] as const)('a stream on %s', (engine) => {
  let app: TestApp
  let owner: Member
  beforeAll(async () => {
    app = await createTestApp({ engine, work: 'queued' })
    owner = await app.owner()
    await app.job(owner)
  })
  afterAll(() => app.close())

  /** Opens a line, hears `count` events of it, and says where it was. */
  async function placeNow(): Promise<number> {
    const live = await listen(owner)
    await live.until(1)
    await live.stop()
    return live.heard[0]!.id!
  }

  test('tells what was missed, then what happens, and each once', async () => {
    const ids = await insertApplicants(app.deps.db, owner, 20)
    const after = await placeNow()
    for (const id of ids.slice(0, 10)) await contact(owner, id)
    const live = await listen(owner, { after })
    for (const id of ids.slice(10)) await contact(owner, id)
    await live.until(21)
    await wait(50)
    expect(live.heard[0]).toMatchObject({ event: 'hello', id: undefined })
    expect(live.events().map(idOf)).toEqual(ids)
    const places = live.events().map(({ id }) => id!)
    expect(places).toEqual([...new Set(places)].toSorted((a, b) => a - b))
    await live.stop()
  })

  test('a line that was away for longer than is kept is told to read everything anew', async () => {
    const [id = ''] = await insertApplicants(app.deps.db, owner, 1)
    const after = await placeNow()
    for (let count = 0; count < 3; count++) await contact(owner, id)
    const kept = await placeNow()
    await app.deps.db.pool.query(`update live_events set created_at = now() - interval '2 hours'`)
    await contact(owner, id)
    await placeNow()
    const events = async () =>
      (await app.deps.db.pool.query('select from live_events')).rowCount ?? 0
    const before = await events()
    await sweepLiveEvents(app.deps)
    expect(before - (await events())).toBeGreaterThan(2)
    // Where the line was when the window began, nothing is lost.
    const whole = await listen(owner, { lastEventId: kept })
    await whole.until(2)
    expect(whole.heard.map(({ event }) => event)).toEqual(['hello', 'applicant.updated'])
    await whole.stop()

    const live = await listen(owner, { lastEventId: after })
    await live.until(2)
    expect(live.heard.map(({ event }) => event)).toEqual(['hello', 'reset'])
    await contact(owner, id)
    await live.until(3)
    expect(live.events().map(idOf)).toEqual([id])
    await live.stop()
    // From the place of the reset on, all is known again.
    const again = await listen(owner, { lastEventId: live.heard[1]!.id! })
    await again.until(2)
    expect(again.heard.map(({ event }) => event)).toEqual(['hello', 'applicant.updated'])
    await again.stop()
  })

  test.each([
    ['that never was', '999999999'],
    ['that is no number', `'; drop table live_events --`],
    ['below zero', '-5'],
    ['longer than any', '9'.repeat(400)],
  ])('a place %s is told to read everything anew', async (_, lastEventId) => {
    const live = await listen(owner, { lastEventId })
    await live.until(2)
    expect(live.response.status).toBe(200)
    expect(live.heard.map(({ event }) => event)).toEqual(['hello', 'reset'])
    await live.stop()
  })

  test('more than can be told one by one is told as a whole', async () => {
    const after = await placeNow()
    const { id } = owner.organization
    const many = Array.from({ length: 1001 }, () => owner.userId)
    await app.deps.db.forOrganization(id, (tx) =>
      insertLiveEvents(tx, id, 'membership.changed', many),
    )
    await placeNow()
    const live = await listen(owner, { lastEventId: after })
    await live.until(2)
    expect(live.heard.map(({ event }) => event)).toEqual(['hello', 'reset'])
    await live.stop()
  })
})
