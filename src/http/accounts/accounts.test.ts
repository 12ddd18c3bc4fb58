// Signing up, in and out, sessions, and forgotten passwords.
import { scryptSync } from 'node:crypto'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import type { SessionView } from '#domain/accounts/accounts.ts'
import { createTestApp, openApp, type Visitor } from '#test/app.ts'
import { rawRequest, sendRaw } from '#test/input/raw-request.ts'

const app = await openApp()

type Refusal = { error: { code: string; message: string; fields?: Record<string, string> } }

const person = { password: 'correct horse', first_name: 'Ana', last_name: 'Silva' }
let people = 0
const address = () => `ana-${++people}@staff.example`

const signUp = (values: object, visitor = app.visitor()) =>
  visitor.call<Refusal>('/api/accounts/sign-up', { body: { ...person, ...values } })
const signIn = (email: string, password: string, visitor = app.visitor()) =>
  visitor.call<Refusal>('/api/accounts/sign-in', { body: { email, password } })
const whoIs = async (visitor: Visitor) => (await visitor.call<SessionView>('/api/session')).body

/** What a copy of this visitor's cookie is still worth. */
function copyOf(visitor: Visitor): Visitor {
  const copy = app.visitor()
  copy.cookie = visitor.cookie
  return copy
}

const signedOut = { user: null, profile: null, organization: null }

// shows: privacy-5
test('no page sets a cookie', async () => {
  for (const page of ['/auth', '/privacy', '/terms', '/embed', '/verify', '/application']) {
    const { headers } = await app.visitor().fetch(page)
    expect([page, headers.getSetCookie()]).toEqual([page, []])
  }
})

describe('signing up', () => {
  // shows: 1-1, 3-1, 3-17, 7-1, 7-7
  test('signs in at once, with a profile that may do nothing yet', async () => {
    const visitor = app.visitor()
    const email = address()
    const names = { first_name: ' Zoë-Ọlá ', last_name: "O'Neill 李 🍵" }
    const { status, headers } = await signUp(
      { email: ` ${email.toUpperCase()} `, ...names },
      visitor,
    )
    expect(status).toBe(201)
    expect(headers.get('set-cookie')).toMatch(/HttpOnly.*SameSite=Lax/)
    expect(headers.get('cache-control')).toBe('no-store')
    expect(await whoIs(visitor)).toMatchObject({
      user: { email, first_name: 'Zoë-Ọlá', last_name: "O'Neill 李 🍵" },
      profile: { role: 'staff', is_approved: false, organization_id: null },
      organization: null,
    })
  })

  // shows: privacy-3, privacy-5, V11.4.2
  test('sets one cookie, and keeps a salted hash of the password', async () => {
    // The other tests hash quickly.
    const dear = await createTestApp({ database: app.deps.db, hashing: 'production' })
    const keys: string[] = []
    for (let times = 0; times < 2; times++) {
      const email = address()
      const { headers } = await signUp({ email }, dear.visitor())
      const names = headers.getSetCookie().map((cookie) => cookie.split('=')[0])
      expect(names).toEqual(['storehand.session_token'])
      const { rows } = await app.deps.db.pool.query<{ password: string }>(
        'select c.password from credentials c join users u on u.id = c.user_id where u.email = $1',
        [email],
      )
      const [salt = '', key] = rows[0]?.password.split(':') ?? []
      const cost = { N: 2 ** 14, r: 16, maxmem: 2 ** 26 }
      expect(key).toBe(scryptSync(person.password, salt, 64, cost).toString('hex'))
      keys.push(salt, key!)
      expect((await signIn(email, person.password, dear.visitor())).status).toBe(200)
      expect((await signIn(email, 'wrong horse', dear.visitor())).status).toBe(401)
    }
    expect(new Set(keys).size).toBe(4)
    await dear.close()
  })

  // shows: 8-2
  test('is refused for an address that is taken, in any case', async () => {
    const email = address()
    await signUp({ email })
    for (const again of [email, email.toUpperCase()]) {
      const { status, body } = await signUp({ email: again })
      expect(status).toBe(409)
      expect(body.error.message).toBe(
        'This email is already registered. Please try logging in instead.',
      )
    }
  })

  // shows: V6.1.2, V6.2.4, V6.2.11, V6.2.12
  test.each(['123456', 'PassWord', 'password123', 'Storehand1'])(
    'is refused with %s, which others try first',
    async (password) => {
      const email = address()
      const { status, body } = await signUp({ email, password })
      expect([status, body.error.fields]).toEqual([
        400,
        {
          password: 'This password is too easy to guess. Please choose another one.',
        },
      ])
      expect((await signUp({ email, password: 'xk9q2v' })).status).toBe(201)
    },
  )

  test('of the same address at the same moment makes one account', async () => {
    const email = address()
    // The library says on the console which of them came too late.
    const quiet = vi.spyOn(console, 'error').mockImplementation(() => {})
    const answers = await Promise.all(Array.from({ length: 5 }, () => signUp({ email })))
    quiet.mockRestore()
    const statuses = answers.map(({ status }) => status).toSorted((a, b) => a - b)
    expect(statuses).toEqual([201, 409, 409, 409, 409])
  })

  // shows: 5-4, choice-5
  test.each([
    [{ password: '12345' }, 'Password must be at least 6 characters long'],
    [{ password: 'x'.repeat(129) }, 'Password must be at most 128 characters long'],
    [{ first_name: '  ' }, 'First name and last name are required'],
    [{ last_name: undefined }, 'First name and last name are required'],
    [{ last_name: 'x'.repeat(101) }, 'Last name can have at most 100 characters.'],
    [{ email: 'nobody' }, 'Please enter a valid email address.'],
    [{ email: `${'a'.repeat(250)}@b.co` }, 'Email can have at most 254 characters.'],
    [{ email: 'a@example.com\nbcc: b@example.com' }, 'Please enter a valid email address.'],
  ])('is refused with a reason: %#', async (values, message) => {
    const { status, body } = await signUp({ email: address(), ...values })
    expect(status).toBe(400)
    expect(body.error.message).toBe(message)
    expect(body.error.fields).toEqual({ [Object.keys(values)[0] ?? '']: message })
  })

  // shows: V6.2.5, V6.2.9
  test.each([6, 128])('takes a password of %d characters', async (length) => {
    const email = address()
    expect((await signUp({ email, password: 'ß'.repeat(length) })).status).toBe(201)
    expect((await signIn(email, 'ß'.repeat(length))).status).toBe(200)
  })

  // shows: 4-20, V8.2.3, V15.3.3
  test('takes nothing that is not asked for', async () => {
    const visitor = app.visitor()
    const { organization } = await app.owner()
    const forged = {
      role: 'organization_owner',
      is_approved: true,
      organization_id: organization.id,
      email_verified: true,
      id: '00000000-0000-4000-8000-000000000000',
    }
    await signUp({ email: address(), ...forged }, visitor)
    const { profile } = await whoIs(visitor)
    expect(profile).toMatchObject({ role: 'staff', is_approved: false, organization_id: null })
    expect((await visitor.call('/api/applicants')).status).toBe(403)
  })
})

