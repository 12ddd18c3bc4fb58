// The live stream: who receives its events, and who does not.
import { Writable } from 'node:stream'
import { describe, expect, test, vi } from 'vitest'
import type { ApplicantRow } from '#domain/applicants/applicants.ts'
import type { Actor } from '#domain/accounts/access.ts'
import { HEARTBEAT_MS, type LiveEvent } from '#domain/live/live-events.ts'
import { openApp } from '#test/app.ts'
import { listen } from '#test/live-stream.ts'
import { LiveHub } from './live-hub.ts'

const app = await openApp()
const owner = await app.owner()

// shows: 7-48, 7-82
test('begins with a greeting, and brings what happens in the own organization', async () => {
  const job = await app.job(owner)
  const live = await listen(owner)
  expect(live.response.status).toBe(200)
  expect(live.response.headers.get('content-type')).toContain('text/event-stream')
  await live.until(1)
  expect(live.heard).toMatchObject([{ event: 'hello', data: {} }])

  const token = await app.grant('lia@example.com', job)
  await app.visitor().form('/api/applications', { token, firstName: 'Lia', lastName: 'B' })
  await live.until(2)
  const { applicant } = live.heard[1]!.data as { applicant: ApplicantRow }
  expect(live.heard[1]!.event).toBe('applicant.created')
  expect(applicant).toMatchObject({ email: 'lia@example.com', status: 'applied', has_cv: false })

  const at = `/api/applicants/${applicant.id}`
  await owner.call(`${at}/status`, { method: 'PATCH', body: { status: 'reviewing' } })
  await owner.call(`${at}/contacted`, { method: 'PATCH', body: { contacted: true } })
  await owner.call(`/api/jobs/${job.id}`, { method: 'PATCH', body: { title: 'New Title' } })
  await live.until(5)
  expect(live.heard.slice(2)).toMatchObject([
    { event: 'applicant.updated', data: { applicant: { id: applicant.id, status: 'reviewing' } } },
    { event: 'applicant.updated', data: { applicant: { id: applicant.id, contacted: true } } },
    { event: 'jobs.changed', data: { id: job.id } },
  ])
  await live.stop()
})

test('brings nothing of what was refused', async () => {
  const job = await app.job(owner)
  const token = await app.grant('twice@example.com', job)
  const send = () =>
    app.visitor().form('/api/applications', { token, firstName: 'T', lastName: 'W' })
  await send()
  const live = await listen(owner)
  expect((await send()).status).toBe(409)
  await owner.call(`/api/jobs/${job.id}`, { method: 'PATCH', body: { title: '' } })
  const { id } = await app.job(owner)
  await live.until(2)
  expect(live.heard.slice(1)).toMatchObject([{ event: 'jobs.changed', data: { id } }])
  await live.stop()
})

// shows: interface-40, V8.4.1
test('brings nothing of another organization', async () => {
  const stranger = await app.owner('Other Shop')
  const live = await listen(stranger)
  await live.until(1)
  const job = await app.job(owner)
  const token = await app.grant('secret@example.com', job)
  await app.visitor().form('/api/applications', { token, firstName: 'S', lastName: 'E' })
  const own = await app.job(stranger)
  await live.until(2)
  expect(live.heard.slice(1)).toMatchObject([{ event: 'jobs.changed', data: { id: own.id } }])
  await live.stop()
})

// shows: choice-15, V7.4.2
test('ends at once for a member who is removed or has another role, and brings nothing more', async () => {
  const member = await app.staff(owner)
  const at = `/api/organizations/members/${member.userId}`
  const change = { name: 'membership.changed', data: { user_id: member.userId } }
  for (const act of [
    () => owner.call(`${at}/role`, { method: 'PATCH', body: { role: 'organization_owner' } }),
    () => owner.call(at, { method: 'DELETE' }),
  ]) {
    const [own, watching] = [await listen(member), await listen(owner)]
    await Promise.all([own.until(1), watching.until(1)])
    await act()
    await own.untilOver()
    expect(own.heard.slice(1)).toMatchObject([{ event: change.name, data: change.data }])
    const { id } = await app.job(owner)
    await watching.until(3)
    expect(watching.heard.slice(1)).toMatchObject([
      { event: change.name, data: change.data },
      { event: 'jobs.changed', data: { id } },
    ])
    await watching.stop()
  }
  expect((await listen(member)).response.status).toBe(403)
})

// shows: choice-15
test('ends within seconds where no event told of the removal, or the session ended', async () => {
  const removed = await app.staff(owner)
  // Where nothing happens nobody is asked but by the clock.
  const gone = await app.owner('Quiet Shop')
  const [one, two] = [await listen(removed), await listen(gone)]
  await Promise.all([one.until(1), two.until(1)])
  // Nothing of this reaches this process as an event.
  await app.deps.db.pool.query(
    'update profiles set organization_id = null, is_approved = false where id = $1',
    [removed.userId],
  )
  await gone.call('/api/accounts/sign-out', { method: 'POST', body: {} })
  await app.job(owner)
  await Promise.all([one.untilOver(), two.untilOver()])
  expect([...one.heard, ...two.heard].map(({ event }) => event)).toEqual(['hello', 'hello'])
})

