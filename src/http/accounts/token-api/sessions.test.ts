// Accounts and sessions with the public auth-js client, unchanged.
import { describe, expect, test } from 'vitest'
import type { AccessClaims } from '#domain/accounts/token-api.ts'
import type { SessionView } from '#domain/accounts/accounts.ts'
import { t } from '#domain/texts/text.ts'
import { createTestApp, openApp } from '#test/app.ts'
import { authClient } from '#test/people/auth-client.ts'

const app = await openApp()

const password = 'correct horse'
const names = { first_name: 'Ana', last_name: 'Silva' }
let people = 0
const address = () => `token-${++people}@staff.example`
const client = () => authClient(app.url)

async function signedUp(email = address()) {
  const auth = client()
  const { data, error } = await auth.signUp({ email, password, options: { data: names } })
  if (error || !data.session) throw error ?? new Error('no session')
  return { auth, email, session: data.session, user: data.session.user }
}

async function signedIn(email: string, typed = password) {
  const auth = client()
  const { data, error } = await auth.signInWithPassword({ email, password: typed })
  if (error) throw error
  return { auth, session: data.session }
}

describe('signing up', () => {
  // shows: 3-2, 6-11, 7-9
  test('answers a user and a session that the server knows', async () => {
    const { auth, email, session } = await signedUp(`Token-UP-${++people}@Staff.Example`)
    expect(session).toMatchObject({ token_type: 'bearer', expires_in: 3600 })
    const { data, error } = await auth.getUser()
    expect(error).toBeNull()
    expect(data.user).toMatchObject({
      aud: 'authenticated',
      role: 'authenticated',
      email: email.toLowerCase(),
      app_metadata: { provider: 'email', providers: ['email'] },
      user_metadata: names,
    })
  })

  test('keeps what the client keeps with an account, and takes no rights from it', async () => {
    const auth = client()
    const { data } = await auth.signUp({
      email: address(),
      password,
      options: { data: { ...names, theme: 'dark', role: 'organization_owner', is_approved: true } },
    })
    expect(data.user?.user_metadata).toMatchObject({ ...names, theme: 'dark' })
    const headers = { authorization: `Bearer ${data.session?.access_token}` }
    const { body } = await app.visitor().call<SessionView>('/api/session', { headers })
    expect(body.profile).toMatchObject({ role: 'staff', is_approved: false })
  })

  // shows: 8-4, interface-47
  test('is refused with the codes that the client knows', async () => {
    const { email } = await signedUp()
    const data = names
    const attempts = [
      [{ email: email.toUpperCase(), password, options: { data } }, 422, 'user_already_exists'],
      [{ email: address(), password: '12345', options: { data } }, 422, 'weak_password'],
      [{ email: address(), password: '123456', options: { data } }, 422, 'weak_password'],
      [{ email: address(), password: 'x'.repeat(129), options: { data } }, 422, 'weak_password'],
      [{ email: 'nobody', password, options: { data } }, 400, 'email_address_invalid'],
      [{ email: address(), password }, 400, 'validation_failed'],
    ] as const
    for (const [credentials, status, code] of attempts) {
      const { error } = await client().signUp(credentials)
      expect([error?.status, error?.code]).toEqual([status, code])
    }
    const { error } = await client().signUp({ email: address(), password: '1', options: { data } })
    expect(error).toMatchObject({ name: 'AuthWeakPasswordError', reasons: ['length'] })
  })
})

describe('a body that lacks something', () => {
  test.each([
    ['signup', {}, 'email'],
    ['signup', { password: '1' }, 'email'],
    ['signup', { email: '', password: '1' }, 'email'],
    ['signup', { email: 'a@b.example' }, 'password'],
    ['signup', { email: 'nobody', data: names }, 'password'],
    ['signup', { email: 'nobody', password: '1', data: { first_name: 'A' } }, 'data.last_name'],
    ['token?grant_type=password', {}, 'email'],
    ['token?grant_type=refresh_token', {}, 'refresh_token'],
    ['token?grant_type=pkce', { auth_code: 'x' }, 'code_verifier'],
    ['token?grant_type=id_token', { provider: 'x' }, 'id_token'],
    ['otp', { create_user: true }, 'email'],
    ['recover', { email: null }, 'email'],
    ['resend', { email: 'a@b.example' }, 'type'],
    ['verify', {}, 'type'],
    ['verify', { type: 'email' }, 'token_hash'],
  ])('%s %j: the first field that is missing decides', async (name, body, field) => {
    const answer = await app
      .visitor()
      .call<{ error_code: string; msg: string }>(`/auth/v1/${name}`, { method: 'POST', body })
    expect([answer.status, answer.body.error_code]).toEqual([400, 'validation_failed'])
    expect(answer.body.msg).toBe(`Some of what was sent cannot be used: ${field} is missing.`)
  })

  test.each([
    [{ email: 'nobody', password: '1' }, 400, 'email_address_invalid', 'auth.emailInvalid'],
    [{ email: 'a@b.example', password: '1' }, 422, 'weak_password', 'auth.passwordTooShort'],
  ] as const)(
    '%j: of two that are wrong, code and text tell of one',
    async (wrong, status, code, text) => {
      const body = { ...wrong, data: names }
      const answer = await app
        .visitor()
        .call<{ error_code: string; msg: string }>('/auth/v1/signup', { body })
      expect([answer.status, answer.body.error_code]).toEqual([status, code])
      expect(answer.body.msg).toContain(t(text))
    },
  )
})

