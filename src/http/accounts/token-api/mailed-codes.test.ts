// Mailed codes and links, with and without PKCE, with the public auth-js client.
import { createHash } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { createTestApp, openApp } from '#test/app.ts'
import { authClient } from '#test/people/auth-client.ts'
import { fieldsOf } from '#test/html.ts'

const app = await openApp()

const password = 'correct horse'
const names = { first_name: 'Ana', last_name: 'Silva' }
let people = 0
const address = () => `mailed-${++people}@staff.example`
const client = () => authClient(app.url)
const pkce = () => authClient(app.url, { flowType: 'pkce' })

async function signedUp(email = address()) {
  const auth = client()
  const { data, error } = await auth.signUp({ email, password, options: { data: names } })
  if (error || !data.session) throw error ?? new Error('no session')
  // Two mails that are written in one moment have no order.
  await app.mailTo(email)
  return { auth, email, session: data.session, user: data.session.user }
}

async function mailsTo(email: string): Promise<number> {
  const { rowCount } = await app.deps.db.pool.query(
    'select from mail_outbox where recipient = $1',
    [email],
  )
  return rowCount ?? 0
}

async function linkTo(email: string): Promise<string> {
  const { text } = await app.mailTo(email)
  return /http:\S+\/auth\/v1\/verify\?\S+/.exec(text)?.[0] ?? ''
}

const isConfirmed = async (email: string) => {
  const { rows } = await app.deps.db.pool.query<{ email_verified: boolean }>(
    'select email_verified from users where email = $1',
    [email],
  )
  return rows[0]?.email_verified
}

/** Opens the mail's link and presses its button, as a person does; answers where that leads. */
async function follow(email: string): Promise<URL> {
  const link = await linkTo(email)
  const visitor = app.visitor()
  const page = await (await visitor.fetch(link)).text()
  const answer = await visitor.fetch('/auth/v1/verify', {
    method: 'POST',
    body: new URLSearchParams(fieldsOf(page)),
  })
  expect(answer.status).toBe(303)
  return new URL(answer.headers.get('location') ?? '')
}

