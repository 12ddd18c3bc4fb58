// Sign-in with a real OpenID Connect provider.
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createTestApp, openApp, type Visitor } from '#test/app.ts'
import { authClient } from '#test/people/auth-client.ts'
import { openIdServer } from '#test/servers/openid-provider.ts'

const provider = await openIdServer()
afterAll(() => provider.close())
const app = await openApp({ env: { OPENID_PROVIDERS: JSON.stringify([provider.setting]) } })

beforeAll(async () => {
  provider.register(app.url)
})

/** Somebody who has an account at the provider, and none here. */
function stranger(extra: Record<string, unknown> = {}): { login: string; email: string } {
  const login = randomUUID()
  const email = `${login}@acme.example`
  provider.people.set(login, {
    email,
    email_verified: true,
    given_name: 'Ana',
    family_name: 'Silva',
    ...extra,
  })
  return { login, email }
}

/** Where the button of our sign-in page leads. */
async function leave(visitor: Visitor): Promise<string> {
  const { body } = await visitor.call<{ url: string }>('/api/accounts/providers/acme', { body: {} })
  return body.url
}

async function comeBack(visitor: Visitor, address: string): Promise<string> {
  const response = await visitor.fetch(address)
  expect(response.status).toBe(303)
  return response.headers.get('location') ?? ''
}

async function signIn(visitor: Visitor, login: string): Promise<string> {
  return comeBack(visitor, await provider.signIn(await leave(visitor), login))
}

type Session = { user: { id: string; email: string; first_name: string } | null }
const whoIs = async (visitor: Visitor) => (await visitor.call<Session>('/api/session')).body.user

/** With PKCE, as a client without cookies signs in; the pages of the way are a browser's. */
async function clientSignIn(login: string, browser = app.visitor()) {
  const auth = authClient(app.url, { flowType: 'pkce' })
  const { data } = await auth.signInWithOAuth({
    provider: 'acme' as 'google',
    options: { redirectTo: `${app.url}/terms`, skipBrowserRedirect: true },
  })
  const out = await browser.fetch(data.url ?? '')
  expect(out.status).toBe(302)
  const back = await provider.signIn(out.headers.get('location') ?? '', login)
  return { auth, target: new URL(await comeBack(browser, back)) }
}

describe('by the browser', () => {
  // shows: 7-22, V6.8.1, V7.1.3, V7.6.1, V10.5.2
  test('opens a new account with its profile, and the same one again', async () => {
    const { login, email } = stranger()
    const visitor = app.visitor()
    expect(await signIn(visitor, login)).toBe('/auth?step=in')
    const user = await whoIs(visitor)
    expect(user).toMatchObject({ email, first_name: 'Ana' })
    const { rows } = await app.deps.db.pool.query(
      'select first_name, email_verified, is_approved from profiles where id = $1',
      [user?.id],
    )
    expect(rows).toEqual([{ first_name: 'Ana', email_verified: true, is_approved: false }])
    // The address may change at the provider: the person there is still the same.
    provider.people.set(login, { email: 'new@acme.example', email_verified: false })
    const other = app.visitor()
    await signIn(other, login)
    expect((await whoIs(other))?.id).toBe(user?.id)
  })

  // shows: V10.1.2, V10.2.1
  test('sends state, nonce and a challenge, and names our callback', async () => {
    const url = new URL(await leave(app.visitor()))
    expect(url.origin).toBe(provider.issuer)
    const query = Object.fromEntries(url.searchParams)
    expect(query).toMatchObject({
      response_type: 'code',
      redirect_uri: `${app.url}/auth/v1/callback`,
      code_challenge_method: 'S256',
      scope: 'openid email profile',
    })
    for (const name of ['state', 'nonce', 'code_challenge']) expect(query[name]).toHaveLength(43)
  })

  test('opens the account of the same address, once it was proved here too', async () => {
    const person = await app.person()
    await app.deps.db.pool.query('update users set email_verified = true where id = $1', [
      person.userId,
    ])
    const { login } = stranger({ email: person.email.toUpperCase() })
    const visitor = app.visitor()
    await signIn(visitor, login)
    expect((await whoIs(visitor))?.id).toBe(person.userId)
    // What was there stays: the other session, and the password.
    expect((await whoIs(person))?.id).toBe(person.userId)
  })

  test('whoever waits with a password in an account of that address is out', async () => {
    const squatter = await app.person()
    const { login } = stranger({ email: squatter.email })
    const visitor = app.visitor()
    await signIn(visitor, login)
    expect((await whoIs(visitor))?.email).toBe(squatter.email)
    expect(await whoIs(squatter)).toBeNull()
    const { status } = await app.visitor().call('/api/accounts/sign-in', {
      body: { email: squatter.email, password: 'correct horse' },
    })
    expect(status).toBe(401)
  })

  test('asks for the second factor where there is one', async () => {
    const { login } = stranger()
    const visitor = app.visitor()
    await signIn(visitor, login)
    const id = (await whoIs(visitor))?.id
    await app.deps.db.pool.query(
      `insert into auth_factors (user_id, factor_type, status) values ($1, 'totp', 'verified')`,
      [id],
    )
    const again = app.visitor()
    expect(await signIn(again, login)).toBe('/auth?step=second-factor')
    expect(await whoIs(again)).toBeNull()
  })

  test('becomes no way into an account whose second factor was not shown', async () => {
    const person = await app.person()
    await app.confirm(person)
    const { pool } = app.deps.db
    await pool.query(
      `insert into auth_factors (user_id, factor_type, status) values ($1, 'totp', 'verified')`,
      [person.userId],
    )
    const { login } = stranger({ email: person.email })
    expect(await signIn(app.visitor(), login)).toBe('/auth?step=second-factor')
    const { rows } = await pool.query(
      `select provider_id from credentials where user_id = $1 and provider_id <> 'credential'`,
      [person.userId],
    )
    expect(rows).toEqual([])
    // The verified address opens it the next time, too.
    expect(await signIn(app.visitor(), login)).toBe('/auth?step=second-factor')
  })

  test('two tabs do not disturb each other', async () => {
    const visitor = app.visitor()
    const [first, second] = [await leave(visitor), await leave(visitor)]
    const { login } = stranger()
    await comeBack(visitor, await provider.signIn(second, login))
    expect(await comeBack(visitor, await provider.signIn(first, login))).toBe('/auth?step=in')
  })
})

