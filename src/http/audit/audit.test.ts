// The calls of the audit log: an event that a client reports, and access.
import { describe, expect, test } from 'vitest'
import { auditReportUses } from '#domain/limits.ts'
import { type AuditPage, type ChainCheck } from '#domain/audit/audit.ts'
import { APPLICANT, partsOfEvent } from '#domain/audit/audit-sentences.ts'
import { openApp, type Member } from '#test/app.ts'
import { rowsOf } from '#test/spreadsheet.ts'
import { fillUses } from '#test/uses.ts'

const app = await openApp()
const owner = await app.owner()

const report = (person: Member, body: unknown) =>
  person.call<{ action: string; error?: { message: string } }>('/api/rpc/log_audit_event', {
    body,
    headers: { 'user-agent': 'Test browser' },
  })
const newest = async (organizationId: string) => {
  const { rows } = await app.deps.db.pool.query(
    `select action, resource_type, resource_id, details, actor_id, ip_address, user_agent
     from audit_events where organization_id = $1 order by id desc limit 1`,
    [organizationId],
  )
  return rows[0] as Record<string, unknown>
}

// shows: 7-98
describe('log_audit_event', () => {
  // shows: 3-15, 3-16
  test('adds a line that names who really said it, from where, and that a client did', async () => {
    const staff = await app.staff(owner)
    const { status, body } = await report(staff, {
      p_action: 'applicant.moved',
      p_resource_type: 'applicant',
      p_resource_id: 'a-1',
      p_details: { from: 'applied', n: 3 },
      p_ip_address: '203.0.113.1',
      p_user_agent: 'Somebody else',
      actor_id: owner.userId,
      organization_id: 'another',
    })
    expect(status).toBe(200)
    expect(body.action).toBe('client.applicant.moved')
    expect(await newest(owner.organization.id)).toEqual({
      action: 'client.applicant.moved',
      resource_type: 'applicant',
      resource_id: 'a-1',
      details: { from: 'applied', n: 3 },
      actor_id: staff.userId,
      ip_address: '127.0.0.1',
      user_agent: 'Test browser',
    })
  })

  test('keeps numbers, ids and words of ours, and no text: the log cannot be cleared of a name', async () => {
    const { status } = await report(owner, {
      p_action: 'applicant.called',
      p_resource_type: 'Maya Okafor',
      p_resource_id: 'maya.okafor@example.com',
      p_details: {
        to: 'hired',
        applicant_id: owner.userId,
        count: 2,
        success: true,
        from: 'Maya Okafor, 12 High Street',
        note: 'Maya Okafor called',
        'Maya Okafor': 1,
      },
    })
    expect(status).toBe(200)
    expect(await newest(owner.organization.id)).toMatchObject({
      resource_type: 'other',
      resource_id: null,
      details: { to: 'hired', applicant_id: owner.userId, count: 2, success: true, left_out: 3 },
    })
  })

  test.each([
    [{}, 'p_action'],
    [{ p_action: '../x', p_resource_type: 'x' }, 'p_action'],
    [{ p_action: 'x'.repeat(121), p_resource_type: 'x' }, 'p_action'],
    [{ p_action: 'x', p_resource_type: ' ' }, 'p_resource_type'],
    [{ p_action: 'x', p_resource_type: 'x', p_details: { a: { b: 1 } } }, 'p_details.a'],
    [{ p_action: 'x', p_resource_type: 'x', p_details: { a: 'x'.repeat(501) } }, 'p_details.a'],
    [
      {
        p_action: 'x',
        p_resource_type: 'x',
        p_details: Object.fromEntries(Array.from({ length: 21 }, (_, at) => [`n${at}`, at])),
      },
      'p_details',
    ],
  ])('refuses %j by its field', async (body, field) => {
    const { status, body: answer } = await report(owner, body)
    expect(status).toBe(400)
    expect(answer.error).toHaveProperty(['fields', field])
  })

  test('refuses more than its limit an hour, for the whole organization', async () => {
    const busy = await app.owner('Busy Shop')
    await fillUses(app.deps.db, auditReportUses(busy.organization.id))
    const over = await report(busy, { p_action: 'x', p_resource_type: 'x' })
    expect(over.status).toBe(429)
    expect((await report(owner, { p_action: 'x', p_resource_type: 'x' })).status).toBe(200)
  })
})

