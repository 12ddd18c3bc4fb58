// /api/accounts/password and /api/accounts/names: a person's changes of their own account.
import { describe, expect, test } from 'vitest'
import type { SessionView } from '#domain/accounts/accounts.ts'
import { LIMITS } from '#domain/limits.ts'
import { openApp, type Member, type Visitor } from '#test/app.ts'
import { authClient } from '#test/people/auth-client.ts'

const app = await openApp()

type Refusal = { error: { code: string; message: string; fields?: Record<string, string> } }
const old = 'correct horse'
const fresh = 'battery staple'

const change = (visitor: Visitor, current_password: string, password: string) =>
  visitor.call<Refusal>('/api/accounts/password', { body: { current_password, password } })
const signIn = (email: string, password: string, visitor = app.visitor()) =>
  visitor.call('/api/accounts/sign-in', { body: { email, password } })
const isSomebody = async (visitor: Visitor) =>
  (await visitor.call<SessionView>('/api/session')).body.user !== null
const trailOf = async ({ userId }: Member) => {
  const { rows } = await app.deps.db.pool.query(
    `select organization_id, ip_address, details from audit_events
     where action = 'user.password_changed' and actor_id = $1`,
    [userId],
  )
  return rows
}

describe('the password', () => {
  // shows: interface-26, V6.2.2, V6.2.3
  test('is changed by who knows it; others are signed out, the owner hears of it, the trail has it', async () => {
    const owner = await app.owner()
    const there = app.visitor()
    await signIn(owner.email, old, there)
    const auth = authClient(app.url)
    await auth.signInWithPassword({ email: owner.email, password: old })
    expect((await owner.call('/api/accounts/password')).body).toEqual({
      has_password: true,
      can_have_password: true,
    })

    expect((await change(owner, old, fresh)).status).toBe(204)
    expect([await isSomebody(owner), await isSomebody(there)]).toEqual([true, false])
    expect((await auth.refreshSession()).error?.code).toBe('refresh_token_not_found')
    expect((await signIn(owner.email, old)).status).toBe(401)
    expect((await signIn(owner.email, fresh)).status).toBe(200)
    const mail = await app.mailTo(owner.email, /^Your Storehand password was changed$/)
    expect(mail.text).not.toContain(fresh)
    expect(await trailOf(owner)).toEqual([
      {
        organization_id: owner.organization.id,
        ip_address: '127.0.0.1',
        details: { by: 'password' },
      },
    ])
  })

  test('is refused at its field, and nothing changes', async () => {
    const owner = await app.owner()
    const there = app.visitor()
    await signIn(owner.email, old, there)
    for (const [current, next, status, fields] of [
      ['wrong horse', fresh, 403, { current_password: 'This is not your password.' }],
      ['', fresh, 403, { current_password: 'This is not your password.' }],
      [old, '12345', 400, { password: 'Password must be at least 6 characters long' }],
      [old, old, 400, { password: 'The new password must be different from the old one.' }],
      [
        old,
        'password1',
        400,
        {
          password: 'This password is too easy to guess. Please choose another one.',
        },
      ],
    ] as const) {
      const answer = await change(owner, current, next)
      expect([answer.status, answer.body.error.fields]).toEqual([status, fields])
    }
    expect(await isSomebody(there)).toBe(true)
    expect((await signIn(owner.email, old)).status).toBe(200)
    expect(await trailOf(owner)).toEqual([])
  })

  test('is not tried out here either: wrong ones count where those of signing in do', async () => {
    const { most } = LIMITS.signInFailures.accountAndNetwork
    const person = await app.person()
    for (let tries = 0; tries < most; tries++) {
      expect((await change(person, `wrong ${tries}`, fresh)).status).toBe(403)
    }
    const locked = await change(person, old, fresh)
    expect([locked.status, locked.body.error.code]).toEqual([429, 'server.rateLimited'])
    expect(Number(locked.headers.get('retry-after'))).toBeGreaterThan(0)
    expect((await signIn(person.email, old)).status).toBe(429)
  })

  test('of an account without one is set by the mail, not here', async () => {
    const person = await app.person()
    const gone = `delete from credentials where user_id = $1`
    await app.deps.db.pool.query(gone, [person.userId])
    expect((await person.call('/api/accounts/password')).body).toEqual({
      has_password: false,
      can_have_password: true,
    })
    const { status, body } = await change(person, '', fresh)
    expect([status, body.error.code]).toEqual([409, 'account.passwordNone'])
    expect((await signIn(person.email, fresh)).status).toBe(401)

    await person.call('/api/accounts/request-reset', { body: { email: person.email } })
    const { token } = await app.mailTo(person.email)
    const reset = { token, password: fresh }
    expect((await person.call('/api/accounts/reset-password', { body: reset })).status).toBe(200)
    expect((await signIn(person.email, fresh)).status).toBe(200)
  })
})