describe('refuses', () => {
  // shows: 7-21
  test.each([
    ['an address that the provider did not verify', { email_verified: false }],
    ['an address of which it does not say so', { email_verified: undefined }],
    ['no address at all', { email: undefined }],
  ])('%s, also for an account that is there', async (_, extra) => {
    const person = await app.person()
    const { login } = stranger({ email: person.email, ...extra })
    const visitor = app.visitor()
    expect(await signIn(visitor, login)).toBe('/auth?problem=unverified')
    expect(await whoIs(visitor)).toBeNull()
    expect((await whoIs(person))?.id).toBe(person.userId)
  })

  test('what the person refused', async () => {
    const visitor = app.visitor()
    const back = await provider.refuse(await leave(visitor))
    expect(new URL(back).searchParams.get('error')).toBe('access_denied')
    expect(await comeBack(visitor, back)).toBe('/auth?problem=refused')
  })

  test('a way back in another browser, and then it is closed for all', async () => {
    const visitor = app.visitor()
    const back = await provider.signIn(await leave(visitor), stranger().login)
    const victim = app.visitor()
    expect(await comeBack(victim, back)).toBe('/auth?problem=expired')
    expect(await whoIs(victim)).toBeNull()
    expect(await comeBack(visitor, back)).toBe('/auth?problem=expired')
  })

  test('a way back a second time, after ten minutes, or that nobody set out on', async () => {
    const visitor = app.visitor()
    const { login } = stranger()
    const back = await provider.signIn(await leave(visitor), login)
    expect(await comeBack(visitor, back)).toBe('/auth?step=in')
    expect(await comeBack(visitor, back)).toBe('/auth?problem=expired')
    const late = await provider.signIn(await leave(visitor), login)
    app.clock.move(601)
    expect(await comeBack(visitor, late)).toBe('/auth?problem=expired')
    expect(await comeBack(visitor, '/auth/v1/callback?state=guess&code=guess')).toBe(
      '/auth?problem=expired',
    )
  })

  // shows: V10.2.2, V10.5.3
  test('an answer in the name of another issuer, and a code that is none', async () => {
    const visitor = app.visitor()
    const { login } = stranger()
    const foreign = new URL(await provider.signIn(await leave(visitor), login))
    foreign.searchParams.set('iss', 'https://evil.example')
    expect(await comeBack(visitor, foreign.href)).toBe('/auth?problem=failed')
    const wrong = new URL(await provider.signIn(await leave(visitor), login))
    wrong.searchParams.set('code', 'guess')
    expect(await comeBack(visitor, wrong.href)).toBe('/auth?problem=failed')
    // A code of another person's flow: its challenge, and its nonce, are not this flow's.
    const theirs = new URL(await provider.signIn(await leave(app.visitor()), stranger().login))
    const mine = new URL(await provider.signIn(await leave(visitor), login))
    mine.searchParams.set('code', theirs.searchParams.get('code') ?? '')
    expect(await comeBack(visitor, mine.href)).toBe('/auth?problem=failed')
    expect(await whoIs(visitor)).toBeNull()
  })

  test('somebody who is suspended', async () => {
    const { login } = stranger()
    const visitor = app.visitor()
    await signIn(visitor, login)
    const banned = `update users set banned_until = now() + interval '1 day' where id = $1`
    await app.deps.db.pool.query(banned, [(await whoIs(visitor))?.id])
    const again = app.visitor()
    expect(await signIn(again, login)).toBe('/auth?problem=suspended')
    expect(await whoIs(again)).toBeNull()
    expect((await clientSignIn(login)).target.searchParams.get('error_code')).toBe('user_banned')
  })

  test('a provider that is not set up', async () => {
    const { status } = await app.visitor().call('/api/accounts/providers/other', { body: {} })
    expect(status).toBe(404)
    const { status: refusedStatus, body } = await app
      .visitor()
      .call<{ error_code: string }>('/auth/v1/authorize?provider=other')
    expect([refusedStatus, body.error_code]).toEqual([400, 'provider_disabled'])
  })
})

