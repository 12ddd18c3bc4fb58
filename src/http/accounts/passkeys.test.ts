// Passkeys: added after a proof, sufficient to sign in, and removed again.
import { describe, expect, test } from 'vitest'
import type { PasskeyView } from '#domain/accounts/passkeys.ts'
import { openApp, type Member, type Visitor } from '#test/app.ts'
import { authClient } from '#test/people/auth-client.ts'
import {
  device,
  type CreateOptions,
  type Device,
  type RequestOptions,
} from '#test/people/device.ts'

const app = await openApp()

async function confirmed(): Promise<Member> {
  const person = await app.person()
  await app.confirm(person)
  return person
}

type Asked<Options> = { challenge_id: string; options: Options }
type Refusal = { error: { code: string } }
const codeOf = ({ body }: { body: unknown }) => (body as Refusal).error.code

const begin = async (person: Visitor, proof?: string) =>
  (
    await person.call<Asked<CreateOptions>>('/api/accounts/passkeys/begin', {
      body: { ...(proof !== undefined && { proof }) },
    })
  ).body

async function add(person: Visitor, by: Device, name = 'Phone') {
  const { challenge_id, options } = await begin(person)
  const credential = by.create(options)
  const body = { challenge_id, name, credential }
  return person.call<PasskeyView>('/api/accounts/passkeys', { body })
}

const ask = async (visitor: Visitor) =>
  (await visitor.call<Asked<RequestOptions>>('/api/accounts/passkey-sign-in/begin', { body: {} }))
    .body

async function signIn(by: Device, visitor = app.visitor()) {
  const { challenge_id, options } = await ask(visitor)
  const body = { challenge_id, credential: by.get(options) }
  return { visitor, answer: await visitor.call('/api/accounts/passkey-sign-in', { body }) }
}

const list = async (person: Visitor) =>
  (await person.call<{ passkeys: PasskeyView[] }>('/api/accounts/passkeys')).body.passkeys
const whoIs = async (visitor: Visitor) =>
  (await visitor.call<{ user: { id: string } | null }>('/api/session')).body.user?.id
const phone = () => device(app.url)

async function withPasskey(): Promise<{ person: Member; mine: Device; passkey: PasskeyView }> {
  const person = await confirmed()
  const mine = phone()
  return { person, mine, passkey: (await add(person, mine)).body }
}

describe('a passkey', () => {
  // shows: 7-28
  test('is added with a name, and signs in by itself from then on', async () => {
    const person = await confirmed()
    const mine = phone()
    const { status, body } = await add(person, mine, '  My phone ')
    expect(status).toBe(201)
    expect(body).toMatchObject({ name: 'My phone', last_used_at: null, is_factor: false })
    for (let times = 0; times < 2; times++) {
      const { visitor, answer } = await signIn(mine)
      expect(answer.status).toBe(200)
      expect(await whoIs(visitor)).toBe(person.userId)
    }
    expect((await list(person)).map(({ last_used_at }) => last_used_at !== null)).toEqual([true])
  })

  test('is as good as two factors, and does not make one needed', async () => {
    const { person, mine } = await withPasskey()
    const byPassword = await app.visitor().call('/api/accounts/sign-in', {
      body: { email: person.email, password: 'correct horse' },
    })
    expect(byPassword.body).toMatchObject({ second_factor: false })
    await app.deps.db.pool.query(
      `insert into auth_factors (user_id, factor_type, status) values ($1, 'totp', 'verified')`,
      [person.userId],
    )
    expect(await whoIs(person)).toBeUndefined()
    expect(await whoIs((await signIn(mine)).visitor)).toBe(person.userId)
  })

  test('names nobody before it signed: what the device is asked says nothing of accounts', async () => {
    const { options } = await ask(app.visitor())
    expect(options).toMatchObject({ userVerification: 'required', allowCredentials: [] })
  })

  // shows: 7-30
  test('is removed, and opens nothing any more', async () => {
    const { person, mine, passkey } = await withPasskey()
    const address = `/api/accounts/passkeys/${passkey.id}`
    expect((await person.call(address, { method: 'DELETE', body: {} })).status).toBe(204)
    expect(await list(person)).toEqual([])
    expect(codeOf((await signIn(mine)).answer)).toBe('passkey.refused')
    expect((await person.call(address, { method: 'DELETE', body: {} })).status).toBe(404)
  })
})

