// Attacks on accounts by a person who knows the source code: sign-in methods set up before an address was verified,
// unfinished factors, sessions of two people in one request, and what answers reveal about other people.
import { createHash, randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { PasskeyView } from '#domain/accounts/passkeys.ts'
import { accountMailUses } from '#domain/accounts/account-limits.ts'
import { LIMITS } from '#domain/limits.ts'
import { openApp, type Member, type Visitor } from '#test/app.ts'
import { authClient } from '#test/people/auth-client.ts'
import {
  device,
  type CreateOptions,
  type Device,
  type RequestOptions,
} from '#test/people/device.ts'
import { openIdServer } from '#test/servers/openid-provider.ts'
import { codeOfPhone } from '#test/people/phone.ts'

const provider = await openIdServer()
afterAll(() => provider.close())
const app = await openApp({
  env: { OPENID_PROVIDERS: JSON.stringify([provider.setting]), TRUSTED_PROXIES: '1' },
})

beforeAll(async () => {
  provider.register(app.url, { conformIdTokenClaims: false })
})
// Everybody here comes from one network.
beforeEach(() => app.deps.db.pool.query('delete from usage_times'))

const password = 'correct horse'
type Refusal = { error: { code: string } }
const codeOf = ({ body }: { body: unknown }) => (body as Refusal).error?.code
const setProved = (person: { userId: string }, is: boolean) =>
  app.deps.db.pool.query('update users set email_verified = $1 where id = $2', [is, person.userId])
const isProved = async (person: { userId: string }) => {
  const { rows } = await app.deps.db.pool.query<{ email_verified: boolean }>(
    'select email_verified from users where id = $1',
    [person.userId],
  )
  return rows[0]?.email_verified
}
const whoIs = async (visitor: Visitor) =>
  (await visitor.call<{ user: { id: string } | null }>('/api/session')).body.user?.id
const whoBears = async (token: string | undefined) => {
  const headers = { authorization: `Bearer ${token}` }
  const { body } = await app.visitor().call<{ user: { id: string } | null }>('/api/session', {
    headers,
  })
  return body.user?.id
}

/** As it could be done before addresses had to be confirmed first. */
async function withPasskey(person: Member): Promise<Device> {
  await setProved(person, true)
  const mine = device(app.url)
  type Asked = { challenge_id: string; options: CreateOptions }
  const { body } = await person.call<Asked>('/api/accounts/passkeys/begin', { body: {} })
  const credential = mine.create(body.options)
  const input = { challenge_id: body.challenge_id, name: 'Mine', credential }
  const { status } = await person.call<PasskeyView>('/api/accounts/passkeys', { body: input })
  expect(status).toBe(201)
  await setProved(person, false)
  return mine
}

async function signInByPasskey(by: Device): Promise<Visitor> {
  const visitor = app.visitor()
  type Asked = { challenge_id: string; options: RequestOptions }
  const { body } = await visitor.call<Asked>('/api/accounts/passkey-sign-in/begin', { body: {} })
  const input = { challenge_id: body.challenge_id, credential: by.get(body.options) }
  await visitor.call('/api/accounts/passkey-sign-in', { body: input })
  return visitor
}

/** With a code generator on the account page, set up while the address counted as proved. */
async function withPhone(person: Member): Promise<string> {
  const before = await isProved(person)
  await setProved(person, true)
  type Offer = { factor_id: string; secret: string }
  const begun = await person.call<Offer>('/api/accounts/second-factor/enroll', { body: {} })
  const { factor_id, secret } = begun.body
  const confirmed = await person.call('/api/accounts/second-factor/confirm', {
    body: { factor_id, code: codeOfPhone(secret, app.clock.now()) },
  })
  expect(confirmed.status).toBe(200)
  if (before === false) await setProved(person, false)
  return secret
}

async function mailedCode(email: string) {
  const client = authClient(app.url)
  await client.signInWithOtp({ email })
  const { code } = await app.mailTo(email, /sign in/)
  return { client, proved: await client.verifyOtp({ email, token: code, type: 'email' }) }
}

async function resetBy(email: string, newPassword: string): Promise<number> {
  const visitor = app.visitor()
  await visitor.call('/api/accounts/request-reset', { body: { email } })
  const { token } = await app.mailTo(email, /password/)
  const body = { token, password: newPassword }
  return (await visitor.call('/api/accounts/reset-password', { body })).status
}

const signIn = async (email: string, given: string) => {
  const visitor = app.visitor()
  const { status } = await visitor.call('/api/accounts/sign-in', {
    body: { email, password: given },
  })
  return { visitor, status }
}

async function bearerOf(email: string, given = password) {
  const client = authClient(app.url)
  const { data, error } = await client.signInWithPassword({ email, password: given })
  if (error || !data.session) throw error ?? new Error('no session')
  return { client, token: data.session.access_token }
}

describe('a mailed proof where there is a second factor', () => {
  // shows: V6.4.3
  test('of an address that was never confirmed leaves factors, password and passkeys, and opens nothing alone', async () => {
    const owner = await app.owner()
    await withPasskey(owner)
    await withPhone(owner)
    const { client, proved } = await mailedCode(owner.email)
    expect(proved.error).toBeNull()
    expect(proved.data.user?.factors?.map(({ factor_type }) => factor_type).toSorted()).toEqual([
      'recovery_code',
      'totp',
    ])
    const { data } = await client.getSession()
    expect(await whoBears(data.session?.access_token)).toBeUndefined()
    expect(await isProved(owner)).toBe(false)
    expect(
      (await owner.call<{ passkeys: object[] }>('/api/accounts/passkeys')).body.passkeys,
    ).toHaveLength(1)
    expect((await signIn(owner.email, password)).status).toBe(200)
  })

  test('by reset link or provider does not remove it either, nor link the provider', async () => {
    const owner = await app.owner()
    await withPhone(owner)
    const login = randomUUID()
    provider.people.set(login, { email: owner.email, email_verified: true })
    const nonce = randomUUID()
    const hashed = createHash('sha256').update(nonce).digest('hex')
    const token = await provider.idToken(app.url, login, hashed)
    const client = authClient(app.url)
    const { data } = await client.signInWithIdToken({
      provider: 'acme',
      token,
      nonce,
    })
    expect(await whoBears(data.session?.access_token)).toBeUndefined()
    const { rows } = await app.deps.db.pool.query(
      `select provider_id from credentials where user_id = $1 and provider_id <> 'credential'`,
      [owner.userId],
    )
    expect(rows).toEqual([])
    expect(await resetBy(owner.email, 'battery staple')).toBe(200)
    const { visitor } = await signIn(owner.email, 'battery staple')
    expect(await whoIs(visitor)).toBeUndefined()
  })

  test('takes the account over a week after the first, where nobody with the factor confirmed the address', async () => {
    const squatted = await app.owner()
    await withPhone(squatted)
    await mailedCode(squatted.email)
    const { text } = await app.mailTo(squatted.email, /^Confirm the email address/)
    expect(text).toContain('confirm your email address within seven days')
    const waitedFor = (days: number) =>
      app.deps.db.pool.query(
        'update users set claimed_at = now() - make_interval(hours => $2) where id = $1',
        [squatted.userId, days * 24],
      )
    await waitedFor(6)
    expect((await mailedCode(squatted.email)).proved.data.user?.factors).toHaveLength(2)
    await waitedFor(7)
    const { client, proved } = await mailedCode(squatted.email)
    expect(proved.data.user?.factors ?? []).toEqual([])
    const { data } = await client.getSession()
    expect(await whoBears(data.session?.access_token)).toBe(squatted.userId)
    expect(await whoIs(squatted)).toBeUndefined()
    expect((await signIn(squatted.email, password)).status).not.toBe(200)
  })

  test('leaves nobody beside its owner when the factor is taken away meanwhile', async () => {
    const squatted = await app.owner()
    await withPhone(squatted)
    await mailedCode(squatted.email)
    await app.deps.db.pool.query('delete from auth_factors where user_id = $1', [squatted.userId])
    const { client } = await mailedCode(squatted.email)
    const { data } = await client.getSession()
    expect(await whoBears(data.session?.access_token)).toBe(squatted.userId)
    expect(await whoIs(squatted)).toBeUndefined()
  })

  test('is confirmed by its code in a session that showed the factor', async () => {
    const owner = await app.owner()
    await withPhone(owner)
    expect((await owner.call('/api/accounts/confirm-address', { body: {} })).status).toBe(200)
    const { code } = await app.mailTo(owner.email, /confirm/)
    const done = await owner.call('/api/accounts/confirm-address/verify', { body: { code } })
    expect([done.status, await isProved(owner)]).toEqual([200, true])
    expect((await owner.call<{ since: string }>('/api/accounts/second-factor')).body.since).toEqual(
      expect.any(String),
    )
  })
})

describe('whoever signed a stranger up and waits', () => {
  const waysOfProof: [string, (squatted: Member) => Promise<void>][] = [
    ['a reset', async ({ email }) => expect(await resetBy(email, 'battery staple')).toBe(200)],
    [
      'a mailed code',
      async ({ email }) => expect((await mailedCode(email)).proved.error).toBeNull(),
    ],
    [
      "a provider's word",
      async ({ email }) => {
        const login = randomUUID()
        provider.people.set(login, { email, email_verified: true })
        const token = await provider.idToken(app.url, login)
        const signedIn = await authClient(app.url).signInWithIdToken({
          provider: 'acme',
          token,
        })
        expect(signedIn.error).toBeNull()
      },
    ],
  ]
  // shows: interface-21
  test.each(waysOfProof)(
    'is out after %s: password, session, passkey and tokens',
    async (_, prove) => {
      const squatter = await app.person()
      const theirs = await withPasskey(squatter)
      const { client, token } = await bearerOf(squatter.email)
      await prove(squatter)
      expect(await isProved(squatter)).toBe(true)
      expect(await whoIs(squatter)).toBeUndefined()
      expect(await whoBears(token)).toBeUndefined()
      expect((await client.refreshSession()).error).not.toBeNull()
      expect((await signIn(squatter.email, password)).status).toBe(401)
      expect(await whoIs(await signInByPasskey(theirs))).toBeUndefined()
    },
  )

  test('is not inside the organization that invited its owner', async () => {
    const shop = await app.owner()
    const squatter = await app.person()
    const theirs = await withPasskey(squatter)
    await shop.call('/api/organizations/invitations', { body: { email: squatter.email } })
    const invitation = await app.mailTo(squatter.email, /invite/i)
    const token = /invitation=([\w-]+)/.exec(invitation.text)?.[1] ?? ''
    expect(await resetBy(squatter.email, 'battery staple')).toBe(200)
    const { visitor } = await signIn(squatter.email, 'battery staple')
    const accepted = await visitor.call('/api/organizations/invitations/accept', {
      body: { token },
    })
    expect(accepted.status).toBe(200)
    const approve = `/api/organizations/members/${squatter.userId}/approve`
    expect((await shop.call(approve, { method: 'POST' })).status).toBe(200)
    expect((await visitor.call('/api/applicants')).status).toBe(200)
    const thief = await signInByPasskey(theirs)
    expect((await thief.call('/api/applicants')).status).toBe(401)
  })

  test('leaves nothing behind in an account that accepts an invitation as its first proof', async () => {
    const shop = await app.owner()
    const person = await app.person()
    const left = await withPasskey(person)
    const { visitor: elsewhere } = await signIn(person.email, password)
    await shop.call('/api/organizations/invitations', { body: { email: person.email } })
    const { text } = await app.mailTo(person.email, /invite/i)
    const token = /invitation=([\w-]+)/.exec(text)?.[1] ?? ''
    const accepted = await person.call('/api/organizations/invitations/accept', { body: { token } })
    expect(accepted.status).toBe(200)
    expect(await isProved(person)).toBe(true)
    expect(await whoIs(person)).toBe(person.userId)
    expect(await whoIs(elsewhere)).toBeUndefined()
    expect(await whoIs(await signInByPasskey(left))).toBeUndefined()
    // What the person typed a moment ago stays.
    expect((await signIn(person.email, password)).status).toBe(200)
  })
})

describe('a factor that was begun and not finished', () => {
  test('is finished by nobody who has not shown the one that is there', async () => {
    const person = await app.person()
    await setProved(person, true)
    const thief = await bearerOf(person.email)
    const { data } = await thief.client.mfa.enroll({ factorType: 'totp', friendlyName: 'Mine' })
    const factorId = data?.id ?? ''
    const challenged = await thief.client.mfa.challenge({ factorId })
    const victim = (await bearerOf(person.email)).client
    const phone = await victim.mfa.enroll({ factorType: 'totp', friendlyName: 'Phone' })
    const mine = codeOfPhone(phone.data?.totp.secret ?? '', app.clock.now())
    await victim.mfa.challengeAndVerify({ factorId: phone.data?.id ?? '', code: mine })
    // Their old session is over; they know the password, and the secret of what they began.
    const again = await bearerOf(person.email)
    const code = codeOfPhone(data?.totp.secret ?? '', app.clock.now())
    const challengeId = challenged.data?.id ?? ''
    const verified = await again.client.mfa.verify({ factorId, challengeId, code })
    expect(verified.error?.code).toMatch(/insufficient_aal|mfa_factor_not_found/)
    expect((await again.client.mfa.challenge({ factorId })).error?.code).toMatch(
      /insufficient_aal|mfa_factor_not_found/,
    )
    const { data: session } = await again.client.getSession()
    expect(await whoBears(session.session?.access_token)).toBeUndefined()
    const { rows } = await app.deps.db.pool.query(
      `select from auth_factors where user_id = $1 and status = 'unverified'`,
      [person.userId],
    )
    expect(rows).toEqual([])
  })

  test('needs the one that is there also where it was begun meanwhile', async () => {
    const person = await app.person()
    await setProved(person, true)
    await withPhone(person)
    const thief = await bearerOf(person.email)
    // As if it had been begun in the same moment as the other one was finished.
    const encrypted = app.deps.secrets.encrypt('0123456789abcdef0123')
    const { rows } = await app.deps.db.pool.query<{ id: string }>(
      `insert into auth_factors (user_id, factor_type, status, secret_sealed)
       values ($1, 'totp', 'unverified', $2) returning id`,
      [person.userId, encrypted],
    )
    const factorId = rows[0]?.id ?? ''
    const challenged = await thief.client.mfa.challenge({ factorId })
    expect(challenged.error?.code).toBe('insufficient_aal')
    const made = await app.deps.db.pool.query<{ id: string }>(
      `insert into auth_challenges (factor_id, expires_at) values ($1, now() + interval '5 minutes') returning id`,
      [factorId],
    )
    const challengeId = made.rows[0]?.id ?? ''
    const code = codeOfPhone('GAYTEMZUGU3DOOBZMFRGGZDFMYYDCMRT', app.clock.now())
    const verified = await thief.client.mfa.verify({ factorId, challengeId, code })
    expect(verified.error?.code).toBe('insufficient_aal')
  })

  test('is worth nothing after an hour', async () => {
    const person = await app.person()
    await setProved(person, true)
    const { client } = await bearerOf(person.email)
    const { data } = await client.mfa.enroll({ factorType: 'totp' })
    const factorId = data?.id ?? ''
    await app.deps.db.pool.query(
      `update auth_factors set created_at = now() - interval '61 minutes' where id = $1`,
      [factorId],
    )
    const code = codeOfPhone(data?.totp.secret ?? '', app.clock.now())
    const { error } = await client.mfa.challengeAndVerify({ factorId, code })
    expect(error?.code).toBe('mfa_factor_not_found')
  })
})

describe('a request that carries two people', () => {
  // shows: V7.5.1
  test('closes no account by the password of another', async () => {
    const victim = await app.person()
    const attacker = await app.person()
    await app.deps.auth.setPassword(attacker.userId, 'battery staple')
    const { token } = await bearerOf(victim.email)
    const headers = { authorization: `Bearer ${token}` }
    const close = (given: string) =>
      attacker.call('/api/accounts/close', { body: { password: given }, headers })
    expect(codeOf(await close('battery staple'))).toBe('account.passwordWrong')
    // Its own password closes it, whatever cookie comes along.
    expect((await close(password)).status).toBe(200)
    const { rows } = await app.deps.db.pool.query(
      'select user_id from account_closings where user_id = any($1)',
      [[victim.userId, attacker.userId]],
    )
    expect(rows).toEqual([{ user_id: victim.userId }])
  })

  test('raises no session by a cookie beside a token', async () => {
    const victim = await app.person()
    await setProved(victim, true)
    const secret = await withPhone(victim)
    const { visitor } = await signIn(victim.email, password)
    const { token } = await bearerOf((await app.person()).email)
    app.clock.move(30)
    const code = codeOfPhone(secret, app.clock.now())
    const headers = { authorization: `Bearer ${token}` }
    const shown = await visitor.call('/api/accounts/second-factor', { body: { code }, headers })
    expect(shown.status).toBe(401)
    expect(await whoIs(visitor)).toBeUndefined()
  })
})

describe('asking for another address', () => {
  test('answers the same for one that is taken, and its holder gets no code', async () => {
    const holder = await app.person()
    const { client } = await bearerOf((await app.person()).email)
    const free = `${randomUUID().slice(0, 8)}@staff.example`
    const stateOf = async (email: string) => {
      const { data, error } = await client.updateUser({ email })
      return [error?.code, data.user?.new_email === email]
    }
    expect(await stateOf(holder.email)).toEqual([undefined, true])
    expect(await stateOf(free)).toEqual([undefined, true])
    const subject = /^Your email address was entered for another account$/
    const notice = await app.mailTo(holder.email, subject)
    expect(notice.code).toBe('')
  })

  test('is limited for an account, and for a network', async () => {
    const perPerson = LIMITS.addressChanges.person
    const { token } = await bearerOf((await app.person()).email)
    const ask = (network: string, bearer = token) =>
      app.visitor().call('/auth/v1/user', {
        method: 'PUT',
        body: { email: `${randomUUID().slice(0, 8)}@staff.example` },
        headers: { authorization: `Bearer ${bearer}`, 'x-forwarded-for': network },
      })
    for (let times = 0; times < perPerson.most; times++) {
      expect((await ask(`203.0.113.${times}`)).status).toBe(200)
    }
    expect((await ask('203.0.113.99')).status).toBe(429)
    const [busy] = accountMailUses({ name: '203.0.113.0', isCounted: true })
    await app.deps.db.pool.query(
      `select count_uses(array[$1::text], array[$2::integer], array[$3::integer], null)
       from generate_series(2, $3::integer)`,
      [busy?.key, busy?.seconds, busy?.most],
    )
    const other = await bearerOf((await app.person()).email)
    expect((await ask('203.0.113.0', other.token)).status).toBe(429)
    expect((await ask('203.0.113.1', other.token)).status).toBe(200)
  })
})

describe('a new password', () => {
  // shows: V7.5.1
  test('takes the old one, or a code by mail', async () => {
    const person = await app.person()
    const { client } = await bearerOf(person.email)
    const change = async (more: object) =>
      (await client.updateUser({ password: 'battery staple', ...more })).error?.code
    expect(await change({})).toBe('reauthentication_needed')
    expect(await change({ current_password: 'wrong horse' })).toBe('invalid_credentials')
    expect(await change({ nonce: '000000' })).toBe('reauthentication_not_valid')
    expect(await change({ current_password: password })).toBeUndefined()
    await client.reauthenticate()
    const { code } = await app.mailTo(person.email, /confirm a change/)
    const { error } = await client.updateUser({ password: 'third horse', nonce: code })
    expect(error).toBeNull()
  })

  test('is no guessing game: ten wrong ones, and it waits', async () => {
    const { client } = await bearerOf((await app.person()).email)
    const change = async (current_password: string) =>
      (await client.updateUser({ password: 'battery staple', current_password })).error?.status
    for (let tries = 0; tries < 10; tries++) expect(await change('wrong horse')).toBe(400)
    expect(await change(password)).toBe(429)
  })
})