describe('a code by mail', () => {
  // shows: 7-17
  test('signs in whoever types it, in any case of the address, once', async () => {
    const { email, user } = await signedUp()
    expect((await client().signInWithOtp({ email: email.toUpperCase() })).error).toBeNull()
    const { code } = await app.mailTo(email, /sign in to Storehand/)
    const auth = client()
    const { data, error } = await auth.verifyOtp({ email, token: code, type: 'email' })
    expect(error).toBeNull()
    expect(data.user).toMatchObject({ id: user.id, email_confirmed_at: expect.any(String) })
    const { data: claims } = await auth.getClaims()
    expect(claims?.claims.amr).toMatchObject([{ method: 'otp' }])
    const again = await client().verifyOtp({ email, token: code, type: 'email' })
    expect([again.error?.status, again.error?.code]).toEqual([403, 'otp_expired'])
  })

  // shows: V6.6.3
  test('is worth five tries', async () => {
    const { email } = await signedUp()
    await client().signInWithOtp({ email })
    const { code } = await app.mailTo(email)
    const wrong = code === '000000' ? '111111' : '000000'
    for (let tries = 0; tries < 5; tries++) {
      const { error } = await client().verifyOtp({ email, token: wrong, type: 'email' })
      expect(error?.code).toBe('otp_expired')
    }
    const { error } = await client().verifyOtp({ email, token: code, type: 'email' })
    expect(error?.code).toBe('otp_expired')
  })

  // shows: V6.4.1, V6.5.5, V6.6.2
  test('is good for an hour, for its address and its purpose', async () => {
    const one = await signedUp()
    const other = await signedUp()
    await client().signInWithOtp({ email: one.email })
    const { code } = await app.mailTo(one.email)
    const refused = [
      { email: other.email, token: code, type: 'email' },
      { email: one.email, token: code, type: 'recovery' },
      { email: one.email, token: code, type: 'email_change' },
    ] as const
    for (const proof of refused) {
      expect((await client().verifyOtp(proof)).error?.code).toBe('otp_expired')
    }
    app.clock.move(3601)
    const late = await client().verifyOtp({ email: one.email, token: code, type: 'email' })
    expect(late.error?.code).toBe('otp_expired')
  })

  test('begins an account, once the address is proved and the names are told', async () => {
    const email = address()
    const options = { data: { ...names, theme: 'dark' } }
    expect((await client().signInWithOtp({ email, options })).error).toBeNull()
    const known = async () =>
      (await app.deps.db.pool.query('select from users where email = $1', [email])).rowCount
    expect(await known()).toBe(0)
    const { code } = await app.mailTo(email)
    const { data } = await client().verifyOtp({ email, token: code, type: 'email' })
    expect(data.user?.user_metadata).toEqual({ ...names, theme: 'dark' })
    expect(await known()).toBe(1)
  })

  test('answers the same for an unknown address, and mails nothing', async () => {
    const email = address()
    const { data, error } = await client().signInWithOtp({ email })
    expect([data, error]).toEqual([{ user: null, session: null }, null])
    const options = { shouldCreateUser: false, data: names }
    expect((await client().signInWithOtp({ email, options })).error).toBeNull()
    expect((await client().resetPasswordForEmail(email)).error).toBeNull()
    expect((await client().resend({ email, type: 'signup' })).error).toBeNull()
    expect(await mailsTo(email)).toBe(0)
  })

  test('is mailed five times an hour; after that the last one stays good', async () => {
    const { email } = await signedUp()
    for (let asked = 0; asked < 8; asked++) {
      expect((await client().signInWithOtp({ email })).error).toBeNull()
      await app.mailTo(email)
    }
    expect(await mailsTo(email)).toBe(5)
    const { code } = await app.mailTo(email)
    const { error } = await client().verifyOtp({ email, token: code, type: 'email' })
    expect(error).toBeNull()
  })

  test('is guessed thirty times from one network, whichever address is tried', async () => {
    const counting = await createTestApp({ env: { TRUSTED_PROXIES: '1' } })
    try {
      const guess = (network: string) =>
        counting.visitor().call<{ error_code: string }>('/auth/v1/verify', {
          body: { type: 'email', email: address(), token: '123456' },
          headers: { 'x-forwarded-for': network },
        })
      for (let tries = 0; tries < 30; tries++) {
        expect((await guess('203.0.113.7')).status).toBe(403)
      }
      const over = await guess('203.0.113.7')
      expect([over.status, over.body.error_code]).toEqual([429, 'over_request_rate_limit'])
      expect(Number(over.headers.get('retry-after'))).toBeGreaterThan(0)
      expect((await guess('203.0.113.8')).status).toBe(403)
    } finally {
      await counting.close()
    }
  })

  // shows: V6.5.2
  test('stands nowhere in the database', async () => {
    const { email } = await signedUp()
    await client().signInWithOtp({ email })
    const { code, token } = await app.mailTo(email)
    const { rows } = await app.deps.db.pool.query(
      `select auth_mailed_codes::text as row, token_hash, code_hash from auth_mailed_codes`,
    )
    const all = JSON.stringify(rows)
    expect(all).not.toContain(token)
    expect(rows.length).toBeGreaterThan(0)
    for (const { code_hash } of rows as { code_hash: Buffer }[]) {
      expect(code_hash).not.toEqual(createHash('sha256').update(code).digest())
    }
  })

  test('leaves whoever proves an address first alone in the account', async () => {
    const thief = await signedUp()
    await client().signInWithOtp({ email: thief.email })
    const { code } = await app.mailTo(thief.email)
    const { error } = await client().verifyOtp({ email: thief.email, token: code, type: 'email' })
    expect(error).toBeNull()
    expect((await thief.auth.getUser()).error?.name).toBe('AuthSessionMissingError')
    const again = await client().signInWithPassword({ email: thief.email, password })
    expect(again.error?.code).toBe('invalid_credentials')
  })

  test('is refused to a suspended account', async () => {
    const { email, user } = await signedUp()
    await client().signInWithOtp({ email })
    const { code } = await app.mailTo(email)
    await app.deps.db.pool.query(
      `update users set banned_until = now() + interval '1 hour' where id = $1`,
      [user.id],
    )
    const { error } = await client().verifyOtp({ email, token: code, type: 'email' })
    expect(error?.code).toBe('user_banned')
  })
})