/** As if the person had proved who they are so many seconds ago. */
const wait = (person: Member, seconds: number) =>
  app.deps.db.pool.query(
    `update sessions set amr = jsonb_build_array(jsonb_build_object('method', 'password', 'timestamp', $2::int))
     where user_id = $1`,
    [person.userId, Math.floor(app.clock.now().getTime() / 1000) - seconds],
  )

describe('proof', () => {
  // shows: 7-29
  test('is needed in a session that is not fresh, to add and to remove', async () => {
    const { person, mine, passkey } = await withPasskey()
    await wait(person, 901)
    const address = '/api/accounts/passkeys/begin'
    expect(codeOf(await person.call(address, { body: {} }))).toBe('passkey.proofNeeded')
    expect(codeOf(await person.call(address, { body: { proof: 'wrong horse' } }))).toBe(
      'factor.proofWrong',
    )
    expect((await begin(person, 'correct horse')).challenge_id).toBeTruthy()
    const its = `/api/accounts/passkeys/${passkey.id}`
    const bare = await person.call(its, { method: 'DELETE', body: {} })
    expect(codeOf(bare)).toBe('passkey.proofNeeded')
    expect((await signIn(mine)).answer.status).toBe(200)
    const proven = await person.call(its, { method: 'DELETE', body: { proof: 'correct horse' } })
    expect(proven.status).toBe(204)
  })

  test('is not guessed: ten wrong ones, and it waits', async () => {
    const person = await confirmed()
    const body = { proof: 'wrong horse' }
    const codes: string[] = []
    for (let tries = 0; tries < 11; tries++) {
      codes.push(codeOf(await person.call('/api/accounts/passkeys/begin', { body })))
    }
    expect(new Set(codes.slice(0, 10))).toEqual(new Set(['factor.proofWrong']))
    expect(codes[10]).toBe('factor.locked')
  })
})

