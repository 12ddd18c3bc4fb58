// The operator manages accounts with the admin part of the public auth-js client.
import { describe, expect, test } from 'vitest'
import { type AuditPage } from '#domain/audit/audit.ts'
import { describeAuditEvent } from '#domain/audit/audit-sentences.ts'
import { createTestApp, openApp, type Member } from '#test/app.ts'
import { authClient } from '#test/people/auth-client.ts'

const operatorToken = 'operator-'.repeat(4)
const app = await openApp({ env: { OPERATOR_TOKEN: operatorToken } })

const password = 'correct horse'
const names = { first_name: 'Ana', last_name: 'Silva' }
let people = 0
const address = () => `managed-${++people}@staff.example`
const client = () => authClient(app.url)
const bearing = (token: string) =>
  authClient(app.url, { headers: { authorization: `Bearer ${token}` } }).admin
const admin = () => bearing(operatorToken)
const unknownId = '00000000-0000-4000-8000-000000000000'

async function created(values: object = {}) {
  const email = address()
  const { data, error } = await admin().createUser({
    email,
    password,
    user_metadata: names,
    ...values,
  })
  if (error) throw error
  return { email, id: data.user.id, user: data.user }
}
const signIn = async (email: string, typed = password) => {
  const auth = client()
  const { error } = await auth.signInWithPassword({ email, password: typed })
  return { auth, code: error?.code }
}

describe('metadata', () => {
  const put = (auth: ReturnType<typeof client>, data: object) => auth.updateUser({ data })

  test('of changes at once is merged, each with the others', async () => {
    const { email, id } = await created({ email_confirm: true })
    const { auth } = await signIn(email)
    const parts = Array.from({ length: 6 }, (_, index) => `part${index}`)
    await Promise.all([
      ...parts.map((part) => put(auth, { [part]: part })),
      ...parts.map((part) =>
        admin().updateUserById(id, { user_metadata: { [`our ${part}`]: part } }),
      ),
    ])
    const { data } = await admin().getUserById(id)
    for (const part of parts) {
      expect(data.user?.user_metadata).toMatchObject({ [part]: part, [`our ${part}`]: part })
    }
  })

  test('has its limit for all of it together, whoever adds to it', async () => {
    const { email, id } = await created({ email_confirm: true })
    const { auth } = await signIn(email)
    const large = 'x'.repeat(9000)
    const refused = { status: 400, message: 'The metadata of a user can have at most 16 kB.' }
    expect((await put(auth, { one: large })).error).toBeNull()
    expect((await put(auth, { two: large })).error).toMatchObject(refused)
    const by = (values: object) => admin().updateUserById(id, values)
    expect((await by({ user_metadata: { two: large } })).error).toMatchObject(refused)
    expect((await by({ app_metadata: { one: large } })).error).toBeNull()
    expect((await by({ app_metadata: { two: large } })).error).toMatchObject(refused)
    expect((await put(auth, { one: 'small', two: large })).error).toBeNull()
  })
})

