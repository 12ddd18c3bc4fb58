// /api/accounts/second-factor: a person sets up an authenticator app on the account page, signs in with it, and removes
// it.
import { describe, expect, test } from 'vitest'
import type {
  RecoveryCodes,
  SecondFactorOffer,
  SecondFactorView,
} from '#domain/accounts/accounts.ts'
import { LIMITS } from '#domain/limits.ts'
import { openApp, type Member, type Visitor } from '#test/app.ts'
import { passUses } from '#test/uses.ts'
import { codeOfPhone } from '#test/people/phone.ts'

const app = await openApp()

async function confirmed(): Promise<Member> {
  const person = await app.person()
  await app.confirm(person)
  return person
}

const address = '/api/accounts/second-factor'
const password = 'correct horse'

/** Of a later half-minute each time, because no code counts twice. */
function nextCode(secret: string): string {
  app.clock.move(30)
  return codeOfPhone(secret, app.clock.now())
}

const begin = (person: Visitor) =>
  person.call<SecondFactorOffer>(`${address}/enroll`, { method: 'POST', body: {} })

async function enrolled(): Promise<{ person: Member; secret: string; codes: string[] }> {
  const person = await confirmed()
  const { body: offer } = await begin(person)
  const { status, body } = await person.call<RecoveryCodes>(`${address}/confirm`, {
    body: { factor_id: offer.factor_id, code: nextCode(offer.secret) },
  })
  expect(status).toBe(200)
  return { person, secret: offer.secret, codes: body.codes }
}

async function signedIn(email: string) {
  const visitor = app.visitor()
  const { body } = await visitor.call<{ second_factor: boolean }>('/api/accounts/sign-in', {
    body: { email, password },
  })
  return { visitor, second_factor: body.second_factor }
}

const isSomebody = async (visitor: Visitor) =>
  (await visitor.call<{ user: object | null }>('/api/session')).body.user !== null
const show = (visitor: Visitor, code: string) => visitor.call(address, { body: { code } })
const stateOf = async (visitor: Visitor) => (await visitor.call<SecondFactorView>(address)).body

describe('works', () => {
  // shows: 7-25
  test('from the first look to ten recovery codes', async () => {
    const person = await confirmed()
    expect(await stateOf(person)).toEqual({ since: null, recovery_codes: null })
    const { status, body: offer } = await begin(person)
    expect(status).toBe(201)
    expect(offer.uri).toContain(`secret=${offer.secret}`)
    expect(await stateOf(person)).toEqual({ since: null, recovery_codes: null })
    const { body } = await person.call<RecoveryCodes>(`${address}/confirm`, {
      body: { factor_id: offer.factor_id, code: nextCode(offer.secret) },
    })
    expect(new Set(body.codes).size).toBe(10)
    const state = await stateOf(person)
    expect(Date.parse(state.since ?? '')).toBeGreaterThan(0)
    expect(state.recovery_codes).toEqual({ total: 10, remaining: 10 })
  })

  test('signing in with a code of the phone, or once with one from paper', async () => {
    const { person, secret, codes } = await enrolled()
    const first = await signedIn(person.email)
    expect(first.second_factor).toBe(true)
    expect(await isSomebody(first.visitor)).toBe(false)
    expect((await show(first.visitor, nextCode(secret))).status).toBe(200)
    expect(await isSomebody(first.visitor)).toBe(true)

    const [paper = ''] = codes
    const second = await signedIn(person.email)
    expect((await show(second.visitor, paper.toUpperCase())).status).toBe(200)
    expect((await stateOf(second.visitor)).recovery_codes).toEqual({ total: 10, remaining: 9 })
    const third = await signedIn(person.email)
    expect((await show(third.visitor, paper)).body).toMatchObject({
      error: { code: 'factor.codeWrong' },
    })
    expect(await isSomebody(third.visitor)).toBe(false)
  })

  // shows: 7-26
  test('new recovery codes end the old ones', async () => {
    const { person, codes: old } = await enrolled()
    const { status, body } = await person.call<RecoveryCodes>(`${address}/recovery-codes`, {
      body: { proof: password },
    })
    expect(status).toBe(200)
    expect(body.codes).toHaveLength(10)
    const { visitor } = await signedIn(person.email)
    expect((await show(visitor, old[0] ?? '')).status).toBe(400)
    expect((await show(visitor, body.codes[0] ?? '')).status).toBe(200)
  })

  // shows: 7-26
  test.each(['the password', 'a code of the phone', 'a recovery code'])(
    'removing it with %s',
    async (kind) => {
      const { person, secret, codes } = await enrolled()
      const proofs: Record<string, string> = {
        'the password': password,
        'a code of the phone': nextCode(secret),
        'a recovery code': codes[3] ?? '',
      }
      const { status } = await person.call(`${address}/remove`, { body: { proof: proofs[kind] } })
      expect(status).toBe(204)
      expect(await stateOf(person)).toEqual({ since: null, recovery_codes: null })
      const { visitor, second_factor } = await signedIn(person.email)
      expect(second_factor).toBe(false)
      expect(await isSomebody(visitor)).toBe(true)
    },
  )

  test('beginning anew, as often as one likes: the last secret counts', async () => {
    const person = await confirmed()
    const { body: first } = await begin(person)
    for (let times = 0; times < 12; times++) expect((await begin(person)).status).toBe(201)
    const { status } = await person.call(`${address}/confirm`, {
      body: { factor_id: first.factor_id, code: nextCode(first.secret) },
    })
    expect(status).toBe(404)
  })
})

