// The audit log and the mails about an account: sign-ins, sign-outs and changes.
import { describe, expect, test } from 'vitest'
import type { SecondFactorOffer } from '#domain/accounts/accounts.ts'
import { openApp, type Visitor } from '#test/app.ts'
import { codeOfPhone } from '#test/people/phone.ts'

const app = await openApp()

const password = 'correct horse'
const browser = 'Mozilla/5.0 (test)'
const headers = { 'user-agent': browser }

const signIn = (email: string, given = password, visitor: Visitor = app.visitor()) =>
  visitor.call('/api/accounts/sign-in', { body: { email, password: given }, headers })

type Event = {
  action: string
  actor_id: string | null
  organization_id: string | null
  ip_address: string | null
  user_agent: string | null
  details: Record<string, string>
}
async function trailOf(userId: string): Promise<Event[]> {
  const { rows } = await app.deps.db.pool.query<Event>(
    `select action, actor_id, organization_id, ip_address, user_agent, details from audit_events
     where resource_type = 'user' and resource_id = $1 order by id`,
    [userId],
  )
  return rows
}
const here = { ip_address: '127.0.0.1', user_agent: browser }

async function resetBy(email: string): Promise<void> {
  const visitor = app.visitor()
  await visitor.call('/api/accounts/request-reset', { body: { email } })
  const { token } = await app.mailTo(email)
  const { status } = await visitor.call('/api/accounts/reset-password', {
    body: { token, password: 'another horse' },
    headers,
  })
  expect(status).toBe(200)
}

describe('the trail', () => {
  // shows: interface-32, privacy-20, V16.2.1, V16.2.2, V16.3.1
  test('tells of signing in, failing to, and signing out, and from where', async () => {
    const owner = await app.owner()
    const visitor = app.visitor()
    await signIn(owner.email, 'wrong horse')
    await signIn(owner.email, password, visitor)
    await visitor.call('/api/accounts/sign-out', { method: 'POST', body: {}, headers })
    const organization_id = owner.organization.id
    const actor_id = owner.userId
    const details = { method: 'password' }
    expect(await trailOf(owner.userId)).toMatchObject([
      { action: 'session.refused', actor_id: null, organization_id, details, ...here },
      { action: 'session.started', actor_id, organization_id, details, ...here },
      { action: 'session.ended', actor_id, organization_id, details: { scope: 'local' }, ...here },
    ])
  })

  // shows: interface-32
  test('notes a try at an unknown address, and the address nowhere', async () => {
    const email = 'nobody-at-all@example.com'
    const count = async () => {
      const { rows } = await app.deps.db.pool.query<{ events: string }>(
        `select count(*) as events from audit_events where action = 'session.refused' and resource_id is null`,
      )
      return Number(rows[0]?.events)
    }
    const before = await count()
    expect((await signIn(email)).status).toBe(401)
    expect(await count()).toBe(before + 1)
    const { rowCount } = await app.deps.db.pool.query(
      `select from audit_events where to_jsonb(audit_events)::text like '%nobody-at-all%'`,
    )
    expect(rowCount).toBe(0)
  })

  test('tells of a new password and of a second factor that comes and goes', async () => {
    const person = await app.person()
    await resetBy(person.email)
    await signIn(person.email, 'another horse', person)
    const at = '/api/accounts/second-factor'
    const { body: offer } = await person.call<SecondFactorOffer>(`${at}/enroll`, {
      method: 'POST',
      body: {},
    })
    const code = codeOfPhone(offer.secret, app.clock.now())
    await person.call(`${at}/confirm`, { body: { factor_id: offer.factor_id, code }, headers })
    await person.call(`${at}/remove`, { body: { proof: 'another horse' }, headers })
    const events = await trailOf(person.userId)
    expect(events.map(({ action }) => action)).toEqual([
      'user.email_confirmed',
      'user.password_changed',
      'session.started',
      'factor.added',
      'factor.recovery_codes_created',
      'factor.removed',
    ])
    const quiet = ['factor.recovery_codes_created', 'user.email_confirmed']
    const changes = events.filter(({ action }) => !quiet.includes(action))
    expect(changes).toMatchObject(changes.map(() => here))
  })
})

describe("the person's mailbox", () => {
  // shows: interface-33
  test('hears of a new password', async () => {
    const { email } = await app.person()
    await resetBy(email)
    const mail = await app.mailTo(email)
    expect(mail.subject).toBe('Your Storehand password was changed')
    expect(mail.text).toContain('Was it not you? Set a new password at once')
    expect(mail.text).toContain(`${app.url}/auth`)
    expect(mail.text).not.toContain('another horse')
  })

  // shows: interface-33
  test('hears of a second factor', async () => {
    const person = await app.person()
    await app.confirm(person)
    const at = '/api/accounts/second-factor'
    const { body: offer } = await person.call<SecondFactorOffer>(`${at}/enroll`, {
      method: 'POST',
      body: {},
    })
    const code = codeOfPhone(offer.secret, app.clock.now())
    await person.call(`${at}/confirm`, { body: { factor_id: offer.factor_id, code } })
    expect((await app.mailTo(person.email)).subject).toBe(
      'A second factor was added to your account',
    )
    await person.call(`${at}/remove`, { body: { proof: password } })
    expect((await app.mailTo(person.email)).subject).toBe(
      'The second factor of your account was removed',
    )
  })
})