describe('signing in by password', () => {
  test('works in any case of the address, with a session of its own', async () => {
    const first = await signedUp()
    const { session } = await signedIn(first.email.toUpperCase())
    expect(session.user.id).toBe(first.user.id)
    expect(session.refresh_token).not.toBe(first.session.refresh_token)
  })

  test('is one account with the dashboard', async () => {
    const person = await app.person()
    const { session } = await signedIn(person.email)
    expect(session.user.id).toBe(person.userId)
    const { email } = await signedUp()
    const visitor = app.visitor()
    const { status } = await visitor.call('/api/accounts/sign-in', { body: { email, password } })
    expect(status).toBe(200)
  })

  // shows: 7-9
  test('is refused alike for a wrong password and an unknown address', async () => {
    const { email } = await signedUp()
    for (const credentials of [
      { email, password: 'wrong password' },
      { email: address(), password },
      { email, password: '' },
    ]) {
      const { error } = await client().signInWithPassword(credentials)
      expect([error?.status, error?.code]).toEqual([400, 'invalid_credentials'])
    }
  })

  test('has to wait after five wrong passwords', async () => {
    const { email } = await signedUp()
    const codes = []
    for (let tries = 0; tries < 6; tries++) {
      const { error } = await client().signInWithPassword({ email, password: 'wrong password' })
      codes.push(error?.code)
    }
    expect(codes.slice(0, 5)).toEqual(Array(5).fill('invalid_credentials'))
    expect(codes[5]).toBe('over_request_rate_limit')
    const { error } = await client().signInWithPassword({ email, password })
    expect(error?.status).toBe(429)
  })

  test('is refused to a suspended account, by token and by cookie', async () => {
    const { email, user } = await signedUp()
    await app.deps.db.pool.query(
      `update users set banned_until = now() + interval '1 hour' where id = $1`,
      [user.id],
    )
    const { error } = await client().signInWithPassword({ email, password })
    expect([error?.status, error?.code]).toEqual([403, 'user_banned'])
    const answer = await app.visitor().call('/api/accounts/sign-in', { body: { email, password } })
    expect([answer.status, answer.headers.get('set-cookie')]).toEqual([403, null])
  })
})

