// Closing an account: until when it can be reopened, what is deleted then, and what remains.
import { describe, expect, test } from 'vitest'
import type { SessionView } from '#domain/accounts/accounts.ts'
import { RETENTION } from '#domain/retention/retention.ts'
import { openApp, type Member } from '#test/app.ts'
import { textOf } from '#test/html.ts'
import { insertApplication } from '#test/rows.ts'
import { sendMails } from '#test/work.ts'
import { deleteClosedAccounts } from './delete-closed-accounts.ts'

const app = await openApp({ work: 'queued' })

type Refusal = { error: { code: string; message: string } }
const password = 'correct horse'

const close = (member: Member, typed = password) =>
  member.call<{ closes_at: string } & Refusal>('/api/accounts/close', { body: { password: typed } })
const closesAt = async (member: Member) =>
  (await member.call<SessionView>('/api/session')).body.user?.closes_at
const count = async (statement: string, ...values: unknown[]) =>
  (await app.deps.db.pool.query(statement, values)).rowCount
/** As if the time had come. */
async function wait(member: Member): Promise<number> {
  await app.deps.db.pool.query(
    `update account_closings set closes_at = now() - interval '1 second' where user_id = $1`,
    [member.userId],
  )
  return deleteClosedAccounts(app.deps)
}
const setRole = (member: Member, role: string) =>
  app.deps.db.pool.query('update profiles set role = $1 where id = $2', [role, member.userId])

// shows: interface-22, terms-4
describe('closing an account', () => {
  test('tells the day, at sign-in too, and can be taken back until then', async () => {
    const person = await app.person()
    expect(await closesAt(person)).toBeNull()
    const { status, body } = await close(person)
    expect(status).toBe(200)
    const days = (new Date(body.closes_at).getTime() - Date.now()) / 86_400_000
    expect(days).toBeGreaterThan(29.8)
    expect(days).toBeLessThan(30)
    const again = app.visitor()
    await again.call('/api/accounts/sign-in', { body: { email: person.email, password } })
    expect((await again.call<SessionView>('/api/session')).body.user?.closes_at).toBe(
      body.closes_at,
    )
    // Closing once more does not move the day.
    expect((await close(person)).body.closes_at).toBe(body.closes_at)
    for (let times = 0; times < 2; times++) {
      const kept = await person.call('/api/accounts/keep', { method: 'POST' })
      expect([kept.status, kept.body]).toEqual([200, { closes_at: null }])
    }
    expect(await closesAt(person)).toBeNull()
    expect(await wait(person)).toBe(0)
    expect(await closesAt(person)).toBeNull()
  })

  // shows: interface-22
  test('is not done by a clock that jumped: its organization would go with it', async () => {
    const person = await app.owner()
    await close(person)
    app.clock.drift(31 * 86_400)
    expect(await deleteClosedAccounts(app.deps)).toBe(0)
    app.clock.reset()
    await person.call('/api/accounts/keep', { method: 'POST' })
    expect(await count('select from users where id = $1', person.userId)).toBe(1)
    expect(await count('select from organizations where id = $1', person.organization.id)).toBe(1)
  })

  // shows: privacy-25
  test('deletes nothing before its time', async () => {
    const owner = await app.owner('Closing Time')
    await app.confirm(owner)
    const person = await app.person()
    // An owner is told by mail who waits for approval.
    await person.call('/api/organizations/join', { body: { name: 'Closing Time' } })
    await sendMails(app.deps)
    app.clock.move(61)
    const countJoinMails = async () => {
      await sendMails(app.deps)
      return count(
        `select subject from local_mailbox where recipient = $1 and subject like '%join%'`,
        owner.email,
      )
    }
    await expect.poll(countJoinMails).toBe(1)
    app.clock.move(-61)
    await close(person)
    expect(await deleteClosedAccounts(app.deps)).toBe(0)
    expect(await closesAt(person)).toEqual(expect.any(String))
    app.clock.move((RETENTION.closedAccountHours + 1) * 3600)
    expect(await deleteClosedAccounts(app.deps)).toBe(1)
    app.clock.move(-(RETENTION.closedAccountHours + 1) * 3600)
    expect((await person.call<SessionView>('/api/session')).body.user).toBeNull()
    expect(await countJoinMails()).toBe(0)
  })

  test('asks for the password again, as seldom as the sign-in does', async () => {
    const person = await app.person()
    for (let tries = 0; tries < 5; tries++) {
      const { status, body } = await close(person, 'wrong')
      expect([status, body.error.message]).toEqual([403, 'This is not your password.'])
    }
    expect((await close(person)).status).toBe(429)
    expect(await closesAt(person)).toBeNull()
  })

  test('is for whoever is signed in', async () => {
    for (const address of ['/api/accounts/close', '/api/accounts/keep']) {
      const { status } = await app.visitor().call(address, { body: { password } })
      expect(status).toBe(401)
    }
  })
})

