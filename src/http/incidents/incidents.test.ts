// Security incidents: the register, its forward-only statuses, and access. Breaches have a separate file.
import { describe, expect, test } from 'vitest'
import {
  canAdvance,
  incidentStatuses,
  type Incident,
  type IncidentChange,
  type IncidentCounts,
  type IncidentPage,
  type IncidentRow,
} from '#domain/incidents/incidents.ts'
import { LIMITS } from '#domain/limits.ts'
import { openApp, type Member } from '#test/app.ts'
import { listen } from '#test/live-stream.ts'

const app = await openApp()
const owner = await app.owner()
const staff = await app.staff(owner)
const stranger = await app.owner('Other Shop')

type Refusal = { error: { code: string; message: string; fields?: Record<string, string> } }
const report = async (person: Member, body: Record<string, unknown> = {}) => {
  const answer = await person.call<Incident>('/api/rpc/create_security_incident', {
    body,
    headers: { 'user-agent': 'Test browser' },
  })
  expect(answer.status).toBe(200)
  return answer.body
}
const read = (person: Member, id: string) =>
  person.call<{ incident: Incident; history: IncidentChange[]; breach: unknown }>(
    `/api/incidents/${id}`,
  )
const move = (person: Member, id: string, status: string) =>
  person.call<Incident & Refusal>(`/api/incidents/${id}/status`, {
    method: 'PATCH',
    body: { status },
  })
const assign = (person: Member, id: string, assigned_to: unknown) =>
  person.call<Incident & Refusal>(`/api/incidents/${id}/assigned`, {
    method: 'PATCH',
    body: { assigned_to },
  })

describe('create_security_incident', () => {
  // shows: 3-8, 7-83
  test('takes every parameter, and tells open screens', async () => {
    const live = await listen(staff)
    await live.until(1)
    const incident = await report(staff, {
      p_incident_type: 'Phishing',
      p_severity: 'high',
      p_title: ' Mail in the shop <b>mailbox</b> ',
      p_description: 'Somebody asked for the till code.',
      p_affected_users: 3,
      p_data_types_affected: [' email ', '', 'name'],
      p_source_ip: '203.0.113.9',
      p_user_agent: 'Outlook',
      p_detection_method: 'staff',
      p_metadata: { ticket: 12, ['half \ud800\0']: 'of a \udc00 pair', list: [{ '\0': 1 }] },
    })
    await live.until(2)
    await live.stop()
    expect(incident).toMatchObject({
      incident_type: 'Phishing',
      severity: 'high',
      title: 'Mail in the shop <b>mailbox</b>',
      description: 'Somebody asked for the till code.',
      affected_users: 3,
      data_types_affected: ['email', 'name'],
      source_ip: '203.0.113.9',
      user_agent: 'Outlook',
      detection_method: 'staff',
      metadata: { ticket: 12, 'half \ufffd': 'of a \ufffd pair', list: [{ '': 1 }] },
      status: 'open',
      assigned_to: null,
      resolved_at: null,
      deadline_at: null,
    })
    const [event] = live.events()
    expect(event).toMatchObject({
      event: 'incident.created',
      data: { incident: { id: incident.id, severity: 'high' } },
    })
    expect(JSON.stringify(event)).not.toContain('till code')
  })

  // shows: 7-83
  test('needs nothing: the defaults of the specification, and where it came from', async () => {
    expect(await report(owner)).toMatchObject({
      title: '',
      severity: 'medium',
      affected_users: 0,
      data_types_affected: [],
      detection_method: 'manual',
      source_ip: '127.0.0.1',
      user_agent: 'Test browser',
    })
  })

  test.each([
    [{ p_severity: 'awful' }, 'p_severity'],
    [{ p_title: 'x'.repeat(10_000) }, 'p_title'],
    [{ p_affected_users: 'many' }, 'p_affected_users'],
    [{ p_data_types_affected: [1] }, 'p_data_types_affected.0'],
  ])('refuses %j by its field, and writes nothing', async (body, field) => {
    const before = await owner.call<IncidentCounts>('/api/incidents/counts')
    const answer = await owner.call<Refusal>('/api/rpc/create_security_incident', { body })
    expect(answer.status).toBe(400)
    expect(answer.body.error.fields).toHaveProperty([field])
    expect((await owner.call('/api/incidents/counts')).body).toEqual(before.body)
  })

  test('refuses a flood', async () => {
    const busy = await app.owner('Busy Shop')
    for (let n = 0; n < LIMITS.incidents.organization.most; n++) await report(busy)
    const over = await busy.call<Refusal>('/api/rpc/create_security_incident', { body: {} })
    expect(over.status).toBe(429)
    expect(over.body.error.message).toBe(
      'Too many incidents were reported. Please wait a while and try again.',
    )
    await report(owner)
  })
})