describe('the access token', () => {
  // shows: 7-13, V9.2.4, V11.6.1
  test('says what GoTrue says, and is checked by the public keys alone', async () => {
    const { auth, session, user, email } = await signedUp()
    const { data, error } = await auth.getClaims(session.access_token)
    expect(error).toBeNull()
    expect(data?.header.alg).toBe('ES256')
    expect(data?.claims).toMatchObject({
      iss: `${app.url}/auth/v1`,
      sub: user.id,
      aud: 'authenticated',
      email,
      role: 'authenticated',
      aal: 'aal1',
      amr: [{ method: 'password' }],
      user_metadata: names,
      app_metadata: { provider: 'email' },
    })
    expect(data!.claims.exp - data!.claims.iat).toBe(3600)
    const keys = await app.visitor().call<{ keys: object[] }>('/auth/v1/.well-known/jwks.json')
    expect(JSON.stringify(keys.body)).not.toContain('"d"')
  })

  // shows: 7-11, V7.2.1, V9.1.1, V9.1.2, V9.2.1, V9.2.2, V9.2.3, V10.3.1, V10.3.2, V10.3.3
  test.each([
    ['none', undefined, 401, 'no_authorization'],
    ['garbage', 'a.b.c', 403, 'bad_jwt'],
    ['of another key', 'other', 403, 'bad_jwt'],
    ['changed', 'changed', 403, 'bad_jwt'],
    ['expired', 'expired', 403, 'bad_jwt'],
  ])('%s opens nothing', async (_, kind, status, code) => {
    const { session } = await signedUp()
    const [header, payload = '', signature] = session.access_token.split('.')
    const claims = JSON.parse(Buffer.from(payload, 'base64url').toString()) as Parameters<
      typeof app.deps.auth.signToken
    >[0]
    const tokens: Record<string, () => Promise<string> | string> = {
      other: () =>
        [Buffer.from('{"alg":"none","kid":"x"}').toString('base64url'), payload, signature].join(
          '.',
        ),
      changed: () =>
        [
          header,
          Buffer.from(JSON.stringify({ ...claims, aal: 'aal2' })).toString('base64url'),
          signature,
        ].join('.'),
      expired: () => app.deps.auth.signToken(claims, Math.floor(Date.now() / 1000) - 60),
    }
    const token = kind && ((await tokens[kind]?.()) ?? kind)
    const headers: Record<string, string> = token ? { authorization: `Bearer ${token}` } : {}
    const answer = await app.visitor().call('/auth/v1/user', { headers })
    expect([answer.status, answer.body]).toEqual([
      status,
      expect.objectContaining({ code: status, error_code: code, msg: expect.any(String) }),
    ])
    if (token) expect((await app.visitor().call('/api/jobs', { headers })).status).toBe(401)
  })

  test('opens the dashboard API without a cookie, from any origin', async () => {
    const owner = await app.owner()
    const { session } = await signedIn(owner.email)
    const headers = {
      authorization: `Bearer ${session.access_token}`,
      origin: 'https://app.example',
    }
    const { body } = await app.visitor().call<SessionView>('/api/session', { headers })
    expect(body.user?.id).toBe(owner.userId)
    const job = { title: 'Baker', description: 'Bread.', requirements: '', location: 'Leeds' }
    expect((await app.visitor().call('/api/jobs', { body: job, headers })).status).toBe(201)
  })

  test('is asked alone: beside a wrong one the cookie counts for nothing', async () => {
    const owner = await app.owner()
    const headers = { authorization: 'Bearer a.b.c' }
    expect((await owner.call('/api/jobs', { headers })).status).toBe(401)
    const crossSite = { ...headers, origin: 'https://evil.example' }
    const job = { title: 'Baker', description: 'Bread.', requirements: '', location: 'Leeds' }
    const answer = await owner.call('/api/jobs', { body: job, headers: crossSite })
    expect(answer.status).toBe(401)
  })

  test('of one organization finds nothing of another', async () => {
    const owner = await app.owner()
    const job = await app.job(owner)
    const { session } = await signedIn((await app.owner()).email)
    const headers = { authorization: `Bearer ${session.access_token}` }
    for (const id of [job.id, '00000000-0000-4000-8000-000000000000']) {
      const answer = await app.visitor().call<{ error: { code: string } }>(`/api/jobs/${id}`, {
        method: 'DELETE',
        headers,
      })
      expect([answer.status, answer.body.error.code]).toEqual([404, 'job.missing'])
    }
  })
})