describe('the operator', () => {
  // shows: 7-31
  test('creates an account that can sign in', async () => {
    const { email, user } = await created({
      email_confirm: true,
      app_metadata: { plan: 'free' },
      user_metadata: { ...names, theme: 'dark' },
    })
    expect(user).toMatchObject({
      email,
      email_confirmed_at: expect.any(String),
      app_metadata: { plan: 'free', provider: 'email' },
      user_metadata: { ...names, theme: 'dark' },
    })
    expect((await signIn(email)).code).toBeUndefined()
    const { rows } = await app.deps.db.pool.query(
      'select is_approved from profiles where id = $1',
      [user.id],
    )
    expect(rows).toEqual([{ is_approved: false }])
  })

  test('creates one without a password, which a mail opens', async () => {
    const { email, id } = await created({ password: undefined })
    expect((await signIn(email, '')).code).toBe('invalid_credentials')
    await client().signInWithOtp({ email })
    const { code } = await app.mailTo(email)
    const { data } = await client().verifyOtp({ email, token: code, type: 'email' })
    expect(data.user?.id).toBe(id)
  })

  test('reads them one by one and page by page', async () => {
    const { id, email } = await created()
    await created()
    expect((await admin().getUserById(id)).data.user?.email).toBe(email)
    const first = await admin().listUsers({ page: 1, perPage: 1 })
    expect(first.data.users).toHaveLength(1)
    expect(first.data).toMatchObject({
      nextPage: 2,
      total: expect.any(Number),
      aud: 'authenticated',
    })
    const second = await admin().listUsers({ page: 2, perPage: 1 })
    expect(second.data.users.map((user) => user.id)).toEqual([id])
    expect((await admin().listUsers()).data.users.length).toBeGreaterThan(1)
  })

  test('changes what the person could, and a new password ends every session', async () => {
    const { id, email } = await created()
    const { auth } = await signIn(email)
    const next = address()
    const { data, error } = await admin().updateUserById(id, {
      email: next.toUpperCase(),
      password: 'battery staple',
      user_metadata: { first_name: 'Zoë' },
      app_metadata: { plan: 'paid' },
      email_confirm: true,
    })
    expect(error).toBeNull()
    expect(data.user).toMatchObject({
      email: next,
      user_metadata: { first_name: 'Zoë', last_name: 'Silva' },
      app_metadata: { plan: 'paid' },
    })
    expect((await auth.getUser()).error?.name).toBe('AuthSessionMissingError')
    expect((await signIn(next, 'battery staple')).code).toBeUndefined()
  })

  // shows: V7.4.2, V7.4.5
  test('suspends an account at once, and takes it back', async () => {
    const { id, email } = await created()
    const { auth } = await signIn(email)
    const { data } = await admin().updateUserById(id, { ban_duration: '1h30m' })
    const left = Date.parse(data.user?.banned_until ?? '') - Date.now()
    expect(Math.round(left / 60_000)).toBe(90)
    expect((await auth.getUser()).error?.name).toBe('AuthSessionMissingError')
    expect((await auth.refreshSession()).error).not.toBeNull()
    expect((await signIn(email)).code).toBe('user_banned')
    await admin().updateUserById(id, { ban_duration: 'none' })
    expect((await signIn(email)).code).toBeUndefined()
  })

  test('deletes an account with everything of it', async () => {
    const { id, email } = await created()
    const { auth } = await signIn(email)
    await client().resetPasswordForEmail(email)
    await app.mailTo(email)
    const left = async () => {
      const { rows } = await app.deps.db.pool.query(
        `select 'mail' as what from mail_outbox where recipient = $1
         union select 'copy' from local_mailbox where recipient = $1
         union select 'origin' from audit_events where actor_id = $2 and ip_address is not null`,
        [email, id],
      )
      return rows.length
    }
    expect(await left()).toBe(3)
    expect((await admin().deleteUser(id)).data.user?.id).toBe(id)
    expect(await left()).toBe(0)
    expect((await auth.getUser()).error?.name).toBe('AuthSessionMissingError')
    expect((await signIn(email)).code).toBe('invalid_credentials')
    expect((await admin().getUserById(id)).error?.code).toBe('user_not_found')
    const { rows } = await app.deps.db.pool.query(
      'select action, actor_id from audit_events where resource_id = $1 order by id',
      [id],
    )
    expect(rows).toContainEqual({ action: 'operator.user_deleted', actor_id: null })
    expect(JSON.stringify(rows)).not.toContain(email)
  })

  test('is seen by the owners of whoever it was done to, and by nobody else', async () => {
    const owner = await app.owner('Watched Shop')
    const stranger = await app.owner('Other Shop')
    const clerk = await app.staff(owner)
    await admin().generateLink({ type: 'magiclink', email: clerk.email })
    await admin().updateUserById(clerk.userId, { ban_duration: '1h' })
    await admin().deleteUser(clerk.userId)
    const read = async (member: Member) => {
      const { body } = await member.call<AuditPage>('/api/audit?action=operator')
      return body.events.map(describeAuditEvent)
    }
    const who = 'The operator of this installation'
    expect(await read(owner)).toEqual([
      `${who} deleted the account of a person`,
      `${who} changed the account of a person`,
      `${who} made a link by which a person’s account can be opened`,
    ])
    expect(await read(stranger)).toEqual([])
  })

  test('removes a lost factor', async () => {
    const { id, email } = await created()
    const { auth } = await signIn(email)
    await app.confirm({ userId: id })
    const { data } = await auth.mfa.enroll({ factorType: 'totp' })
    const factors = await admin().mfa.listFactors({ userId: id })
    expect(factors.data?.factors).toMatchObject([{ id: data?.id, status: 'unverified' }])
    await admin().mfa.deleteFactor({ userId: id, id: data?.id ?? '' })
    expect((await admin().mfa.listFactors({ userId: id })).data?.factors).toEqual([])
  })
})