describe('the log', () => {
  const read = (person: Member, query = '') => person.call<AuditPage>(`/api/audit${query}`)

  test('names the account of a refused sign-in, and nobody when it is none of a member', async () => {
    const shop = await app.owner('Refused Shop')
    const refuse = (id: string) =>
      app.deps.db.pool.query(
        `insert into audit_events (organization_id, action, resource_type, resource_id)
         values ($1, 'session.refused', 'user', $2)`,
        [shop.organization.id, id],
      )
    await refuse(owner.userId)
    await refuse(shop.userId)
    const { body } = await read(shop, '?action=session.refused')
    expect(body.events.map((event) => partsOfEvent(event).join(''))).toEqual([
      `A sign-in as ${body.events[0]?.account_name} was refused`,
      'A sign-in was refused',
    ])
    expect(body.events[0]?.account_name).toBeTruthy()
  })

  // shows: 7-99
  test('is read by owners in pages by key, newest first, by every filter', async () => {
    const shop = await app.owner('Logged Shop')
    const staff = await app.staff(shop)
    for (let n = 0; n < 120; n++) {
      await app.deps.db.pool.query(
        `insert into audit_events (organization_id, actor_id, action, resource_type, resource_id, created_at)
         values ($1, $2, $3, 'applicant', $4, $5)`,
        [
          shop.organization.id,
          n % 2 ? staff.userId : null,
          n % 3 ? 'applicant.moved' : 'cv.opened',
          `a-${n % 4}`,
          `2026-0${1 + (n % 3)}-15T23:30:00Z`,
        ],
      )
    }
    const places: number[] = []
    for (let cursor: string | null = ''; cursor !== null;) {
      const { body }: { body: AuditPage } = await read(shop, `?cursor=${cursor}`)
      places.push(...body.events.map(({ place }) => place))
      cursor = body.next_cursor
    }
    expect(places).toEqual(Array.from({ length: 121 }, (_, at) => 121 - at))
    const count = async (query: string) => {
      const { body } = await read(shop, query)
      return body.events.length
    }
    expect(await count('?action=cv')).toBe(40)
    expect(await count('?action=cv.opened&resource=a-0')).toBe(10)
    expect(await count(`?action=cv&person=${staff.userId}`)).toBe(20)
    expect(await count('?resource=a-3&action=applicant')).toBe(20)
    expect(await count('?action=applicant.moved&from=2026-02-15&to=2026-02-15')).toBe(40)
    expect(await count('?to=2025-01-01')).toBe(0)
    expect(await count('?from=&person=&cursor=x')).toBe(50)
    const { body } = await read(shop, `?person=${staff.userId}`)
    expect(body.events[0]).toMatchObject({ actor_name: 'Ana Silva', resource_type: 'applicant' })
  })

  test('names applicants while they are there, and holds and exports no name', async () => {
    const shop = await app.owner('Naming Shop')
    const job = await app.job(shop)
    const { rows } = await app.deps.db.pool.query<{ id: string }>(
      `insert into applicants (organization_id, email, job_post_id, role_id, role_title, first_name, last_name)
       values ($1, 'maya@example.com', $2, $2, 'Job', 'Maya', 'Okafor') returning id`,
      [shop.organization.id, job.id],
    )
    const id = rows[0]!.id
    await shop.call(`/api/applicants/${id}/status`, {
      method: 'PATCH',
      body: { status: 'rejected' },
    })
    const newestOf = async (who: Member) => (await read(who)).body.events[0]!
    const event = await newestOf(shop)
    expect(event.applicant_name).toBe('Maya Okafor')
    const wordsOf = (one: typeof event) =>
      partsOfEvent(one).map((part) => (part === APPLICANT ? one.applicant_name : part))
    expect(wordsOf(event).join('')).toBe('Ana Silva moved Maya Okafor from Applied to Rejected')
    const csv = await (await shop.fetch('/api/audit/export.csv')).text()
    expect(csv).toContain('Ana Silva moved an applicant from Applied to Rejected')
    expect(csv).not.toContain('Okafor')
    // Anyone who reports an id of another organization's applicant learns no name by it.
    const stranger = await app.owner('Curious Shop')
    await report(stranger, { p_action: 'x', p_resource_type: 'applicant', p_resource_id: id })
    expect((await newestOf(stranger)).applicant_name).toBeNull()
    await shop.call(`/api/applicants/${id}`, { method: 'DELETE' })
    expect((await read(shop)).body.events.every((one) => one.applicant_name === null)).toBe(true)
  })

  // shows: 7-99
  test('is exported whole, with formulas as texts, and says that it was', async () => {
    const shop = await app.owner('Exported Shop')
    // As an older version took it from a client.
    await app.deps.db.pool.query(
      `insert into audit_events (organization_id, action, resource_type, resource_id)
       values ($1, 'client.x', $2, $3)`,
      [shop.organization.id, '=HYPERLINK("http://evil.example")', 'a\n@sum(1)'],
    )
    const answer = await shop.fetch('/api/audit/export.csv')
    expect(answer.headers.get('content-type')).toBe('text/csv; charset=utf-8')
    expect(answer.headers.get('content-disposition')).toContain('audit-log.csv')
    const bytes = Buffer.from(await answer.arrayBuffer())
    const rows = rowsOf(bytes)
    expect(rows).toHaveLength(3)
    expect(rows[0]).toMatchObject({
      'No.': '3',
      Event: 'Ana Silva exported the audit log',
      Resource: '',
    })
    expect(rows[1]).toMatchObject({
      'Resource type': `'=HYPERLINK("http://evil.example")`,
      Resource: "a\n'@sum(1)",
    })
    expect(rows[2]?.['Event']).toBe('Ana Silva created the organization')
  })

  // shows: 7-100
  test('is followed to its end, and the first broken row is named', async () => {
    const shop = await app.owner('Checked Shop')
    await report(shop, { p_action: 'x', p_resource_type: 'y' })
    const check = () => shop.call<ChainCheck>('/api/audit/check')
    expect((await check()).body).toMatchObject({ rows: 2, broken_at: null, begins_after: 0 })
    const client = await app.deps.db.pool.connect()
    await client.query('alter table audit_events disable trigger user')
    await client.query(
      `update audit_events set action = 'client.z' where action = 'client.x' and organization_id = $1`,
      [shop.organization.id],
    )
    await client.query('alter table audit_events enable trigger user')
    client.release()
    expect((await check()).body).toMatchObject({ broken_at: 2 })
    // Another organization's chain is another one.
    expect((await owner.call<ChainCheck>('/api/audit/check')).body.broken_at).toBeNull()
  })

  test('is kept from staff, and shows nothing of another organization', async () => {
    const staff = await app.staff(owner)
    for (const path of ['', '/check', '/export.csv']) {
      const answer = await staff.call<{ error: { message: string } }>(`/api/audit${path}`)
      expect(answer.status).toBe(403)
      expect(answer.body.error.message).toBe('Only an organization owner can do this.')
    }
    const stranger = await app.owner('Strange Shop')
    const { body } = await read(stranger)
    expect(body.events.map(({ action }) => action)).toEqual(['organization.created'])
    expect((await read(stranger, `?person=${owner.userId}`)).body.events).toEqual([])
  })
})