test('leaves nobody listening after the reader has gone', async () => {
  const { events } = app.deps
  const stranger = await app.owner('Other Shop')
  const { id } = stranger.organization
  const lives = await Promise.all(Array.from({ length: 5 }, () => listen(stranger)))
  await Promise.all(lives.map((live) => live.until(1)))
  expect(events.hasListeners(id)).toBe(true)
  await Promise.all(lives.map((live) => live.stop()))
  await expect.poll(() => events.hasListeners(id)).toBe(false)
})

describe('of many streams', () => {
  /** How often who may listen was asked, whatever the question looks like. */
  async function countLooks(): Promise<() => number> {
    const { pool } = app.deps.db
    const client = await pool.connect()
    const prototype = Object.getPrototypeOf(client) as typeof client
    client.release()
    const asked = vi.spyOn(prototype, 'query')
    return () => {
      const texts = asked.mock.calls.map(([query]) => {
        const given = query as unknown as string | { text: string }
        return typeof given === 'string' ? given : given.text
      })
      asked.mockRestore()
      return texts.filter((text) => /from "sessions"/.test(text)).length
    }
  }

  // shows: 9-21
  test('who may listen is asked once for an event, and once for a look, however many there are', async () => {
    const people = [await app.owner('Busy Shop')]
    for (let count = 0; count < 2; count++) people.push(await app.staff(people[0]!))
    const lives = await Promise.all(
      people.flatMap((person) => Array.from({ length: 10 }, () => listen(person))),
    )
    await Promise.all(lives.map((live) => live.until(1)))
    const ofEvent = await countLooks()
    await app.job(people[0]!)
    await Promise.all(lives.map((live) => live.until(2)))
    // The request that made the event asks too, and a look by the clock may fall into the same moment.
    expect(ofEvent()).toBeLessThanOrEqual(4)
    const ofLook = await countLooks()
    app.clock.move(HEARTBEAT_MS / 1000)
    await expect.poll(() => lives.every(({ heard }) => heard.length === 3)).toBe(true)
    expect(ofLook()).toBeLessThanOrEqual(2)
    expect(lives.map(({ heard }) => heard.map(({ event }) => event))).toEqual(
      lives.map(() => ['hello', 'jobs.changed', 'heartbeat']),
    )
    await Promise.all(lives.map((live) => live.stop()))
  })

  // shows: V2.4.1
  test('a person has ten; one more is refused with its reason, and the ten go on', async () => {
    const person = await app.staff(owner)
    const lives = await Promise.all(Array.from({ length: 10 }, () => listen(person)))
    await Promise.all(lives.map((live) => live.until(1)))
    for (const method of ['GET', 'HEAD']) {
      const refused = await person.call<{ error: { code: string; message: string } }>('/api/live', {
        method,
      })
      expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '30'])
      if (method === 'GET') expect(refused.body.error.code).toBe('live.tooMany')
    }
    const colleague = await listen(owner)
    expect(colleague.response.status).toBe(200)
    const { id } = await app.job(owner)
    await Promise.all(lives.map((live) => live.until(2)))
    for (const { events } of lives) {
      expect(events()).toMatchObject([{ event: 'jobs.changed', data: { id } }])
    }
    await Promise.all([colleague, ...lives.slice(0, 5)].map((live) => live.stop()))
    // The place is free again, and asking whether one is free takes none.
    const free = () => person.call('/api/live', { method: 'HEAD' })
    await expect.poll(async () => (await free()).status).toBe(200)
    for (let count = 0; count < 10; count++) expect((await free()).status).toBe(200)
    const again = await listen(person)
    await again.until(1)
    await Promise.all([again, ...lives].map((live) => live.stop()))
  })
})

test('lets a reader go that does not keep up, instead of keeping everything for it', async () => {
  const reader = await app.owner('Slow Shop')
  const { rows } = await app.deps.db.pool.query<{ id: string }>(
    'select id from sessions where user_id = $1',
    [reader.userId],
  )
  const actor: Actor = {
    user_id: reader.userId,
    session_id: rows[0]!.id,
    email: reader.email,
    first_name: 'Ana',
    last_name: 'Silva',
    organization_id: reader.organization.id,
    role: 'organization_owner',
    is_approved: true,
  }
  const network = { name: '203.0.113.9', isCounted: true }
  // Takes nothing.
  const out = new Writable({ write: () => {} })
  new LiveHub(app.deps).open(actor, network, undefined, out)
  const { id } = reader.organization
  const events = Array.from({ length: 5 }, (_, index): LiveEvent => {
    const place = 1_000_000_000 + index
    const about = { id: place, organization_id: id, subject_id: id, position: place }
    return { ...about, name: 'jobs.changed', data: `"${'x'.repeat(1024 * 1024)}"` }
  })
  app.deps.events.dispatchPositioned(events, new Map([[id, events]]))
  await expect.poll(() => out.destroyed).toBe(true)
  expect(app.deps.events.hasListeners(id)).toBe(false)
})

describe('keeps out', () => {
  // shows: interface-40
  test('visitors, and people who may see no applicants', async () => {
    const person = await app.person()
    const pending = await app.staff(owner)
    await app.deps.db.pool.query('update profiles set is_approved = false where id = $1', [
      pending.userId,
    ])
    for (const [who, status] of [
      [app.visitor(), 401],
      [person, 403],
      [pending, 403],
    ] as const) {
      const { response, stop } = await listen(who)
      expect(response.status).toBe(status)
      expect(response.headers.get('content-type')).toContain('application/json')
      await stop()
    }
  })
})