describe('is refused', () => {
  test('what cannot be', async () => {
    const one = await created()
    const other = await created()
    const owner = await app.owner()
    const answers = [
      [
        await admin().createUser({ email: one.email.toUpperCase(), user_metadata: names }),
        422,
        'email_exists',
      ],
      [await admin().createUser({ email: address() }), 400, 'validation_failed'],
      [
        await admin().createUser({ email: address(), password: '1', user_metadata: names }),
        422,
        'weak_password',
      ],
      [await admin().updateUserById(one.id, { email: other.email }), 422, 'email_exists'],
      [
        await admin().updateUserById(one.id, { ban_duration: 'for ever' }),
        400,
        'validation_failed',
      ],
      [await admin().updateUserById(unknownId, { email: address() }), 404, 'user_not_found'],
      [await admin().getUserById(unknownId), 404, 'user_not_found'],
      [await admin().deleteUser(unknownId), 404, 'user_not_found'],
      [await admin().deleteUser(one.id, true), 400, 'validation_failed'],
      [await admin().deleteUser(owner.userId), 409, 'conflict'],
    ] as const
    for (const [{ error }, status, code] of answers) {
      expect([error?.status, error?.code]).toEqual([status, code])
    }
    expect((await admin().getUserById(one.id)).data.user?.email).toBe(one.email)
  })

  // shows: 7-31
  test('everybody else: nobody, an owner, a wrong token', async () => {
    const { auth } = await signIn((await app.owner()).email)
    const { data } = await auth.getSession()
    const { id } = await created()
    const tokens = [data.session?.access_token ?? '', `${operatorToken}x`, operatorToken.slice(1)]
    for (const token of tokens) {
      const calls = [
        await bearing(token).listUsers(),
        await bearing(token).getUserById(id),
        await bearing(token).createUser({ email: address(), user_metadata: names }),
        await bearing(token).updateUserById(id, { password: 'battery staple' }),
        await bearing(token).deleteUser(id),
      ]
      for (const { error } of calls)
        expect([error?.status, error?.code]).toEqual([403, 'not_admin'])
    }
    expect((await client().admin.listUsers()).error?.code).toBe('no_authorization')
    const headers = { authorization: `Bearer ${operatorToken}` }
    expect((await app.visitor().call('/api/jobs', { headers })).status).toBe(401)
  })

  test('everybody, where the installation has no operator token', async () => {
    const without = await createTestApp()
    try {
      for (const token of [operatorToken, 'undefined']) {
        const headers = { authorization: `Bearer ${token}` }
        const { error } = await authClient(without.url, { headers }).admin.listUsers()
        expect([error?.status, error?.code]).toEqual([403, 'not_admin'])
      }
    } finally {
      await without.close()
    }
  })
})

test('a change of an account that is refused leaves its password and its sessions', async () => {
  const [{ email, id }, other] = [await created({ email_confirm: true }), await created()]
  const { auth } = await signIn(email)
  const { error } = await admin().updateUserById(id, {
    password: 'another horse battery',
    email: other.email,
  })
  expect(error?.code).toBe('email_exists')
  expect((await signIn(email)).code).toBeUndefined()
  expect((await auth.refreshSession()).error).toBeNull()
})