describe('the link of a mail', () => {
  // shows: 7-17
  test('changes nothing when it is opened, and signs in when its button is pressed', async () => {
    const { email, user } = await signedUp()
    await client().signInWithOtp({ email, options: { emailRedirectTo: `${app.url}/admin?a=1` } })
    const { text } = await app.mailTo(email)
    const link = /http:\S+\/auth\/v1\/verify\?\S+/.exec(text)?.[0] ?? ''
    for (let opened = 0; opened < 5; opened++) {
      const page = await app.visitor().fetch(link)
      expect(page.status).toBe(200)
      expect(page.headers.get('referrer-policy')).toBe('same-origin')
      expect(page.headers.get('content-security-policy')).toContain("default-src 'none'")
    }
    const target = await follow(email)
    expect(target.href).toContain(`${app.url}/admin?a=1#access_token=`)
    const tokens = new URLSearchParams(target.hash.slice(1))
    const { data } = await client().getUser(tokens.get('access_token') ?? '')
    expect(data.user?.id).toBe(user.id)
    const again = await follow(email)
    expect(again.searchParams.get('error_code')).toBe('otp_expired')
  })

  test('can be handed over by its token', async () => {
    const { email, user } = await signedUp()
    await client().signInWithOtp({ email })
    const { token } = await app.mailTo(email)
    const { data } = await client().verifyOtp({ token_hash: token, type: 'magiclink' })
    expect(data.user?.id).toBe(user.id)
  })

  // shows: 7-17, V1.2.2, V10.4.1
  test.each([
    'https://evil.example/',
    '//evil.example',
    'https://evil.example\\@localhost',
    'javascript:alert(1)',
    'http://127.0.0.1.evil.example',
    'http://2130706433/',
    'data:text/html,x',
    '\\\\evil.example',
  ])('leads to our own pages only, not to %s', async (emailRedirectTo) => {
    const { email } = await signedUp()
    await client().signInWithOtp({ email, options: { emailRedirectTo } })
    const target = await follow(email)
    expect(target.origin).toBe(app.url)
    expect(target.hash).toContain('access_token=')
  })

  test('is followed from our own page only, and shows no foreign words', async () => {
    const { email } = await signedUp()
    await client().signInWithOtp({ email })
    const { token } = await app.mailTo(email)
    const body = new URLSearchParams({ token, type: 'magiclink', redirect_to: '/' })
    const headers = { origin: 'https://evil.example' }
    const answer = await app.visitor().fetch('/auth/v1/verify', { method: 'POST', body, headers })
    expect(answer.status).toBe(403)
    const page = await app.visitor().fetch('/auth/v1/verify?token="><script>alert(1)</script>')
    expect(await page.text()).not.toContain('<script>')
  })
})