describe('the register', () => {
  // shows: 7-84
  test('counts by status and shows the newest first, in pages by key', async () => {
    const shop = await app.owner('Paging Shop')
    await app.deps.db.pool.query(
      `insert into security_incidents (organization_id, title, status, created_at)
       select $1, 'Incident ' || n, case when n % 4 = 0 then 'resolved' else 'open' end,
         now() - make_interval(mins => n / 3)
       from generate_series(1, 140) n`,
      [shop.organization.id],
    )
    const seen: string[] = []
    for (let cursor: string | null = ''; cursor !== null;) {
      const { body }: { body: IncidentPage } = await shop.call<IncidentPage>(
        `/api/incidents?itab=all&cursor=${encodeURIComponent(cursor)}`,
      )
      seen.push(...body.incidents.map(({ id }) => id))
      cursor = body.next_cursor
    }
    expect(seen).toHaveLength(140)
    expect(new Set(seen).size).toBe(140)
    const { body: open } = await shop.call<IncidentPage>('/api/incidents?itab=')
    expect(new Set(open.incidents.map(({ status }) => status))).toEqual(new Set(['open']))
    const { body: counts } = await shop.call('/api/incidents/counts')
    expect(counts).toEqual({ open: 105, investigating: 0, resolved: 35, closed: 0, all: 140 })
  })

  // shows: 7-85, 7-91
  test('walks one step at a time, stores when it was over, and keeps who did what', async () => {
    const { id } = await report(staff, { p_title: 'Lost laptop' })
    expect((await move(owner, id, 'investigating')).body).toMatchObject({
      status: 'investigating',
      resolved_at: null,
    })
    const { body: resolved } = await move(owner, id, 'resolved')
    expect(Date.parse(resolved.resolved_at ?? '')).toBeGreaterThan(Date.now() - 60_000)
    const { body: closed } = await move(staff, id, 'closed')
    expect(closed).toMatchObject({ status: 'closed' })
    expect(closed.resolved_at).not.toBeNull()
    const { body } = await read(owner, id)
    expect(
      body.history.map(({ action, details, actor_name }) => [action, details, actor_name]),
    ).toEqual([
      ['incident.moved', { from: 'resolved', to: 'closed' }, 'Ana Silva'],
      ['incident.moved', { from: 'investigating', to: 'resolved' }, 'Ana Silva'],
      ['incident.moved', { from: 'open', to: 'investigating' }, 'Ana Silva'],
      ['incident.created', { severity: 'medium' }, 'Ana Silva'],
    ])
  })

  // shows: 4-17
  test('refuses every other step, as the model has it', async () => {
    let { id } = await report(owner)
    let status = 'open' as (typeof incidentStatuses)[number]
    let [moved, refused] = [0, 0]
    for (let step = 0; step < 120; step++) {
      const to = incidentStatuses[(step * 7 + (step % 3)) % incidentStatuses.length]!
      const answer = await move(owner, id, to)
      if (canAdvance(status, to)) {
        expect(answer.status, `${status} to ${to}`).toBe(200)
        status = to
        moved += 1
      } else {
        expect(answer.status, `${status} to ${to}`).toBe(409)
        expect(answer.body.error.message).toBe(
          `This move is not possible: the incident is ${status[0]!.toUpperCase()}${status.slice(1)} now.`,
        )
        refused += 1
      }
      if (status !== 'closed' || step % 4 !== 0) continue
      const { rows } = await app.deps.db.pool.query<{ id: string }>(
        'insert into security_incidents (organization_id) values ($1) returning id',
        [owner.organization.id],
      )
      id = rows[0]!.id
      status = 'open'
    }
    expect(Math.min(moved, refused)).toBeGreaterThan(10)
    expect((await move(owner, id, 'reopened')).status).toBe(400)
  })

  // shows: 7-91
  test('lets one of two people take a step, and tells the other', async () => {
    const { id } = await report(owner)
    const answers = await Promise.all([
      move(owner, id, 'investigating'),
      move(staff, id, 'investigating'),
    ])
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409])
    const { body } = await read(owner, id)
    expect(body.history.filter(({ action }) => action === 'incident.moved')).toHaveLength(1)
  })

  // shows: 7-92
  test('gives an incident to a member, and takes it back', async () => {
    const { id } = await report(owner)
    expect((await assign(owner, id, staff.userId)).body).toMatchObject({
      assigned_to: staff.userId,
      assigned_to_name: 'Ana Silva',
    })
    expect((await assign(staff, id, null)).body).toMatchObject({ assigned_to: null })
    expect((await assign(owner, id, 'nobody')).status).toBe(400)
  })

  // shows: 7-85
  test('puts critical ones and running clocks in front, the nearest deadline first', async () => {
    const shop = await app.owner('Urgent Shop')
    await report(shop, { p_severity: 'high', p_title: 'not urgent' })
    await report(shop, { p_severity: 'critical', p_title: 'urgent' })
    await report(shop, { p_severity: 'critical', p_incident_type: 'data BREACH', p_title: 'most' })
    const { body } = await shop.call<{ incidents: IncidentRow[] }>('/api/incidents/urgent')
    expect(body.incidents.map(({ title }) => title)).toEqual(['most', 'urgent'])
    const [most] = body.incidents
    const hours = (Date.parse(most!.deadline_at!) - Date.parse(most!.created_at)) / 3_600_000
    expect(hours).toBe(72)
  })
})

describe('keeps out', () => {
  // shows: choice-6
  test('another organization, with the answer of an incident that does not exist', async () => {
    const { id } = await report(owner, { p_title: 'Ours alone' })
    const missing = '00000000-0000-4000-8000-000000000000'
    for (const asked of [id, missing]) {
      for (const { status, body } of [
        await read(stranger, asked),
        await move(stranger, asked, 'investigating'),
        await assign(stranger, asked, stranger.userId),
      ]) {
        expect(status).toBe(404)
        expect((body as Refusal).error.message).toBe('This incident no longer exists.')
      }
    }
    const { body } = await stranger.call<IncidentPage>('/api/incidents?itab=all')
    expect(JSON.stringify(body)).not.toContain('Ours alone')
    expect((await read(owner, id)).body.incident.status).toBe('open')
  })

  // shows: 7-92
  test('an assignment to somebody of another organization, or of none', async () => {
    const { id } = await report(owner)
    for (const person of [stranger, await app.person()]) {
      const { status, body } = await assign(owner, id, person.userId)
      expect(status).toBe(400)
      expect(body.error.message).toBe('This person is not part of the organization.')
    }
  })
})
