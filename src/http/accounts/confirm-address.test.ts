// A new account verifies its address: a mail at sign-up, another on request, a code typed in the session.
import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import type { ConfirmAddressView, SessionView } from '#domain/accounts/accounts.ts'
import { signInForTokens } from '#features/accounts/sign-in/sign-in-for-tokens.ts'
import { ownAddress } from '#features/accounts/send-account-code.ts'
import { openApp, type Member, type Visitor } from '#test/app.ts'
import { device, type CreateOptions } from '#test/people/device.ts'
import { fieldsOf } from '#test/html.ts'

const app = await openApp()

const password = 'correct horse'
const confirming = /confirm your Storehand account/
const ask = (person: Visitor) =>
  person.call<ConfirmAddressView>('/api/accounts/confirm-address', { body: {} })
const type = (person: Visitor, code: string) =>
  person.call<{ error?: { code: string; message: string } }>(
    '/api/accounts/confirm-address/verify',
    { body: { code } },
  )
const userOf = async (person: Visitor) => (await person.call<SessionView>('/api/session')).body.user
const signIn = async (person: Member, given = password) => {
  const visitor = app.visitor()
  const body = { email: person.email, password: given }
  return { visitor, ...(await visitor.call('/api/accounts/sign-in', { body })) }
}
async function mailsTo(email: string): Promise<number> {
  const { rowCount } = await app.deps.db.pool.query(
    `select from mail_outbox where recipient = $1 and kind = 'account-code'`,
    [email],
  )
  return rowCount ?? 0
}

describe('the address of an account', () => {
  // shows: interface-21
  test('is confirmed by the code of the mail that sign-up sends; session and password stay', async () => {
    const person = await app.person()
    expect((await userOf(person))?.email_confirmed).toBe(false)
    const elsewhere = await signIn(person)
    const { code } = await app.mailTo(person.email, confirming)
    const { status, body } = await type(person, ` ${code.slice(0, 3)} ${code.slice(3)} `)
    expect([status, body]).toEqual([200, {}])
    expect((await userOf(person))?.email_confirmed).toBe(true)
    expect((await userOf(elsewhere.visitor))?.email_confirmed).toBe(true)
    expect((await signIn(person)).status).toBe(200)
    expect((await type(person, code)).status).toBe(400)
    // Asked again there is nothing to confirm.
    expect((await ask(person)).body.sent).toBe(false)
  })

  test('is asked for again once a minute; until then the code before stays good', async () => {
    const person = await app.person()
    await app.mailTo(person.email, confirming)
    const first = await ask(person)
    expect(first.status).toBe(200)
    expect(first.body.sent).toBe(true)
    const wait = Date.parse(first.body.next_at) - app.clock.now().getTime()
    expect(wait).toBeGreaterThan(0)
    expect(wait).toBeLessThanOrEqual(60_000)
    const { code } = await app.mailTo(person.email, confirming)
    for (let times = 0; times < 5; times++) {
      const again = await ask(person)
      expect([again.status, again.body.sent]).toEqual([200, true])
      expect(Date.parse(again.body.next_at)).toBeGreaterThan(app.clock.now().getTime())
    }
    // The one of sign-up, and one more.
    expect(await mailsTo(person.email)).toBe(2)
    expect((await type(person, code)).status).toBe(200)
  })

  test('is not guessed: five tries at a code', async () => {
    const person = await app.person()
    const { code } = await app.mailTo(person.email, confirming)
    const wrong = code === '000000' ? '111111' : '000000'
    for (let tries = 0; tries < 5; tries++) {
      const { status, body } = await type(person, wrong)
      expect([status, body.error?.code, body.error?.message]).toEqual([
        400,
        'verification.codeWrong',
        'That code does not match. Check the newest email.',
      ])
    }
    expect((await type(person, code)).status).toBe(400)
    expect((await userOf(person))?.email_confirmed).toBe(false)
  })

  test('is confirmed by no code of another account', async () => {
    const [person, other] = [await app.person(), await app.person()]
    const { code } = await app.mailTo(other.email, confirming)
    expect((await type(person, code)).status).toBe(400)
    expect((await userOf(person))?.email_confirmed).toBe(false)
    expect((await type(app.visitor(), code)).status).toBe(401)
  })

  test('is confirmed by the link in the browser that is signed in, which gets no other session by it', async () => {
    const person = await app.person()
    const link = await linkTo(person.email)
    const page = await (await person.fetch(link)).text()
    expect(page).not.toContain('type="password"')
    const before = person.cookie
    const answer = await press(person, page)
    expect(answer.headers.get('location')).not.toContain('access_token')
    expect(person.cookie).toBe(before)
    expect((await userOf(person))?.email_confirmed).toBe(true)
  })

  test('confirmed on a phone without the password, the account is the mailbox owner’s alone', async () => {
    const person = await app.person()
    const phone = app.visitor()
    const page = await (await phone.fetch(await linkTo(person.email))).text()
    const answer = await press(phone, page)
    const next = new URL(answer.headers.get('location') ?? '')
    // Straight on to a new password.
    expect([next.pathname, next.searchParams.get('type'), phone.cookie]).toEqual([
      '/auth',
      'recovery',
      '',
    ])
    expect(await userOf(person)).toBeNull()
    expect((await signIn(person)).status).toBe(401)
    const token = next.searchParams.get('token') ?? ''
    const body = { token, password: 'battery staple' }
    expect((await phone.call('/api/accounts/reset-password', { body })).status).toBe(200)
    const { visitor } = await signIn(person, 'battery staple')
    expect((await userOf(visitor))?.email_confirmed).toBe(true)
  })
})