describe('refuses', () => {
  test('a second one beside the first', async () => {
    const { person } = await enrolled()
    const { status, body } = await begin(person)
    expect({ status, body }).toMatchObject({ status: 409, body: { error: { code: 'factor.on' } } })
  })

  test('a wrong code, and keeps what was begun', async () => {
    const person = await confirmed()
    const { body: offer } = await begin(person)
    const confirm = (code: string) =>
      person.call(`${address}/confirm`, { body: { factor_id: offer.factor_id, code } })
    expect(await confirm('000000')).toMatchObject({
      status: 400,
      body: { error: { code: 'factor.codeWrong' } },
    })
    expect((await confirm(nextCode(offer.secret))).status).toBe(200)
  })

  test('a wrong proof, and locks after too many', async () => {
    const { person } = await enrolled()
    const remove = (proof: string) => person.call(`${address}/remove`, { body: { proof } })
    for (let tries = 0; tries < LIMITS.factorFailures.person.most; tries++) {
      expect(await remove('not the one')).toMatchObject({
        status: 403,
        body: { error: { code: 'factor.proofWrong' } },
      })
    }
    expect((await remove(password)).status).toBe(429)
    expect((await stateOf(person)).since).not.toBeNull()
  })
})

describe('guessing codes of the app', () => {
  /** As if so many seconds had passed since the last of them. */
  const pass = (seconds: number) => passUses(app.deps.db, seconds)
  const guess = async (visitor: Visitor, times = 1) => {
    const statuses: number[] = []
    // With a letter before it, which is left out: it is no other kind of code.
    for (let tries = 0; tries < times; tries++) {
      statuses.push((await show(visitor, tries % 2 ? 'x000000' : '000000')).status)
    }
    return statuses
  }
  const mailsOf = async ({ email }: Member) => {
    const { rows } = await app.deps.db.pool.query<{ subject: string }>(
      `select subject from local_mailbox where recipient = $1 and subject like '%wrong codes%'`,
      [email],
    )
    return rows.length
  }

  // shows: V6.3.1, V6.6.3
  test('waits longer and longer after ten, and the owner is told once by mail', async () => {
    const { person, secret } = await enrolled()
    const { visitor } = await signedIn(person.email)
    expect(await guess(visitor, 10)).toEqual(Array.from({ length: 10 }, () => 400))
    const notice = await app.mailTo(person.email, /wrong codes/)
    expect(notice.text).toContain('ten wrong codes from the authenticator app')
    for (const minutes of [15, 30, 60, 120]) {
      const paused = await visitor.fetch(address, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ code: nextCode(secret) }),
      })
      expect(paused.status).toBe(429)
      const wait = Number(paused.headers.get('retry-after'))
      expect(Math.ceil(wait / 60)).toBe(minutes)
      await pass(minutes * 60)
      expect(await guess(visitor)).toEqual([400])
    }
    expect(await mailsOf(person)).toBe(1)
    // A right one ends it, and the next series is told of again.
    await pass(86_400)
    expect((await show(visitor, nextCode(secret))).status).toBe(200)
    const next = await signedIn(person.email)
    expect(await guess(next.visitor, 10)).toEqual(Array.from({ length: 10 }, () => 400))
    await app.mailTo(person.email, /wrong codes/)
    await expect.poll(() => mailsOf(person)).toBe(2)
  })

  test('keeps the owner of a recovery code out at no time, and is over when one was shown', async () => {
    const { person, secret, codes } = await enrolled()
    const thief = await signedIn(person.email)
    await guess(thief.visitor, 12)
    const { visitor } = await signedIn(person.email)
    expect((await show(visitor, nextCode(secret))).status).toBe(429)
    // Ten letters and digits are checked as a recovery code alone, also where six of them are digits.
    expect((await show(visitor, `abcd${nextCode(secret)}`)).status).toBe(400)
    expect((await show(visitor, codes[0] ?? '')).status).toBe(200)
    expect(await isSomebody(visitor)).toBe(true)
    const again = await signedIn(person.email)
    expect((await show(again.visitor, nextCode(secret))).status).toBe(200)
  })

  test('of many at once ten are judged, by whichever way they come', async () => {
    const { person } = await enrolled()
    const { visitor } = await signedIn(person.email)
    const answers = await Promise.all([
      ...Array.from({ length: 15 }, () => show(visitor, '000000')),
      ...Array.from({ length: 15 }, () =>
        person.call(`${address}/remove`, { body: { proof: '000000' } }),
      ),
    ])
    expect(answers.filter(({ status }) => status !== 429)).toHaveLength(10)
  })
})

describe('keeps out', () => {
  test("another person's factor: the answer is that of a missing one", async () => {
    const person = await confirmed()
    const { body: offer } = await begin(person)
    const other = await confirmed()
    const { status, body } = await other.call(`${address}/confirm`, {
      body: { factor_id: offer.factor_id, code: nextCode(offer.secret) },
    })
    expect({ status, body }).toMatchObject({
      status: 404,
      body: { error: { code: 'factor.missing' } },
    })
  })

  test('whoever showed the password only, from everything here', async () => {
    const { person } = await enrolled()
    const { visitor } = await signedIn(person.email)
    expect((await visitor.call(address)).status).toBe(401)
    expect((await visitor.call(`${address}/remove`, { body: { proof: password } })).status).toBe(
      401,
    )
    expect((await begin(visitor)).status).toBe(401)
  })
})
