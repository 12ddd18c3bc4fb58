// Second factors with the public auth-js client and a simulated phone.
import { describe, expect, test } from 'vitest'
import type { SessionView } from '#domain/accounts/accounts.ts'
import { openApp, type Visitor } from '#test/app.ts'
import { authClient } from '#test/people/auth-client.ts'
import { codeOfPhone } from '#test/people/phone.ts'

const app = await openApp()

const password = 'correct horse'
let people = 0
const client = () => authClient(app.url, { experimental: { recoveryCodes: true } })

const phoneCode = (secret: string, moment = app.clock.now()) => codeOfPhone(secret, moment)

async function signedUp() {
  const email = `factor-${++people}@staff.example`
  const auth = client()
  const data = { first_name: 'Ana', last_name: 'Silva' }
  const signedUpAs = await auth.signUp({ email, password, options: { data } })
  if (signedUpAs.error) throw signedUpAs.error
  await app.confirm({ userId: signedUpAs.data.user?.id ?? '' })
  return { auth, email }
}
type Auth = ReturnType<typeof client>

async function enrolled() {
  const person = await signedUp()
  const { data, error } = await person.auth.mfa.enroll({
    factorType: 'totp',
    friendlyName: 'Phone',
  })
  if (error) throw error
  const { secret } = data.totp
  const verified = await person.auth.mfa.challengeAndVerify({
    factorId: data.id,
    code: phoneCode(secret),
  })
  if (verified.error) throw verified.error
  app.clock.move(30)
  return { ...person, factorId: data.id, secret, uri: data.totp.uri }
}

async function signedIn(email: string): Promise<Auth> {
  const auth = client()
  const { error } = await auth.signInWithPassword({ email, password })
  if (error) throw error
  return auth
}

async function statusOf(auth: Auth): Promise<number> {
  const { data } = await auth.getSession()
  const headers = { authorization: `Bearer ${data.session?.access_token}` }
  const { body } = await app.visitor().call<SessionView>('/api/session', { headers })
  return body.user ? 200 : 401
}