async function linkTo(email: string): Promise<string> {
  const { text } = await app.mailTo(email, confirming)
  return /http:\S+\/auth\/v1\/verify\?\S+/.exec(text)?.[0] ?? ''
}
const press = (by: Visitor, page: string) =>
  by.fetch('/auth/v1/verify', { method: 'POST', body: new URLSearchParams(fieldsOf(page)) })

test('the owner hears of each passkey that comes and goes', async () => {
  const person = await app.person()
  await app.confirm(person)
  type Asked = { challenge_id: string; options: CreateOptions }
  const { body } = await person.call<Asked>('/api/accounts/passkeys/begin', { body: {} })
  const credential = device(app.url).create(body.options)
  const made = await person.call<{ id: string }>('/api/accounts/passkeys', {
    body: { challenge_id: body.challenge_id, name: 'Phone', credential },
  })
  expect((await app.mailTo(person.email)).subject).toBe('A passkey was added to your account')
  await person.call(`/api/accounts/passkeys/${made.body.id}`, { method: 'DELETE', body: {} })
  expect((await app.mailTo(person.email)).subject).toBe('A passkey of your account was removed')
})

test('a password that stops to count while it is compared opens nothing', async () => {
  const person = await app.person()
  const hash = await app.deps.auth.hashPassword('battery staple')
  // Somebody resets it between the comparison and the session.
  const auth: typeof app.deps.auth = {
    ...app.deps.auth,
    async signIn(input, request) {
      const answer = await app.deps.auth.signIn(input, request)
      await app.deps.db.pool.query(
        `update credentials set password = $1 where user_id = $2 and provider_id = 'credential'`,
        [hash, person.userId],
      )
      return answer
    },
  }
  const sessions = async () =>
    (await app.deps.db.pool.query('select from sessions where user_id = $1', [person.userId]))
      .rowCount
  const before = await sessions()
  const input = { email: person.email, password }
  const network = { name: '127.0.0.1', isCounted: false }
  const late = signInForTokens({ ...app.deps, auth }, input, new Request(app.url), network)
  await expect(late).rejects.toMatchObject({ code: 'auth.badCredentials' })
  expect(await sessions()).toBe(before)
})

test("nobody signs up a wallet's account by its address", async () => {
  const body = {
    email: `ethereum-${randomUUID().replaceAll('-', '')}@wallet.invalid`,
    password,
    first_name: 'Ana',
    last_name: 'Silva',
  }
  const { status } = await app.visitor().call('/api/accounts/sign-up', { body })
  expect(status).toBe(400)
})

test.each([
  (own: string) => `blob:${own}/some-id`,
  (own: string) => own.replace('://', '://somebody:secret@'),
  (own: string) => own.replace('://', '://somebody@'),
  () => 'https://storehand.example.evil.example/',
  () => 'javascript:alert(1)',
])('a link leads to our own pages only: %#', (asked) => {
  expect(ownAddress(app.deps, asked(app.url))).toBe(`${app.url}/`)
  expect(ownAddress(app.deps, '/admin?a=1')).toBe(`${app.url}/admin?a=1`)
})