describe('the names', () => {
  // shows: interface-26
  test('are changed, and the others of the organization read the new ones', async () => {
    const owner = await app.owner()
    const names = { first_name: ' Zoë ', last_name: "O'Neill" }
    const { status } = await owner.call('/api/accounts/names', { method: 'PUT', body: names })
    expect(status).toBe(204)
    const { body } = await owner.call<SessionView>('/api/session')
    expect(body.user).toMatchObject({ first_name: 'Zoë', last_name: "O'Neill" })
    const members = await (await app.staff(owner)).call('/api/organizations/members')
    expect(JSON.stringify(members.body)).toContain("O'Neill")
  })

  test.each([
    [{ first_name: ' ', last_name: 'Silva' }, 'First name and last name are required'],
    [
      { first_name: 'Ana', last_name: 'x'.repeat(101) },
      'Last name can have at most 100 characters.',
    ],
  ])('are refused where sign-up refuses them: %#', async (names, message) => {
    const person = await app.person()
    const answer = await person.call<Refusal>('/api/accounts/names', { method: 'PUT', body: names })
    expect([answer.status, answer.body.error.message]).toEqual([400, message])
  })
})

describe('the language', () => {
  const choose = (who: Visitor, language: unknown) =>
    who.call<Refusal>('/api/accounts/language', { method: 'PUT', body: { language } })
  const spoken = async (who: Visitor) =>
    (await who.call<SessionView>('/api/session')).body.user?.language

  // shows: interface-26, privacy-45
  test('is chosen by each for themselves, is that of the next page, and is taken back', async () => {
    const owner = await app.owner()
    const colleague = await app.staff(owner)
    const stranger = await app.owner('Another Shop')
    const chosen = await choose(owner, 'ar')
    expect(chosen.status).toBe(204)
    expect(chosen.headers.get('set-cookie')).toMatch(/^storehand_language=ar; Max-Age=31536000;/)
    expect(await Promise.all([owner, colleague, stranger].map(spoken))).toEqual([
      'ar',
      undefined,
      undefined,
    ])
    expect(await (await owner.fetch('/account')).text()).toMatch(/<html[^>]* lang="ar" dir="rtl"/)
    expect((await choose(stranger, 'ja')).status).toBe(204)
    expect((await choose(owner, null)).status).toBe(204)
    expect(await Promise.all([owner, colleague, stranger].map(spoken))).toEqual([
      undefined,
      undefined,
      'ja',
    ])
    expect(await (await owner.fetch('/account')).text()).toMatch(/<html[^>]* lang="en-GB"/)
  })

  test('is one of ours, and that of nobody without a session', async () => {
    const owner = await app.owner()
    await choose(owner, 'de')
    for (const language of ['sv', 'en-XA', '', 'DE', '../de', 7, ['fr'], undefined]) {
      const { status, body } = await choose(owner, language)
      expect([language, status, Object.keys(body.error.fields ?? {})]).toEqual([
        language,
        400,
        ['language'],
      ])
    }
    expect(await spoken(owner)).toBe('de')
    expect((await choose(app.visitor(), 'fr')).status).toBe(401)
  })
})

describe('the address', () => {
  const ask = (who: Visitor, email: string, proof?: string) =>
    who.call<Refusal>('/api/accounts/email', { body: { email, proof } })
  const confirm = (who: Visitor, email: string, code: string) =>
    who.call<Refusal>('/api/accounts/email/verify', { body: { email, code } })
  const addressOf = async (who: Visitor) =>
    (await who.call<SessionView>('/api/session')).body.user?.email

  // shows: interface-27
  test('moves once the code of the mail to the new one is typed, and the old one hears of it', async () => {
    const owner = await app.owner()
    const before = owner.email
    const next = `Moved-${before}`
    expect((await ask(owner, next, 'wrong horse')).body.error.code).toBe('factor.proofWrong')
    expect((await ask(owner, next, old)).status).toBe(204)
    expect(await addressOf(owner)).toBe(before)
    const { code } = await app.mailTo(next.toLowerCase())
    const wrong = code === '123456' ? '654321' : '123456'
    expect((await confirm(owner, next, wrong)).body.error.code).toBe('verification.codeWrong')
    expect(await addressOf(owner)).toBe(before)
    expect((await confirm(owner, next, code)).status).toBe(204)
    expect(await addressOf(owner)).toBe(next.toLowerCase())
    // A code that somebody else was mailed moves nobody.
    const stranger = await app.person()
    await ask(owner, before)
    const { code: theirs } = await app.mailTo(before, /code/)
    expect((await confirm(stranger, before, theirs)).status).toBe(400)
    expect(await addressOf(stranger)).toBe(stranger.email)
    expect((await app.mailTo(before, /another address/)).subject).toMatch(/address/i)
    expect((await signIn(next, old)).status).toBe(200)
    expect((await signIn(before, old)).status).toBe(401)
  })

  test('is asked for with a proof in a session that is not fresh, and says nothing about who has an account', async () => {
    const [person, holder] = [await app.person(), await app.person()]
    expect((await ask(person, person.email)).body.error.message).toBe(
      'This is already your email address.',
    )
    expect((await ask(person, 'nobody@')).status).toBe(400)
    const taken = await ask(person, holder.email)
    const free = await ask(person, `free-${person.email}`)
    expect([taken.status, taken.body]).toEqual([free.status, free.body])
    app.clock.move(16 * 60)
    const late = await ask(person, `later-${person.email}`)
    app.clock.move(-16 * 60)
    expect([late.status, late.body.error.code]).toEqual([403, 'passkey.proofNeeded'])
    expect(await addressOf(person)).toBe(person.email)
  })
})