describe('a code generator', () => {
  // shows: 7-23
  test('is enrolled, and raises the session from then on', async () => {
    const { auth, email, factorId, uri } = await enrolled()
    expect(uri).toMatch(/^otpauth:\/\/totp\/Storehand:factor-\d+%40staff\.example\?secret=/)
    const level = await auth.mfa.getAuthenticatorAssuranceLevel()
    expect(level.data).toMatchObject({ currentLevel: 'aal2', nextLevel: 'aal2' })
    expect(level.data?.currentAuthenticationMethods).toMatchObject([
      { method: 'totp' },
      { method: 'password' },
    ])
    const { data } = await auth.mfa.listFactors()
    expect(data?.totp).toMatchObject([
      { id: factorId, friendly_name: 'Phone', factor_type: 'totp', status: 'verified' },
    ])
    expect((await auth.refreshSession()).error).toBeNull()
    const after = await auth.mfa.getAuthenticatorAssuranceLevel()
    expect(after.data?.currentLevel).toBe('aal2')
    const next = await (await signedIn(email)).mfa.getAuthenticatorAssuranceLevel()
    expect(next.data).toMatchObject({ currentLevel: 'aal1', nextLevel: 'aal2' })
  })

  // shows: V6.8.4, V10.3.4
  test('keeps everybody out of the dashboard who has not shown it', async () => {
    const { email, factorId, secret } = await enrolled()
    const auth = await signedIn(email)
    expect(await statusOf(auth)).toBe(401)
    const code = phoneCode(secret)
    const { error } = await auth.mfa.challengeAndVerify({ factorId, code })
    expect(error).toBeNull()
    expect(await statusOf(auth)).toBe(200)
  })

  test('ends the sessions that showed the password only', async () => {
    const { auth, email } = await signedUp()
    const other = await signedIn(email)
    const { data } = await auth.mfa.enroll({ factorType: 'totp' })
    const code = phoneCode(data?.totp.secret ?? '')
    await auth.mfa.challengeAndVerify({ factorId: data?.id ?? '', code })
    expect((await other.getUser()).error?.name).toBe('AuthSessionMissingError')
    expect((await auth.getUser()).error).toBeNull()
  })

  // shows: V6.5.1
  test('takes a code once, of now and its neighbours, within five minutes', async () => {
    const { auth, factorId, secret } = await enrolled()
    const verify = async (code: string) =>
      (await auth.mfa.challengeAndVerify({ factorId, code })).error?.code
    const at = (seconds: number) =>
      phoneCode(secret, new Date(app.clock.now().getTime() + seconds * 1000))
    expect(await verify(at(90))).toBe('mfa_verification_failed')
    expect(await verify(at(-90))).toBe('mfa_verification_failed')
    const code = at(0)
    expect(await verify(code)).toBeUndefined()
    expect(await verify(code)).toBe('mfa_verification_failed')
    expect(await verify('')).toBe('mfa_verification_failed')
    app.clock.move(60)
    const { data } = await auth.mfa.challenge({ factorId })
    app.clock.move(301)
    const late = await auth.mfa.verify({
      factorId,
      challengeId: data?.id ?? '',
      code: phoneCode(secret),
    })
    expect(late.error?.code).toBe('mfa_challenge_expired')
  })

  test('waits after ten wrong codes', async () => {
    const { auth, factorId, secret } = await enrolled()
    for (let tries = 0; tries < 10; tries++) {
      const { error } = await auth.mfa.challengeAndVerify({ factorId, code: '12345' })
      expect(error?.code).toBe('mfa_verification_failed')
    }
    const { error } = await auth.mfa.challengeAndVerify({ factorId, code: phoneCode(secret) })
    expect([error?.status, error?.code]).toEqual([429, 'mfa_recovery_codes_locked'])
  })

  test('waits after ten wrong codes at once, too', async () => {
    const { auth, factorId } = await enrolled()
    const { data } = await auth.mfa.challenge({ factorId })
    const headers = {
      authorization: `Bearer ${(await auth.getSession()).data.session?.access_token}`,
    }
    const body = { challenge_id: data?.id, code: '12345' }
    const answers = await Promise.all(
      Array.from({ length: 15 }, () =>
        app.visitor().call(`/auth/v1/factors/${factorId}/verify`, { body, headers }),
      ),
    )
    const statuses = answers.map(({ status }) => status)
    expect(statuses.filter((status) => status === 422)).toHaveLength(10)
    expect(statuses.filter((status) => status === 429)).toHaveLength(5)
  })

  test('is removed, and the password counts alone again', async () => {
    const { auth, email, factorId } = await enrolled()
    const weak = await signedIn(email)
    expect((await weak.mfa.unenroll({ factorId })).error?.code).toBe('insufficient_aal')
    expect((await weak.mfa.enroll({ factorType: 'totp' })).error?.code).toBe('insufficient_aal')
    expect((await weak.updateUser({ password: 'battery staple' })).error?.code).toBe(
      'insufficient_aal',
    )
    expect((await auth.mfa.unenroll({ factorId })).data).toEqual({ id: factorId })
    expect((await auth.mfa.listFactors()).data?.all).toEqual([])
    expect(await statusOf(await signedIn(email))).toBe(200)
  })

  test('of another person is a factor that does not exist', async () => {
    const { factorId, secret } = await enrolled()
    const { auth } = await signedUp()
    for (const id of [factorId, '00000000-0000-4000-8000-000000000000', 'nonsense']) {
      const answers = [
        await auth.mfa.challenge({ factorId: id }),
        await auth.mfa.unenroll({ factorId: id }),
      ]
      for (const { error } of answers) {
        expect([error?.status, error?.code]).toEqual([404, 'mfa_factor_not_found'])
      }
    }
    const { rows } = await app.deps.db.pool.query(
      'select auth_factors::text as row from auth_factors',
    )
    expect(JSON.stringify(rows)).not.toContain(secret)
  })

  test('has a name of its own, and there are ten at most', async () => {
    const { auth } = await signedUp()
    const enroll = async (friendlyName: string) =>
      (await auth.mfa.enroll({ factorType: 'totp', friendlyName })).error?.code
    expect(await enroll('Phone')).toBeUndefined()
    expect(await enroll('Phone')).toBe('mfa_factor_name_conflict')
    for (let count = 2; count <= 10; count++) await enroll(`Phone ${count}`)
    expect(await enroll('Phone 11')).toBe('too_many_enrolled_mfa_factors')
  })
})