describe('refreshing', () => {
  const refresh = (refresh_token: string) => client().refreshSession({ refresh_token })

  test('gives new tokens for the same session', async () => {
    const { auth, session } = await signedUp()
    const { data, error } = await auth.refreshSession()
    expect(error).toBeNull()
    expect(data.session?.refresh_token).not.toBe(session.refresh_token)
    const before = await auth.getClaims(session.access_token)
    const after = await auth.getClaims(data.session?.access_token)
    expect(after.data?.claims.session_id).toBe(before.data?.claims.session_id)
    expect((await auth.getUser()).error).toBeNull()
  })

  // shows: 7-10
  test('twice within ten seconds gives the same successor; clients lose answers', async () => {
    const { session } = await signedUp()
    const answers = await Promise.all(
      Array.from({ length: 5 }, () => refresh(session.refresh_token)),
    )
    const tokens = answers.map(({ data }) => data.session?.refresh_token)
    expect(new Set(tokens).size).toBe(1)
    expect(tokens[0]).not.toBe(session.refresh_token)
    expect((await refresh(tokens[0]!)).error).toBeNull()
  })

  // shows: 7-10, V10.4.5
  test('with a used token ends the session for the thief and for the person', async () => {
    const { session } = await signedUp()
    const { data } = await refresh(session.refresh_token)
    app.clock.move(11)
    const { error } = await refresh(session.refresh_token)
    expect([error?.status, error?.code]).toEqual([400, 'refresh_token_already_used'])
    const next = await refresh(data.session!.refresh_token)
    expect(next.error?.code).toBe('refresh_token_not_found')
    const user = await client().getUser(data.session?.access_token)
    expect(user.error?.name).toBe('AuthSessionMissingError')
    const { rows } = await app.deps.db.pool.query(
      `select actor_id from audit_events where action = 'session.refresh_token_reused'`,
    )
    expect(rows).toContainEqual({ actor_id: session.user.id })
  })

  test('with a used token ends the session at once when its successor was used too', async () => {
    const { session } = await signedUp()
    const { data } = await refresh(session.refresh_token)
    await refresh(data.session!.refresh_token)
    const { error } = await refresh(session.refresh_token)
    expect(error?.code).toBe('refresh_token_already_used')
  })

  test.each(['', 'nonsense', 'A'.repeat(43), 'x'.repeat(500)])(
    'is refused for %j',
    async (token) => {
      const { error } = await client().refreshSession({ refresh_token: token || ' ' })
      expect(error?.status).toBe(400)
    },
  )

  // shows: V7.4.1, V10.4.8
  test('is over with the session, whatever is refreshed', async () => {
    const { session } = await signedUp()
    await app.deps.db.pool.query(
      `update sessions set expires_at = now() - interval '1 second' where user_id = $1`,
      [session.user.id],
    )
    expect((await refresh(session.refresh_token)).error?.code).toBe('refresh_token_not_found')
    const user = await client().getUser(session.access_token)
    expect(user.error?.name).toBe('AuthSessionMissingError')
  })

  test('leaves no token in the database', async () => {
    const { session } = await signedUp()
    const { rows } = await app.deps.db.pool.query<{ all: string }>(
      `select string_agg(encode(token_hash, 'escape') || session_id, ' ') as all from auth_refresh_tokens`,
    )
    expect(rows[0]?.all).not.toContain(session.refresh_token)
  })
})

describe('signing out', () => {
  async function three() {
    const first = await signedUp()
    const second = await signedIn(first.email)
    const visitor = app.visitor()
    await visitor.call('/api/accounts/sign-in', { body: { email: first.email, password } })
    const alive = async () => [
      (await client().getUser(first.session.access_token)).error === null,
      (await client().getUser(second.session.access_token)).error === null,
      (await visitor.call<SessionView>('/api/session')).body.user !== null,
    ]
    expect(await alive()).toEqual([true, true, true])
    return { auth: first.auth, session: first.session, alive }
  }

  // shows: 7-12
  test.each([
    ['local', [false, true, true]],
    ['others', [true, false, false]],
    ['global', [false, false, false]],
  ] as const)('%s ends these sessions at once, cookies too', async (scope, left) => {
    const { auth, alive } = await three()
    expect((await auth.signOut({ scope })).error).toBeNull()
    expect(await alive()).toEqual(left)
  })

  test('ends the refresh tokens with it, and the way into the dashboard API', async () => {
    const { auth, session } = await three()
    await auth.signOut()
    const { error } = await client().refreshSession(session)
    expect(error?.code).toBe('refresh_token_not_found')
    const headers = { authorization: `Bearer ${session.access_token}` }
    expect((await app.visitor().call('/api/jobs', { headers })).status).toBe(401)
  })

  test('takes no other scope', async () => {
    const { session } = await signedUp()
    const answer = await app.visitor().call<{ error_code: string }>('/auth/v1/logout?scope=none', {
      method: 'POST',
      headers: { authorization: `Bearer ${session.access_token}` },
    })
    expect([answer.status, answer.body.error_code]).toEqual([400, 'validation_failed'])
  })
})

describe('changing the account', () => {
  test('names reach the profile, other data stays beside them', async () => {
    const { auth } = await signedUp()
    await auth.updateUser({ data: { theme: 'dark' } })
    const { data, error } = await auth.updateUser({ data: { first_name: ' Zoë ', size: 2 } })
    expect(error).toBeNull()
    const user_metadata = { first_name: 'Zoë', last_name: 'Silva', theme: 'dark', size: 2 }
    expect(data.user?.user_metadata).toEqual(user_metadata)
    const { data: session } = await auth.getSession()
    const headers = { authorization: `Bearer ${session.session?.access_token}` }
    const { body } = await app.visitor().call<SessionView>('/api/session', { headers })
    expect(body.profile?.first_name).toBe('Zoë')
  })

  // shows: 7-11, V7.4.3
  test('a new password ends every other session', async () => {
    const { auth, email } = await signedUp()
    const other = await signedIn(email)
    const change = { password: 'battery staple', current_password: password }
    expect((await auth.updateUser(change)).error).toBeNull()
    expect((await auth.getUser()).error).toBeNull()
    expect((await other.auth.getUser()).error?.name).toBe('AuthSessionMissingError')
    expect((await client().signInWithPassword({ email, password })).error?.code).toBe(
      'invalid_credentials',
    )
    expect((await signedIn(email, 'battery staple')).session.user.email).toBe(email)
  })

  test('is refused with the codes that the client knows', async () => {
    const { auth } = await signedUp()
    expect((await auth.updateUser({ password: '12345' })).error?.code).toBe('weak_password')
    expect((await auth.updateUser({ password: 'qwerty' })).error?.code).toBe('weak_password')
    const same = { password, current_password: password }
    expect((await auth.updateUser(same)).error?.code).toBe('same_password')
    const large = { text: 'x'.repeat(20_000) }
    expect((await auth.updateUser({ data: large })).error?.code).toBe('validation_failed')
    expect((await auth.updateUser({ data: { first_name: '  ' } })).error?.code).toBe(
      'validation_failed',
    )
    expect((await client().updateUser({ data: {} })).error?.name).toBe('AuthSessionMissingError')
  })
})