describe('refuses', () => {
  const adding = async (change: (by: Device) => void) => {
    const person = await confirmed()
    const by = phone()
    change(by)
    const answer = await add(person, by)
    expect(await list(person)).toEqual([])
    return answer
  }
  const signingIn = async (change: (by: Device) => void) => {
    const { mine } = await withPasskey()
    change(mine)
    const { visitor, answer } = await signIn(mine)
    expect(await whoIs(visitor)).toBeUndefined()
    return answer
  }

  test.each<[what: string, change: (by: Device) => void]>([
    ['of a page that is not ours', (by) => (by.origin = 'https://evil.example')],
    ['of a device that nobody opened', (by) => (by.isOpened = false)],
  ])('an answer %s', async (_, change) => {
    const added = await adding(change)
    expect([added.status, codeOf(added)]).toEqual([400, 'passkey.refused'])
    expect(codeOf(await signingIn(change))).toBe('passkey.refused')
  })

  test('a key whose counter runs backwards: there are two of it', async () => {
    const answer = await signingIn((by) => (by.counter = -1))
    expect([answer.status, codeOf(answer)]).toEqual([400, 'passkey.refused'])
  })

  test('an answer a second time, after five minutes, and to the challenge of somebody else', async () => {
    const { mine } = await withPasskey()
    const visitor = app.visitor()
    const { challenge_id, options } = await ask(visitor)
    const body = { challenge_id, credential: mine.get(options) }
    const send = (what: object) => visitor.call('/api/accounts/passkey-sign-in', { body: what })
    expect((await send(body)).status).toBe(200)
    expect(codeOf(await send(body))).toBe('passkey.challengeExpired')

    const late = await ask(visitor)
    const signed = mine.get(late.options)
    app.clock.move(301)
    const tooLate = await send({ challenge_id: late.challenge_id, credential: signed })
    expect(codeOf(tooLate)).toBe('passkey.challengeExpired')

    const [first, second] = [await ask(visitor), await ask(visitor)]
    const mixed = { challenge_id: first.challenge_id, credential: mine.get(second.options) }
    expect(codeOf(await send(mixed))).toBe('passkey.refused')

    // What was asked of a signed-in person is no way in for another, and the other way round.
    const [one, other] = [await confirmed(), await confirmed()]
    const asked = await begin(one)
    const stolen = await other.call('/api/accounts/passkeys', {
      body: {
        challenge_id: asked.challenge_id,
        name: 'Mine',
        credential: phone().create(asked.options),
      },
    })
    expect(codeOf(stolen)).toBe('passkey.challengeExpired')
  })

  test('a device that belongs to another account already', async () => {
    const { mine } = await withPasskey()
    const other = await confirmed()
    expect(codeOf(await add(other, mine))).toBe('passkey.refused')
  })

  test.each([
    [{ name: ' ' }, 'Give the passkey a name.'],
    [{ name: 'x'.repeat(61) }, 'Name can have at most 60 characters.'],
  ])('%j', async (values, message) => {
    const person = await confirmed()
    const { challenge_id, options } = await begin(person)
    const body = { challenge_id, credential: phone().create(options), ...values }
    const answer = await person.call<{ error: { fields: Record<string, string> } }>(
      '/api/accounts/passkeys',
      { body },
    )
    expect([answer.status, answer.body.error.fields.name]).toEqual([400, message])
  })

  test('nonsense in the place of an answer', async () => {
    const visitor = app.visitor()
    const { mine } = await withPasskey()
    const good = mine.get({ challenge: 'x' })
    for (const credential of [
      { ...good, response: { ...good.response, authenticatorData: '' } },
      { ...good, response: { ...good.response, signature: '!' } },
      { ...good, response: { clientDataJSON: 'bm8' } },
      { ...good, rawId: 'other' },
    ]) {
      const { challenge_id } = await ask(visitor)
      const { status } = await visitor.call('/api/accounts/passkey-sign-in', {
        body: { challenge_id, credential },
      })
      expect(status).toBe(400)
    }
  })

  test('somebody who is suspended', async () => {
    const { person, mine } = await withPasskey()
    const banned = `update users set banned_until = now() + interval '1 day' where id = $1`
    await app.deps.db.pool.query(banned, [person.userId])
    const { visitor, answer } = await signIn(mine)
    expect(codeOf(answer)).toBe('auth.suspended')
    expect(await whoIs(visitor)).toBeUndefined()
  })
})

describe('keeps out', () => {
  // shows: 7-30
  test('whoever is not signed in, and from the passkeys of others', async () => {
    const { person, passkey } = await withPasskey()
    expect((await app.visitor().call('/api/accounts/passkeys')).status).toBe(401)
    const other = await app.owner()
    expect(await list(other)).toEqual([])
    const foreign = await other.call(`/api/accounts/passkeys/${passkey.id}`, {
      method: 'DELETE',
      body: {},
    })
    expect([foreign.status, codeOf(foreign)]).toEqual([404, 'passkey.missing'])
    expect(await list(person)).toHaveLength(1)
  })

  test('a passkey that somebody left in an account before its address was proved', async () => {
    const { person, mine } = await withPasskey()
    await app.deps.db.pool.query('update users set email_verified = false where id = $1', [
      person.userId,
    ])
    const auth = authClient(app.url)
    await auth.signInWithOtp({ email: person.email })
    const { code } = await app.mailTo(person.email, /sign in/)
    await auth.verifyOtp({ type: 'email', email: person.email, token: code })
    expect(codeOf((await signIn(mine)).answer)).toBe('passkey.refused')
  })
})