describe('recovery codes', () => {
  // shows: 7-23, V6.4.4
  test('open what a lost phone keeps shut, each once, however they are typed', async () => {
    const { auth, email } = await enrolled()
    const { data, error } = await auth.mfa.recoveryCodes.generate()
    expect(error).toBeNull()
    expect(new Set(data?.codes).size).toBe(10)
    expect((await auth.mfa.recoveryCodes.generate()).error?.code).toBe('mfa_verified_factor_exists')
    const lost = await signedIn(email)
    const [first = ''] = data?.codes ?? []
    const typed = ` ${first.toUpperCase().replace('-', ' ')} `
    expect((await lost.mfa.recoveryCodes.verify({ code: typed })).error).toBeNull()
    expect(await statusOf(lost)).toBe(200)
    const again = await lost.mfa.recoveryCodes.verify({ code: first })
    expect(again.error?.code).toBe('mfa_verification_failed')
    const status = await lost.mfa.recoveryCodes.getStatus()
    expect(status.data).toMatchObject({ type: 'recovery_code', total: 10, remaining: 9 })
    const { data: renewed } = await lost.mfa.recoveryCodes.regenerate()
    expect(renewed?.codes).toHaveLength(10)
    const old = await lost.mfa.recoveryCodes.verify({ code: data?.codes[1] ?? '' })
    expect(old.error?.code).toBe('mfa_verification_failed')
    expect((await lost.mfa.recoveryCodes.unenroll()).error).toBeNull()
    expect((await lost.mfa.recoveryCodes.getStatus()).error?.code).toBe('mfa_factor_not_found')
  })

  test('never stand alone', async () => {
    const { auth } = await signedUp()
    const { error } = await auth.mfa.recoveryCodes.generate()
    expect(error?.code).toBe('mfa_recovery_codes_sole_factor')
    const person = await enrolled()
    await person.auth.mfa.recoveryCodes.generate({ friendlyName: 'Paper' })
    await person.auth.mfa.unenroll({ factorId: person.factorId })
    expect((await person.auth.mfa.listFactors()).data?.all).toEqual([])
  })
})

describe("a cookie's session", () => {
  const whoIs = async (visitor: Visitor) =>
    (await visitor.call<SessionView>('/api/session')).body.user
  const show = (visitor: Visitor, code: string) =>
    visitor.call<{ error: { code: string } }>('/api/accounts/second-factor', { body: { code } })

  // shows: 7-24
  test('is nobody until the second factor was shown', async () => {
    const { auth, email, secret } = await enrolled()
    const { data } = await auth.mfa.recoveryCodes.generate()
    for (const code of [phoneCode(secret), data?.codes[0] ?? '']) {
      const visitor = app.visitor()
      const body = { email, password }
      const signedIn = await visitor.call('/api/accounts/sign-in', { body })
      expect([signedIn.status, signedIn.body]).toMatchObject([200, { second_factor: true }])
      expect(await whoIs(visitor)).toBeNull()
      expect((await show(visitor, 'wrong')).body.error.code).toBe('factor.codeWrong')
      expect(await whoIs(visitor)).toBeNull()
      expect((await show(visitor, code)).status).toBe(200)
      expect((await whoIs(visitor))?.email).toBe(email)
    }
    expect((await show(app.visitor(), phoneCode(secret))).status).toBe(401)
  })
})
