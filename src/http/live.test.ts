// The stream of what has just happened: who hears of it, and who does not.
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import type { ApplicantRow } from '#domain/applicants.ts'
import { HEARTBEAT_MS } from '#domain/events.ts'
import { createTestApp, type Member, type TestApp } from '#test/app.ts'
import { listen } from '#test/live-stream.ts'

let app: TestApp
let owner: Member

beforeAll(async () => {
  app = await createTestApp()
  owner = await app.owner()
})
afterAll(() => app.close())

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

test('ends within seconds where no event told of the removal, or the session ended', async () => {
  const removed = await app.staff(owner)
  const gone = await app.staff(owner)
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
  const listenFor = events.listenFor.bind(events)
  let listeners = 0
  const spy = vi.spyOn(events, 'listenFor').mockImplementation((organizationId, listener) => {
    const stop = listenFor(organizationId, listener)
    listeners += 1
    return () => {
      listeners -= 1
      stop()
    }
  })
  const lives = await Promise.all(Array.from({ length: 20 }, () => listen(owner)))
  await Promise.all(lives.map((live) => live.until(1)))
  expect(listeners).toBe(20)
  await Promise.all(lives.map((live) => live.stop()))
  await expect.poll(() => listeners).toBeLessThanOrEqual(0)
  spy.mockRestore()
})

test('says that it is alive when there is nothing else to say', async () => {
  const live = await listen(owner)
  await live.until(1)
  app.clock.move(HEARTBEAT_MS / 1000)
  await live.until(2)
  expect(live.heard.slice(1)).toEqual([{ event: 'heartbeat', id: undefined, data: {} }])
  await live.stop()
})

describe('keeps out', () => {
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
