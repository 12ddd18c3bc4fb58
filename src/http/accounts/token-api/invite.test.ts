// The operator invites people and creates links, with the admin part of the auth-js client.
import { randomUUID } from 'node:crypto'
import { GoTrueAdminApi } from '@supabase/auth-js'
import { describe, expect, test } from 'vitest'
import { openApp } from '#test/app.ts'
import { authClient } from '#test/people/auth-client.ts'

const operatorToken = 'operator-'.repeat(4)
const app = await openApp({ env: { OPERATOR_TOKEN: operatorToken } })
const admin = new GoTrueAdminApi({
  url: `${app.url}/auth/v1`,
  headers: { Authorization: `Bearer ${operatorToken}` },
})

const fresh = () => `${randomUUID().slice(0, 8)}@staff.example`

describe('whoever is invited', () => {
  // shows: 7-16
  test('is mailed a link that opens the account, once', async () => {
    const email = fresh()
    const data = { first_name: 'Ana', last_name: 'Silva', team: 'tea' }
    const { data: invited, error } = await admin.inviteUserByEmail(email, {
      data,
      redirectTo: `${app.url}/organizations`,
    })
    expect(error).toBeNull()
    expect(invited.user?.user_metadata).toEqual(data)
    expect(invited.user?.email_confirmed_at).toBeUndefined()
    const { subject, text, code } = await app.mailTo(email)
    expect(subject).toContain('your account at Storehand')
    expect(text).toContain('valid for 72 hours')
    expect(text).toContain(encodeURIComponent(`${app.url}/organizations`))
    const client = authClient(app.url)
    const verify = () => client.verifyOtp({ type: 'invite', email, token: code })
    const opened = await verify()
    expect(opened.data.user?.id).toBe(invited.user?.id)
    expect(opened.data.user?.email_confirmed_at).toBeTruthy()
    expect((await verify()).error?.code).toBe('otp_expired')
    expect((await client.updateUser({ password: 'correct horse' })).error).toBeNull()
  })

  test('may be invited again until they came, and never after that', async () => {
    const email = fresh()
    const first = await admin.inviteUserByEmail(email)
    expect(first.data.user?.user_metadata.first_name).toBe(email.split('@')[0])
    const second = await admin.inviteUserByEmail(email)
    expect(second.data.user?.id).toBe(first.data.user?.id)
    const { code } = await app.mailTo(email)
    await authClient(app.url).verifyOtp({ type: 'invite', email, token: code })
    const { error } = await admin.inviteUserByEmail(email)
    expect([error?.status, error?.code]).toEqual([422, 'email_exists'])
  })

  test('is not let in by the kind of another mail', async () => {
    const email = fresh()
    await admin.inviteUserByEmail(email)
    const { code } = await app.mailTo(email)
    const { error } = await authClient(app.url).verifyOtp({ type: 'recovery', email, token: code })
    expect(error?.code).toBe('otp_expired')
  })
})

describe('a link', () => {
  const known = async () => {
    const { email } = await app.person()
    await app.mailTo(email, /confirm your Storehand account/)
    await app.deps.db.pool.query('delete from mail_outbox where recipient = $1', [email])
    return email
  }
  type Made = Parameters<GoTrueAdminApi['generateLink']>[0]
  // shows: 7-16
  test.each<[what: string, ask: () => Promise<Made>, type: 'email' | 'recovery' | 'invite']>([
    [
      'to sign up',
      async () => ({ type: 'signup', email: fresh(), password: 'correct horse' }),
      'email',
    ],
    ['to accept an invitation', async () => ({ type: 'invite', email: fresh() }), 'invite'],
    ['to sign in', async () => ({ type: 'magiclink', email: await known() }), 'email'],
    ['to sign in for the first time', async () => ({ type: 'magiclink', email: fresh() }), 'email'],
    ['to recover', async () => ({ type: 'recovery', email: await known() }), 'recovery'],
  ])('%s', async (_, ask, type) => {
    const asked = await ask()
    const { data, error } = await admin.generateLink(asked)
    expect(error).toBeNull()
    expect(data.properties).toMatchObject({
      verification_type: asked.type,
      redirect_to: `${app.url}/`,
      email_otp: expect.stringMatching(/^\d{6}$/),
    })
    expect(data.properties?.action_link).toContain(`${app.url}/auth/v1/verify?token=`)
    // Nothing was mailed: the operator brings it to the person.
    await expect(app.mailTo(asked.email)).rejects.toThrow('no mail')
    const opened = await authClient(app.url).verifyOtp({
      type,
      token_hash: data.properties?.hashed_token ?? '',
    })
    expect(opened.data.user?.email).toBe(asked.email)
  })

  test('to a new address changes it when it is opened', async () => {
    const email = await known()
    const newEmail = fresh()
    const { data } = await admin.generateLink({ type: 'email_change_new', email, newEmail })
    const { hashed_token = '' } = data.properties ?? {}
    const opened = await authClient(app.url).verifyOtp({
      type: 'email_change',
      token_hash: hashed_token,
    })
    expect(opened.data.user?.email).toBe(newEmail)
  })

  test('leads to our own pages only', async () => {
    const options = { redirectTo: 'https://evil.example/steal' }
    const { data } = await admin.generateLink({ type: 'magiclink', email: fresh(), options })
    expect(data.properties?.redirect_to).toBe(`${app.url}/`)
    expect(data.properties?.action_link).not.toContain('evil')
  })

  test('is refused for accounts that are not there, or are already', async () => {
    const codeOf = async (asked: Made) => {
      const { error } = await admin.generateLink(asked)
      return [error?.status, error?.code]
    }
    expect(await codeOf({ type: 'recovery', email: fresh() })).toEqual([404, 'user_not_found'])
    const email = fresh()
    await admin.createUser({
      email,
      email_confirm: true,
      user_metadata: { first_name: 'Ana', last_name: 'Silva' },
    })
    const taken = [422, 'email_exists']
    expect(await codeOf({ type: 'signup', email, password: 'another horse' })).toEqual(taken)
    expect(await codeOf({ type: 'invite', email })).toEqual(taken)
    const other = await known()
    expect(await codeOf({ type: 'email_change_new', email: other, newEmail: email })).toEqual(taken)
  })
})

test('nobody else invites or makes links', async () => {
  const owner = await app.owner()
  const wrong: Record<string, string> = { authorization: `Bearer ${'x'.repeat(40)}` }
  for (const headers of [{}, wrong]) {
    for (const [address, body] of [
      ['/auth/v1/invite', { email: fresh() }],
      ['/auth/v1/admin/generate_link', { type: 'recovery', email: owner.email }],
    ] as const) {
      const { status } = await owner.call(address, { body, headers })
      expect(status).toBe('authorization' in headers ? 403 : 401)
    }
  }
})

test('the list of accounts tells their factors and how they sign in', async () => {
  const person = await app.person()
  await app.deps.db.pool.query(
    `insert into auth_factors (user_id, factor_type, status) values ($1, 'totp', 'verified')`,
    [person.userId],
  )
  const { data } = await admin.listUsers({ page: 1, perPage: 1000 })
  const found = data.users.find(({ id }) => id === person.userId)
  expect(found?.factors?.map(({ factor_type }) => factor_type)).toEqual(['totp'])
  expect(data.users.filter(({ factors }) => factors?.length)).toHaveLength(1)
})
