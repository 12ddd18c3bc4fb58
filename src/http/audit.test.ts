// The trail's calls: a client's own line in it, and who is kept out.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { LIMITS } from '#domain/limits.ts'
import { createTestApp, type Member, type TestApp } from '#test/app.ts'

let app: TestApp
let owner: Member
beforeAll(async () => {
  app = await createTestApp()
  owner = await app.owner()
})
afterAll(() => app.close())

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

describe('log_audit_event', () => {
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
    await app.deps.db.pool.query(
      `insert into usage_counts (key, window_start, count)
       values ($1, to_timestamp(floor(extract(epoch from now()) / 3600) * 3600), $2)`,
      [`audit reports organization ${busy.organization.id}`, LIMITS.auditReports.organization.most],
    )
    const over = await report(busy, { p_action: 'x', p_resource_type: 'x' })
    expect(over.status).toBe(429)
    expect((await report(owner, { p_action: 'x', p_resource_type: 'x' })).status).toBe(200)
  })
})