describe('the address itself', () => {
  // shows: interface-47, V3.4.2
  test('may be called from any site, but never with its cookies', async () => {
    const before = await app.visitor().fetch('/auth/v1/token?grant_type=password', {
      method: 'OPTIONS',
      headers: {
        origin: 'https://app.example',
        'access-control-request-method': 'POST',
        'access-control-request-headers':
          'apikey,authorization,content-type,x-client-info,x-supabase-api-version',
      },
    })
    expect(before.status).toBe(204)
    expect(before.headers.get('access-control-allow-origin')).toBe('*')
    expect(before.headers.get('access-control-allow-credentials')).toBeNull()
    expect(before.headers.get('access-control-allow-headers')).toContain('apikey')
    const person = await app.person()
    const answer = await person.call('/auth/v1/user', { headers: { origin: 'https://a.example' } })
    expect(answer.status).toBe(401)
    expect(answer.headers.get('access-control-allow-origin')).toBe('*')
    const api = await person.call('/api/session', { headers: { origin: 'https://a.example' } })
    expect(api.headers.get('access-control-allow-origin')).toBeNull()
  })

  test('sets no cookie and says what it can', async () => {
    const { email } = await signedUp()
    const answer = await app
      .visitor()
      .call('/auth/v1/token?grant_type=password', { body: { email, password } })
    expect([answer.status, answer.headers.get('set-cookie')]).toEqual([200, null])
    expect(answer.headers.get('cache-control')).toBe('no-store')
    expect((await app.visitor().call('/auth/v1/health')).status).toBe(200)
    expect((await app.visitor().call('/auth/v1/settings')).body).toMatchObject({
      external: { email: true },
      mailer_autoconfirm: true,
    })
  })

  // shows: 8-4
  test.each([
    ['GET', '/auth/v1/nothing', 404],
    ['POST', '/auth/v1/token?grant_type=magic', 400],
    ['POST', '/auth/v1/token?grant_type=password', 400],
    ['POST', '/auth/v1/signup', 400],
  ])('%s %s is refused in the shape of the client', async (method, path, status) => {
    const body = method === 'POST' ? 'not json' : undefined
    const answer = await app.visitor().fetch(path, {
      method,
      headers: { 'content-type': 'application/json' },
      ...(body && { body }),
    })
    expect([answer.status, await answer.json()]).toEqual([
      status,
      expect.objectContaining({ code: status, error_code: expect.any(String) }),
    ])
  })
})

test('the embedded engine does the same, and the first tokens of an installation are signed with one key', async () => {
  const embedded = await createTestApp({ engine: 'embedded' })
  try {
    const expiresAt = Math.floor(Date.now() / 1000) + 60
    const sign = (sub: string) => embedded.deps.auth.signToken({ sub } as AccessClaims, expiresAt)
    const tokens = await Promise.all(['ana', 'ben', 'cleo'].map(sign))
    expect((await embedded.deps.auth.publicKeys()).keys).toHaveLength(1)
    const claims = await Promise.all(tokens.map((token) => embedded.deps.auth.verifyToken(token)))
    expect(claims.map((claim) => claim?.sub)).toEqual(['ana', 'ben', 'cleo'])
    const auth = authClient(embedded.url)
    const email = address()
    const { error } = await auth.signUp({ email, password, options: { data: names } })
    expect(error).toBeNull()
    expect((await auth.refreshSession()).error).toBeNull()
    expect((await auth.getUser()).data.user?.email).toBe(email)
    expect((await auth.signOut()).error).toBeNull()
  } finally {
    await embedded.close()
  }
})