describe('PKCE', () => {
  // shows: 7-20, 9-18
  test('gives the session of a magic link to the client that asked for it', async () => {
    const { email, user } = await signedUp()
    const auth = pkce()
    await auth.signInWithOtp({ email, options: { emailRedirectTo: `${app.url}/callback?a=1` } })
    const target = await follow(email)
    expect(target.hash).toBe('')
    expect(target.searchParams.get('a')).toBe('1')
    const code = target.searchParams.get('code') ?? ''
    const { data, error } = await auth.exchangeCodeForSession(code)
    expect(error).toBeNull()
    expect(data.user?.id).toBe(user.id)
    const again = await app
      .visitor()
      .call<{ error_code: string }>('/auth/v1/token?grant_type=pkce', {
        body: { auth_code: code, code_verifier: 'x'.repeat(56) },
      })
    expect([again.status, again.body.error_code]).toEqual([404, 'flow_state_not_found'])
  })

  // shows: 7-20, V10.4.2, V10.4.6
  test('gives nothing to another client, and the code is lost', async () => {
    const { email } = await signedUp()
    const auth = pkce()
    await auth.signInWithOtp({ email })
    const code = (await follow(email)).searchParams.get('code') ?? ''
    const thief = pkce()
    await thief.signInWithOtp({ email: address() })
    expect((await thief.exchangeCodeForSession(code)).error?.code).toBe('bad_code_verifier')
    expect((await auth.exchangeCodeForSession(code)).error?.code).toBe('flow_state_not_found')
  })

  // shows: V10.4.3
  test('gives nothing after five minutes', async () => {
    const { email } = await signedUp()
    const auth = pkce()
    await auth.signInWithOtp({ email })
    const code = (await follow(email)).searchParams.get('code') ?? ''
    app.clock.move(301)
    expect((await auth.exchangeCodeForSession(code)).error?.code).toBe('flow_state_expired')
  })

  test('recovers a password', async () => {
    const { email } = await signedUp()
    const auth = pkce()
    await auth.resetPasswordForEmail(email, { redirectTo: `${app.url}/new-password` })
    const code = (await follow(email)).searchParams.get('code') ?? ''
    const { data, error } = await auth.exchangeCodeForSession(code)
    expect([error, data.user?.email]).toEqual([null, email])
    expect((await auth.updateUser({ password: 'battery staple' })).error).toBeNull()
    const signedIn = await client().signInWithPassword({ email, password: 'battery staple' })
    expect(signedIn.error).toBeNull()
  })
})

describe('recovering', () => {
  // shows: 7-18
  test('by code: a session first, then the new password, and every other session is over', async () => {
    const first = await signedUp()
    const { email } = first
    expect((await client().resetPasswordForEmail(email)).error).toBeNull()
    const { code } = await app.mailTo(email)
    const auth = client()
    const { data, error } = await auth.verifyOtp({ email, token: code, type: 'recovery' })
    expect([error, data.user?.email]).toEqual([null, email])
    expect((await auth.getClaims()).data?.claims.amr).toMatchObject([{ method: 'recovery' }])
    expect((await auth.updateUser({ password: 'battery staple' })).error).toBeNull()
    expect((await first.auth.getUser()).error?.name).toBe('AuthSessionMissingError')
    expect((await client().signInWithPassword({ email, password })).error?.code).toBe(
      'invalid_credentials',
    )
    const signedIn = await client().signInWithPassword({ email, password: 'battery staple' })
    expect(signedIn.error).toBeNull()
  })
})