describe('signing in', () => {
  // shows: V7.2.4
  test('takes no session that was put there before: the cookie is a new one', async () => {
    const attacker = app.visitor()
    await signUp({ email: address() }, attacker)
    const planted = copyOf(attacker)
    const email = address()
    await signUp({ email })
    await signIn(email, person.password, planted)
    expect(planted.cookie).not.toBe(attacker.cookie)
    expect((await whoIs(planted)).user?.email).toBe(email)
    expect((await whoIs(attacker)).user?.email).not.toBe(email)

    const made = app.visitor()
    made.cookie = 'storehand.session_token=chosen-by-somebody-else.signature'
    await signIn(email, person.password, made)
    expect(made.cookie).not.toContain('chosen-by-somebody-else')
    const { rowCount } = await app.deps.db.pool.query(
      `select from sessions where token like 'chosen-by%'`,
    )
    expect(rowCount).toBe(0)
  })

  // shows: 7-2
  test('works in any case of the address, with a session of its own', async () => {
    const email = address()
    const visitor = app.visitor()
    await signUp({ email }, visitor)
    const before = visitor.cookie
    expect((await signIn(email.toUpperCase(), person.password, visitor)).status).toBe(200)
    expect(visitor.cookie).not.toBe(before)
    expect((await whoIs(visitor)).user?.email).toBe(email)
  })

  test.each([
    ['Ana＠MÜNCHEN.de', 'ana@xn--mnchen-3ya.de'],
    ['ana@почта.рф', 'ana@xn--80a1acny.xn--p1ai'],
    ['ana..x.@docomo.ne.jp', 'ana..x.@docomo.ne.jp'],
  ])('works with the address %s', async (typed, email) => {
    expect((await signUp({ email: typed })).status).toBe(201)
    await app.mailTo(email)
    const visitor = app.visitor()
    expect((await signIn(typed, person.password, visitor)).status).toBe(200)
    expect((await whoIs(visitor)).user?.email).toBe(email)
    expect((await signIn(email, person.password)).status).toBe(200)
    expect((await signUp({ email })).body.error.code).toBe('auth.emailTaken')
  })

  test('never takes over a session that was set before', async () => {
    const email = address()
    await signUp({ email })
    const planted = app.visitor()
    await signUp({ email: address() }, planted)
    const victim = copyOf(planted)
    await signIn(email, person.password, victim)
    expect((await whoIs(victim)).user?.email).toBe(email)
    expect((await whoIs(planted)).user?.email).not.toBe(email)
  })

  test('and signing up set a session of their own choosing, whatever was planted', async () => {
    const planted = 'storehand.session_token=chosen-by-somebody-else.c2lnbmF0dXJl'
    const email = address()
    for (const enter of [
      (visitor: Visitor) => signUp({ email }, visitor),
      (visitor: Visitor) => signIn(email, person.password, visitor),
    ]) {
      const visitor = app.visitor()
      visitor.cookie = planted
      expect((await enter(visitor)).status).toBeLessThan(300)
      expect(visitor.cookie).not.toContain('chosen-by-somebody-else')
      expect((await whoIs(visitor)).user?.email).toBe(email)
      const attacker = app.visitor()
      attacker.cookie = planted
      expect(await whoIs(attacker)).toEqual(signedOut)
    }
  })

  // shows: 8-2
  test('is refused in the same words for a wrong password and an unknown address', async () => {
    const email = address()
    await signUp({ email })
    const answers = [
      await signIn(email, 'wrong password'),
      await signIn(address(), person.password),
      await signIn('no address', person.password),
      await signIn(email, ''),
    ]
    for (const { status, body, headers } of answers) {
      expect([status, body.error.code, body.error.message]).toEqual([
        401,
        'auth.badCredentials',
        'Invalid email or password. Please check your credentials and try again.',
      ])
      expect(headers.get('set-cookie')).toBeNull()
    }
  })

  test('is refused to other sites, and to anything but JSON', async () => {
    const email = address()
    await signUp({ email })
    const body = JSON.stringify({ email, password: person.password })
    const json = { 'content-type': 'application/json' }
    for (const [headers, status] of [
      [{ ...json, origin: 'https://evil.example' }, 403],
      [{ ...json, origin: 'null' }, 403],
      [{ 'content-type': 'text/plain' }, 400],
      [{ 'content-type': 'application/x-www-form-urlencoded' }, 400],
    ] as const) {
      const visitor = app.visitor()
      const answer = await visitor.fetch('/api/accounts/sign-in', { method: 'POST', body, headers })
      expect([headers, answer.status, visitor.cookie]).toEqual([headers, status, ''])
    }
    const crossSite = { ...json, 'sec-fetch-site': 'cross-site' }
    const request = rawRequest('POST', '/api/accounts/sign-in', crossSite, body)
    expect((await sendRaw(app.url, request)).status).toBe(403)
  })
})