describe('when the time has come', () => {
  // shows: interface-29, privacy-25, privacy-27, terms-6
  test('nothing of the person is left but the trail, which names nobody', async () => {
    const owner = await app.owner()
    const person = await app.staff(owner)
    const job = await app.job(owner)
    const { id } = await insertApplication(
      app.deps.db.queries,
      { organization: owner.organization, job },
      'maya@example.com',
    )
    await person.call(`/api/applicants/${id}/status`, {
      method: 'PATCH',
      body: { status: 'reviewing' },
    })
    await person.call('/api/accounts/request-reset', { body: { email: person.email } })
    const elsewhere = await app.owner()
    const { status } = await elsewhere.call('/api/organizations/invitations', {
      body: { email: person.email },
    })
    expect(status).toBe(201)
    await app.mailTo(person.email)
    await close(person)
    expect(await wait(person)).toBe(1)
    expect(await wait(person)).toBe(0)

    expect((await person.call('/api/applicants')).status).toBe(401)
    const signIn = await app
      .visitor()
      .call('/api/accounts/sign-in', { body: { email: person.email, password } })
    expect(signIn.status).toBe(401)
    // Every text and JSON column of every table.
    const { rows: columns } = await app.deps.db.pool.query<{ name: string; of: string }>(
      `select column_name as name, table_name as of from information_schema.columns
       where table_schema = 'public' and data_type in ('text', 'jsonb', 'uuid')`,
    )
    const left: string[] = []
    for (const { name, of } of columns) {
      const found = await count(
        `select from ${of} where strpos(${name}::text, $1) > 0 or ${name}::text = $2`,
        person.email,
        person.userId,
      )
      if (found) left.push(`${of}.${name}`)
    }
    // The id alone: there is no person behind it any more. The last so that no backup brings them back.
    expect(left.toSorted()).toEqual([
      'audit_events.actor_id',
      'audit_events.resource_id',
      'copied_acts.subject',
    ])
    const { rows } = await app.deps.db.pool.query(
      `select action, actor_id is null as by_nobody from audit_events where resource_id = $1 order by id`,
      [person.userId],
    )
    expect(rows).toEqual([
      { action: 'account.closed', by_nobody: false },
      { action: 'account.deleted', by_nobody: true },
    ])
    // What they did stays done.
    expect((await owner.call(`/api/applicants/${id}`)).body).toMatchObject({
      applicant: { status: 'reviewing' },
    })
    expect((await app.person(person.email)).userId).not.toBe(person.userId)
  })

  // shows: 7-141
  test('mails about the person’s own application stay, sent and waiting, and its page says the same', async () => {
    const owner = await app.owner()
    const job = await app.job(owner)
    const person = await app.person()
    const form = await app.visitor().form('/api/applications', {
      token: await app.grant(person.email, job),
      firstName: 'Maya',
      lastName: 'Okafor',
    })
    const { id } = (await form.json()) as { id: string }
    const { text } = await app.mailTo(person.email, /^We have your application/)
    const readPage = async () =>
      textOf(await (await app.visitor().fetch(/\/me\/[\w-]+/.exec(text)?.[0] ?? '')).text())
    await owner.call('/api/applicants/move', {
      body: { status: 'rejected', ids: [id], mail: true },
    })
    app.clock.move(700)
    await app.mailTo(person.email, /^An update/)
    app.clock.reset()
    const page = await readPage()
    expect(page).toContain('Closed')
    await person.call('/api/accounts/request-reset', { body: { email: person.email } })
    await app.mailTo(person.email, /password/)
    await app.deps.db.pool.query(
      `insert into mail_outbox (kind, recipient, sender_name, data_sealed) values ('breach-notice', $1, '', '')`,
      [person.email],
    )
    await close(person)
    expect(await wait(person)).toBe(1)
    expect(await readPage()).toBe(page)
    const { rows } = await app.deps.db.pool.query<{ kind: string; is_local: boolean }>(
      `select kind, local_mailbox.id is not null as is_local from mail_outbox
       left join local_mailbox using (id) where mail_outbox.recipient = $1 order by kind`,
      [person.email],
    )
    expect(rows).toEqual([
      { kind: 'application-received', is_local: true },
      { kind: 'breach-notice', is_local: false },
      { kind: 'status-update', is_local: true },
      { kind: 'verification', is_local: true },
    ])
    expect(await count('select from local_mailbox where recipient = $1', person.email)).toBe(3)
  })

  // shows: interface-22
  test('the last owner must have handed over first, and one who is leaving too does not count', async () => {
    const owner = await app.owner()
    const second = await app.staff(owner)
    const refused = await close(owner)
    expect([refused.status, refused.body.error.code]).toEqual([409, 'account.lastOwner'])
    expect(await closesAt(owner)).toBeNull()
    await setRole(second, 'organization_owner')
    expect((await close(owner)).status).toBe(200)
    expect((await close(second)).status).toBe(409)
    await owner.call('/api/accounts/keep', { method: 'POST' })
    expect((await close(second)).status).toBe(200)
  })

  test('two owners at the same moment: one of them stays', async () => {
    const owner = await app.owner()
    const second = await app.staff(owner)
    await setRole(second, 'organization_owner')
    const answers = await Promise.all([close(owner), close(second)])
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409])
  })

  test('an organization with nobody else goes with its last member', async () => {
    const owner = await app.owner()
    const job = await app.job(owner)
    const waiting = await app.staff(owner)
    await app.deps.db.pool.query('update profiles set is_approved = false where id = $1', [
      waiting.userId,
    ])
    const shop = { organization: owner.organization, job }
    await insertApplication(app.deps.db.queries, shop, 'maya@example.com')
    expect((await close(owner)).status).toBe(200)
    expect(await wait(owner)).toBe(1)
    const id = owner.organization.id
    expect(await count('select from organizations where id = $1', id)).toBe(0)
    expect(await count('select from applicants where organization_id = $1', id)).toBe(0)
    const { user, organization } = (await waiting.call<SessionView>('/api/session')).body
    expect([user?.id, organization]).toEqual([waiting.userId, null])
    expect(
      await count(
        `select from audit_events where resource_id = $1 and action = 'organization.deleted'`,
        id,
      ),
    ).toBe(1)
  })

  test('an organization that lost its other owners meanwhile gets its longest member as one', async () => {
    const owner = await app.owner()
    const [second, third] = [await app.staff(owner), await app.staff(owner)]
    await setRole(second, 'organization_owner')
    await close(owner)
    await setRole(second, 'staff')
    const approve = 'update profiles set approved_at = $1 where id = $2'
    await app.deps.db.pool.query(approve, ['2026-02-01', second.userId])
    await app.deps.db.pool.query(approve, ['2026-01-01', third.userId])
    expect(await wait(owner)).toBe(1)
    const { profile } = (await third.call<SessionView>('/api/session')).body
    expect(profile?.role).toBe('organization_owner')
  })
})