describe('by the client without cookies', () => {
  // shows: 7-21
  test('exchanges the code for a session, once', async () => {
    const { login, email } = stranger()
    const { auth, target } = await clientSignIn(login)
    expect(target.origin + target.pathname).toBe(`${app.url}/terms`)
    const code = target.searchParams.get('code') ?? ''
    const { data, error } = await auth.exchangeCodeForSession(code)
    expect(error).toBeNull()
    expect(data.user?.email).toBe(email)
    expect(data.user?.identities?.map(({ provider: by }) => by)).toEqual(['email', 'acme'])
    expect((await auth.getClaims()).data?.claims.amr).toMatchObject([{ method: 'oauth' }])
    expect((await auth.exchangeCodeForSession(code)).error).not.toBeNull()
  })

  test('without PKCE the tokens stand behind the #', async () => {
    const { login } = stranger()
    const browser = app.visitor()
    const out = await browser.fetch('/auth/v1/authorize?provider=acme&redirect_to=/privacy')
    const back = await provider.signIn(out.headers.get('location') ?? '', login)
    const target = new URL(await comeBack(browser, back))
    expect(target.search).toBe('')
    const { status } = await app.visitor().call('/auth/v1/user', {
      headers: {
        authorization: `Bearer ${new URLSearchParams(target.hash.slice(1)).get('access_token')}`,
      },
    })
    expect(status).toBe(200)
  })

  test('leads to our own pages only', async () => {
    const browser = app.visitor()
    const asked = '/auth/v1/authorize?provider=acme&redirect_to=https://evil.example/steal'
    const out = await browser.fetch(asked)
    const back = await provider.signIn(out.headers.get('location') ?? '', stranger().login)
    expect(new URL(await comeBack(browser, back)).origin).toBe(app.url)
  })

  test('is told what the provider refused', async () => {
    const browser = app.visitor()
    const out = await browser.fetch('/auth/v1/authorize?provider=acme&redirect_to=/terms')
    const target = new URL(
      await comeBack(browser, await provider.refuse(out.headers.get('location') ?? '')),
    )
    expect(target.pathname).toBe('/terms')
    expect(target.searchParams.get('error')).toBe('access_denied')
  })

  // shows: interface-16
  test('knows which providers there are', async () => {
    const { body } = await app
      .visitor()
      .call<{ external: Record<string, boolean> }>('/auth/v1/settings')
    expect(body.external).toMatchObject({ email: true, acme: true })
    expect((await app.visitor().call('/api/accounts/providers')).body).toEqual({
      providers: [{ id: 'acme', name: 'Acme' }],
    })
  })
})

test('a provider that cannot be reached, or calls itself otherwise, is said to be away', async () => {
  const other = await openIdServer()
  const env = {
    OPENID_PROVIDERS: JSON.stringify([{ ...other.setting, issuer: `${other.issuer}/` }]),
  }
  const away = await createTestApp({ env, database: app.deps.db })
  try {
    other.register(away.url)
    const misnamed = await away.visitor().call('/api/accounts/providers/acme', { body: {} })
    expect(misnamed.status).toBe(503)
    other.close()
    const gone = await away.visitor().call('/api/accounts/providers/acme', { body: {} })
    expect(gone.status).toBe(503)
  } finally {
    await away.close()
  }
})