describe('signing out', () => {
  // shows: 7-3, V7.2.1, V7.4.1, V14.3.1
  test('ends the session, not only the cookie', async () => {
    const visitor = await app.owner()
    const copy = copyOf(visitor)
    const other = app.visitor()
    await signIn(visitor.email, person.password, other)
    expect((await visitor.call('/api/accounts/sign-out', { method: 'POST' })).status).toBe(204)
    expect(visitor.cookie).toBe('')
    expect(await whoIs(copy)).toEqual(signedOut)
    expect((await copy.call('/api/jobs')).status).toBe(401)
    expect((await whoIs(other)).user?.email).toBe(visitor.email)
  })

  // shows: 7-3
  test('with an access token ends the session of the token, and no cookie of the person', async () => {
    const member = await app.owner()
    const { body } = await app
      .visitor()
      .call<{ access_token: string }>('/auth/v1/token?grant_type=password', {
        body: { email: member.email, password: person.password },
      })
    const headers = { authorization: `Bearer ${body.access_token}` }
    expect((await app.visitor().call('/api/jobs', { headers })).status).toBe(200)
    // Beside a token the cookie is not looked at.
    const out = await copyOf(member).call('/api/accounts/sign-out', { method: 'POST', headers })
    expect([out.status, out.headers.get('set-cookie')]).toEqual([204, null])
    expect((await app.visitor().call('/api/jobs', { headers })).status).toBe(401)
    expect((await member.call('/api/jobs')).status).toBe(200)
    const again = await app.visitor().call('/api/accounts/sign-out', { method: 'POST', headers })
    expect(again.status).toBe(204)
  })

  test('is done already for whoever is not signed in', async () => {
    const { status } = await app.visitor().call('/api/accounts/sign-out', { method: 'POST' })
    expect(status).toBe(204)
  })

  // shows: 7-7
  test.each([
    ['changed', (cookie: string) => cookie.replace(/=(.)/, (_, c) => `=${c === 'a' ? 'b' : 'a'}`)],
    ['unsigned', (cookie: string) => cookie.replace(/\.[^.]*$/, '')],
    ['garbage', () => 'storehand.session_token=%E0%A4%A'],
    ['empty', () => 'storehand.session_token='],
  ])('a cookie that is %s is nobody', async (_, changed) => {
    const visitor = await app.owner()
    visitor.cookie = changed(visitor.cookie)
    expect(await whoIs(visitor)).toEqual(signedOut)
  })

  // shows: V7.3.2
  test('is what time does, too', async () => {
    const visitor = await app.owner()
    await app.deps.db.pool.query(
      `update sessions set expires_at = now() - interval '1 second' where user_id = $1`,
      [visitor.userId],
    )
    expect(await whoIs(visitor)).toEqual(signedOut)
  })
})