describe('confirming and changing the address', () => {
  test('the code of the sign-up mail, typed in the session of the account, keeps everything in it', async () => {
    const { auth, email, session } = await signedUp()
    const { code } = await app.mailTo(email)
    const here = authClient(app.url, {
      headers: { Authorization: `Bearer ${session.access_token}` },
    })
    const { data, error } = await here.verifyOtp({ email, token: code, type: 'signup' })
    expect([error, data.user?.email]).toEqual([null, email])
    expect((await auth.getUser()).data.user?.email_confirmed_at).toEqual(expect.any(String))
    expect((await client().signInWithPassword({ email, password })).error).toBeNull()
    await client().resend({ email, type: 'signup' })
    await app.mailTo(email)
    expect(await mailsTo(email)).toBe(1)
  })

  // shows: 7-19
  test('typed elsewhere it is a first proof: whoever signed up is out', async () => {
    const { auth, email, user } = await signedUp()
    expect((await client().resend({ email, type: 'signup' })).error).toBeNull()
    const { code } = await app.mailTo(email)
    const theirs = await signedUp()
    const headers = { Authorization: `Bearer ${theirs.session.access_token}` }
    const other = authClient(app.url, { headers })
    const { data, error } = await other.verifyOtp({ email, token: code, type: 'signup' })
    expect([error, data.user?.id]).toEqual([null, user.id])
    expect((await auth.getUser()).error?.name).toBe('AuthSessionMissingError')
    expect((await client().signInWithPassword({ email, password })).error?.code).toBe(
      'invalid_credentials',
    )
    expect((await other.updateUser({ password: 'battery staple' })).error).toBeNull()
    expect((await app.mailTo(email, /was confirmed/)).text).toContain('were removed')
  })

  test('its link, with the verifier of the client that signed up, keeps everything', async () => {
    const auth = pkce()
    const email = address()
    const { data } = await auth.signUp({ email, password, options: { data: names } })
    const code = (await follow(email)).searchParams.get('code') ?? ''
    expect(await isConfirmed(email)).toBe(false)
    const { error } = await auth.exchangeCodeForSession(code)
    expect([error, await isConfirmed(email)]).toEqual([null, true])
    expect((await client().getUser(data.session?.access_token)).error).toBeNull()
    expect((await client().signInWithPassword({ email, password })).error).toBeNull()
  })

  test('a verifier that no session of the account began with says nothing of the account', async () => {
    const { auth, email } = await signedUp()
    await app.mailTo(email)
    const stranger = pkce()
    await stranger.resend({ email, type: 'signup' })
    const target = await follow(email)
    expect((await auth.getUser()).error?.name).toBe('AuthSessionMissingError')
    const code = target.searchParams.get('code') ?? ''
    expect((await stranger.exchangeCodeForSession(code)).error).toBeNull()
    expect((await client().signInWithPassword({ email, password })).error?.code).toBe(
      'invalid_credentials',
    )
  })

  test('a link opened elsewhere asks for the password, and keeps everything with it', async () => {
    const { auth, email } = await signedUp()
    const link = await linkTo(email)
    const visitor = app.visitor()
    const page = await (await visitor.fetch(link)).text()
    expect(page).toContain('Confirm and keep everything')
    expect(page).toContain('Continue without a password')
    const press = (more: Record<string, string>) =>
      visitor.fetch('/auth/v1/verify', {
        method: 'POST',
        body: new URLSearchParams({ ...fieldsOf(page), ...more }),
      })
    const wrong = await press({ password: 'wrong horse' })
    expect([wrong.status, await wrong.text()]).toEqual([
      403,
      expect.stringContaining('This is not your password.'),
    ])
    expect(await isConfirmed(email)).toBe(false)
    expect((await press({ password })).status).toBe(303)
    expect(await isConfirmed(email)).toBe(true)
    expect((await auth.getUser()).error).toBeNull()
  })

  test('an address changes by a link only where the account is, or with its password', async () => {
    const { auth, email } = await signedUp()
    const next = address()
    await auth.updateUser({ email: next })
    const link = await linkTo(next)
    const visitor = app.visitor()
    const page = await (await visitor.fetch(link)).text()
    const press = (more: Record<string, string>) =>
      visitor.fetch('/auth/v1/verify', {
        method: 'POST',
        body: new URLSearchParams({ ...fieldsOf(page), ...more }),
      })
    expect(page).toContain('Enter the password of your Storehand account')
    expect((await press({ password: 'wrong horse' })).status).toBe(403)
    expect((await auth.getUser()).data.user?.email).toBe(email)
    expect((await press({ password })).status).toBe(303)
    expect((await auth.getUser()).data.user?.email).toBe(next)

    // Pressed by a stranger whose address somebody else wants to take: nothing moves.
    const thief = await signedUp()
    const victim = address()
    await thief.auth.updateUser({ email: victim })
    const theirs = fieldsOf(await (await app.visitor().fetch(await linkTo(victim))).text())
    const body = new URLSearchParams(theirs)
    const answer = await app.visitor().fetch('/auth/v1/verify', { method: 'POST', body })
    expect(answer.headers.get('location')).toContain('error_code=otp_expired')
    expect((await thief.auth.getUser()).data.user?.email).toBe(thief.email)
    // Nor by a client of the token API that is nobody's.
    await thief.auth.updateUser({ email: victim })
    const { token } = await app.mailTo(victim)
    const proof = { token_hash: token, type: 'email_change' } as const
    expect((await client().verifyOtp(proof)).error?.code).toBe('otp_expired')
    expect((await thief.auth.getUser()).data.user?.email).toBe(thief.email)
  })

  test('of two accounts that want one address each needs its own code in its own session', async () => {
    const [one, other] = [await signedUp(), await signedUp()]
    const wanted = address()
    await one.auth.updateUser({ email: wanted })
    const mine = await app.mailTo(wanted)
    await other.auth.updateUser({ email: wanted })
    const theirs = await app.mailTo(wanted)
    const verify = (by: typeof one, token: string) =>
      authClient(app.url, {
        headers: { Authorization: `Bearer ${by.session.access_token}` },
      }).verifyOtp({ email: wanted, token, type: 'email_change' })
    const elsewhere = { email: wanted, token: theirs.code, type: 'email_change' } as const
    expect((await client().verifyOtp(elsewhere)).error?.code).toBe('otp_expired')
    expect((await verify(one, theirs.code)).error?.code).toBe('otp_expired')
    expect((await verify(one, mine.code)).data.user?.id).toBe(one.user.id)
    expect((await verify(other, theirs.code)).error?.code).toBe('email_exists')
  })

  test('what was mailed to an address before the account moved opens it no longer', async () => {
    const { auth, email } = await signedUp()
    await client().resetPasswordForEmail(email)
    const before = await app.mailTo(email, /get back/)
    const next = address()
    await auth.updateUser({ email: next })
    const { code } = await app.mailTo(next)
    await client().verifyOtp({ email: next, token: code, type: 'email_change' })
    const old = { email, token: before.code, type: 'recovery' } as const
    expect((await client().verifyOtp(old)).error?.code).toBe('otp_expired')
  })

  // shows: interface-33
  test('an address changes when the new one is proved, not before', async () => {
    const { auth, email } = await signedUp()
    const next = address()
    const { data } = await auth.updateUser({ email: next.toUpperCase() })
    expect(data.user).toMatchObject({ email, new_email: next })
    expect((await client().resend({ email, type: 'email_change' })).error).toBeNull()
    const { code } = await app.mailTo(next)
    const { error } = await client().verifyOtp({ email: next, token: code, type: 'email_change' })
    expect(error).toBeNull()
    const changed = await auth.getUser()
    expect(changed.data.user?.email).toBe(next)
    expect(changed.data.user?.new_email).toBeUndefined()
    const notice = await app.mailTo(email)
    expect(notice.subject).toBe('Your Storehand account has another address')
    expect(notice.text).not.toContain(next)
    expect((await client().signInWithPassword({ email: next, password })).error).toBeNull()
    const { rows } = await app.deps.db.pool.query('select email from profiles where id = $1', [
      changed.data.user?.id,
    ])
    expect(rows).toEqual([{ email: next }])
  })

  test('an address that is taken, now or meanwhile, is refused', async () => {
    const other = await signedUp()
    const { auth } = await signedUp()
    // Nobody is told, and no code goes out.
    expect((await auth.updateUser({ email: other.email })).data.user?.new_email).toBe(other.email)
    expect((await app.mailTo(other.email)).code).toBe('')
    const wanted = address()
    await auth.updateUser({ email: wanted })
    const { code } = await app.mailTo(wanted)
    await signedUp(wanted)
    const proof = { email: wanted, token: code, type: 'email_change' } as const
    expect((await client().verifyOtp(proof)).error?.code).toBe('email_exists')
  })

  test('a proof older than 15 minutes is not enough for it, and a fresh code is', async () => {
    const { auth, email } = await signedUp()
    app.clock.move(901)
    const needed = await auth.updateUser({ password: 'battery staple' })
    expect(needed.error?.code).toBe('reauthentication_needed')
    expect((await auth.updateUser({ email: address() })).error?.code).toBe(
      'reauthentication_needed',
    )
    expect((await auth.reauthenticate()).error).toBeNull()
    const mail = await app.mailTo(email)
    expect(mail.text).not.toContain('http')
    const wrong = await auth.updateUser({ password: 'battery staple', nonce: '12' })
    expect(wrong.error?.code).toBe('reauthentication_not_valid')
    const { error } = await auth.updateUser({ password: 'battery staple', nonce: mail.code })
    expect(error).toBeNull()
  })
})