describe('a forgotten password', () => {
  const ask = (body: object, headers: Record<string, string> = {}) =>
    app.visitor().call('/api/accounts/request-reset', { body, headers })
  const reset = (token: string, password: string) =>
    app.visitor().call<Refusal>('/api/accounts/reset-password', { body: { token, password } })

  // shows: 4-24, 7-6
  test('is replaced once by the link; then the old one and every session are over', async () => {
    const member = await app.owner()
    expect((await ask({ email: member.email.toUpperCase() })).body).toEqual({ success: true })
    const { token } = await app.mailTo(member.email, /^Reset/)
    const short = await reset(token, '12345')
    expect(short.body.error.message).toBe('Password must be at least 6 characters long')
    // The link is not used up by a password that is none.
    expect((await reset(token, 'password1')).status).toBe(400)
    expect((await reset(token, 'new password')).status).toBe(200)
    expect(await whoIs(member)).toEqual(signedOut)
    expect((await signIn(member.email, person.password)).status).toBe(401)
    expect((await signIn(member.email, 'new password')).status).toBe(200)
    const again = await reset(token, 'third password')
    expect([again.status, again.body.error.message]).toEqual([
      400,
      'The verification link is invalid or has expired.',
    ])
    expect((await signIn(member.email, 'new password')).status).toBe(200)
  })

  // shows: 7-4
  test('is asked for with one answer, whether or not there is such an account', async () => {
    const known = await app.person()
    const answers = [await ask({ email: known.email }), await ask({ email: address() })]
    const results = answers.map(({ status, body }) => [status, body])
    expect(results[0]).toEqual(results[1])
    const { rows } = await app.deps.db.pool.query(
      `select recipient from mail_outbox where kind = 'reset-password' and recipient like 'ana-%'`,
    )
    expect(rows).toEqual([])
  })

  // shows: 7-4, safer-9
  test('is mailed a link to the configured address, whatever the request says', async () => {
    const evil = 'evil.example'
    // One that answers to every name. What it queues is sent by the other process.
    const { db: database } = app.deps
    const published = await createTestApp({ appUrl: app.url, env: { HOST: '0.0.0.0' }, database })
    onTestFinished(() => published.close())
    const headers: Record<string, string>[] = [
      { host: evil },
      { 'x-forwarded-host': evil, 'x-forwarded-proto': 'https' },
      { forwarded: `host=${evil};proto=https` },
      { 'x-original-host': evil, 'x-host': evil, referer: `https://${evil}/` },
    ]
    for (const extra of headers) {
      const { email } = await app.person()
      const body = JSON.stringify({
        email,
        resetUrl: `https://${evil}/auth?type=recovery`,
        redirectTo: `https://${evil}`,
      })
      const all = { 'content-type': 'application/json', ...extra }
      const request = rawRequest('POST', '/api/accounts/request-reset', all, body)
      expect((await sendRaw(published.url, request)).status).toBe(200)
      const mail = await app.mailTo(email, /^Reset/)
      expect(mail.text).toContain(`${app.url}/auth?type=recovery&token=${mail.token}`)
      expect(mail.text + mail.html).not.toContain(evil)
    }
  })

  test.each(['', 'nonsense', '../..', 'A'.repeat(24)])(
    'is not replaced by the link %j',
    async (token) => {
      expect((await reset(token, 'new password')).status).toBe(400)
    },
  )
})
