// Rate limits: what is counted, for whom, the answer over the limit, and that limits expire.
import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { PostgresQueryCompiler, type KyselyPlugin } from 'kysely'
import {
  applicationUses,
  LIMITS,
  verificationMailUses,
  wrongProofUses,
  type Network,
} from '#domain/limits.ts'
import {
  invitationMailUses,
  signInTryUses,
  signInUses,
  signUpUses,
} from '#domain/accounts/account-limits.ts'
import {
  answerMailRequests,
  requestCodeAgain,
  requestRecovery,
  requestSignInCode,
} from '#features/accounts/mail-requests.ts'
import { requestReset } from '#features/accounts/sign-in/reset-password.ts'
import type { Deps } from '#features/deps.ts'
import { queueApplicationLinks } from '#features/rights/send-page-link.ts'
import { createTestApp, openApp, type Member } from '#test/app.ts'
import { quickHashing } from '#test/quick-hashing.ts'
import { fillUses, passUses, usesOf } from '#test/uses.ts'

/** Behind a proxy, so that a test can come from any network. */
const app = await openApp({ env: { TRUSTED_PROXIES: '1' } })
/** A second process on the database of `app`. */
const replica = await openApp({ env: { TRUSTED_PROXIES: '1' }, database: app.deps.db })

type Refusal = { error: { code: string; message: string } }

let networks = 0
/** A network that no other test uses. */
const freshNetwork = () => `198.51.${100 + Math.floor(++networks / 250)}.${networks % 250}`
const from = (network: string) => ({ 'x-forwarded-for': network })
const address = () => `ana-${randomUUID().slice(0, 8)}@staff.example`
const person = { password: 'correct horse', first_name: 'Ana', last_name: 'Silva' }

const signIn = (email: string, password: string, network: string, at = app) =>
  at
    .visitor()
    .call<Refusal>('/api/accounts/sign-in', { body: { email, password }, headers: from(network) })
const signUp = (email: string, network: string) =>
  app
    .visitor()
    .call<Refusal>('/api/accounts/sign-up', { body: { ...person, email }, headers: from(network) })

const counted = (name: string): Network => ({ name, isCounted: true })

async function newcomer(): Promise<Member> {
  const visitor = app.visitor() as Member
  const email = address()
  const { status } = await visitor.call('/api/accounts/sign-up', {
    body: { ...person, email },
    headers: from(freshNetwork()),
  })
  expect(status).toBe(201)
  return Object.assign(visitor, { email })
}

/** Mails are written after the answer. */
const answered = (email: string) =>
  expect
    .poll(async () => {
      await answerMailRequests(app.deps, queueApplicationLinks)
      const asked = 'select from auth_mail_requests where email = $1'
      return (await app.deps.db.pool.query(asked, [email])).rowCount
    })
    .toBe(0)

function expectLimited(answer: { status: number; body: Refusal; headers: Headers }, most: number) {
  expect(answer.status).toBe(429)
  expect(answer.body.error).toMatchObject({
    code: 'server.rateLimited',
    message: 'Too many attempts. Please wait a moment and try again.',
  })
  const seconds = Number(answer.headers.get('retry-after'))
  expect(seconds).toBeGreaterThan(0)
  expect(seconds).toBeLessThanOrEqual(most)
}

// shows: interface-31, privacy-19
describe('failing to sign in', () => {
  const { accountAndNetwork, network: ofNetwork } = LIMITS.signInFailures

  // shows: V2.1.3, V6.3.1
  test('five times ends the tries of this account from this network, and of no other', async () => {
    const [{ email }, other] = [await newcomer(), await newcomer()]
    const network = freshNetwork()
    for (let tries = 0; tries < accountAndNetwork.most; tries++) {
      expect((await signIn(email, 'wrong', network)).status).toBe(401)
    }
    // Also with the right password: an attacker must not learn that it was right.
    const over = await signIn(email.toUpperCase(), person.password, network)
    expectLimited(over, accountAndNetwork.seconds)
    expect(over.headers.get('set-cookie')).toBeNull()
    expectLimited(await signIn(email, person.password, network, replica), accountAndNetwork.seconds)
    expect((await signIn(other.email, person.password, network)).status).toBe(200)
    expect((await signIn(email, person.password, freshNetwork())).status).toBe(200)
  })

  test('many times at once is no way around', async () => {
    const { email } = await newcomer()
    const network = freshNetwork()
    const answers = await Promise.all(
      Array.from({ length: 15 }, (_, index) =>
        signIn(email, 'wrong', network, index % 2 ? app : replica),
      ),
    )
    const tried = answers.filter(({ status }) => status === 401).length
    expect(tried).toBeLessThanOrEqual(accountAndNetwork.most)
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(15 - tried)
  })

  test('is what counts; only very many right ones do, too', async () => {
    const { email } = await newcomer()
    const network = freshNetwork()
    for (let times = 0; times < accountAndNetwork.most + 2; times++) {
      expect((await signIn(email, person.password, network)).status).toBe(200)
    }
    await fillUses(app.deps.db, signInTryUses(email, counted(network)))
    const { seconds } = LIMITS.signIns.accountAndNetwork
    expectLimited(await signIn(email, person.password, network), seconds)
    expect((await signIn(email, person.password, freshNetwork())).status).toBe(200)
  })

  // shows: V6.1.1
  test('locks nobody out for longer than the window, however often they ask meanwhile', async () => {
    const { email } = await newcomer()
    const network = freshNetwork()
    for (let tries = 0; tries < accountAndNetwork.most + 3; tries++) {
      await signIn(email, 'wrong', network)
    }
    const over = await signIn(email, person.password, network)
    const wait = Number(over.headers.get('retry-after'))
    expect(wait).toBeGreaterThan(accountAndNetwork.seconds - 10)
    await passUses(app.deps.db, wait - 5)
    expect((await signIn(email, person.password, network)).status).toBe(429)
    await passUses(app.deps.db, 5)
    expect((await signIn(email, person.password, network)).status).toBe(200)
  })

  // shows: V6.3.1
  test('with ever new addresses ends the tries of the network, in the same words', async () => {
    const { email } = await newcomer()
    const network = freshNetwork()
    expect((await signIn(address(), 'wrong', network)).status).toBe(401)
    const [, ofAll] = signInUses(email, counted(network))
    await fillUses(app.deps.db, [ofAll!])
    expectLimited(await signIn(address(), 'wrong', network), ofNetwork.seconds)
    expectLimited(await signIn(email, person.password, network), ofNetwork.seconds)
  })

  test('from another address of the same IPv6 network is the same network', async () => {
    const { email } = await newcomer()
    for (let tries = 1; tries <= accountAndNetwork.most; tries++) {
      await signIn(email, 'wrong', `2001:db8:7:8::${tries}`)
    }
    expect((await signIn(email, 'wrong', '2001:db8:7:8:ffff::1')).status).toBe(429)
    expect((await signIn(email, 'wrong', '2001:db8:7:9::1')).status).toBe(401)
  })

  // shows: interface-30, V4.1.3, V15.3.4
  test('behind a made-up X-Forwarded-For does not help: the proxy of ours writes the last hop', async () => {
    const { email } = await newcomer()
    const network = freshNetwork()
    for (let tries = 0; tries < accountAndNetwork.most; tries++) {
      await signIn(email, 'wrong', `${freshNetwork()}, ${network}`)
    }
    expect((await signIn(email, 'wrong', `${freshNetwork()}, ${network}`)).status).toBe(429)
  })

  test('on the machine itself is limited for the account, and not for the network', async () => {
    const local = await createTestApp()
    try {
      const { email } = await local.person()
      const statuses: number[] = []
      for (let tries = 0; tries <= accountAndNetwork.most; tries++) {
        const body = { email, password: 'wrong' }
        statuses.push((await local.visitor().call('/api/accounts/sign-in', { body })).status)
      }
      expect(statuses).toEqual([401, 401, 401, 401, 401, 429])
      const uses = signInUses(email, { name: '127.0.0.1', isCounted: false })
      expect(await usesOf(local.deps.db, uses)).toEqual([accountAndNetwork.most])
    } finally {
      await local.close()
    }
  })
})

// shows: interface-31
describe('signing up', () => {
  const { network: limit } = LIMITS.signUps

  test('is limited for a network, whether the addresses are new or taken', async () => {
    const network = freshNetwork()
    const { email } = await newcomer()
    expect((await signUp(email, network)).status).toBe(409)
    await fillUses(app.deps.db, signUpUses(counted(network)))
    expectLimited(await signUp(address(), network), limit.seconds)
    expectLimited(await signUp(email, network), limit.seconds)
    expect((await signUp(address(), freshNetwork())).status).toBe(201)
  })

  test('works for a whole office', async () => {
    const network = freshNetwork()
    const statuses = await Promise.all(
      Array.from({ length: limit.most }, async () => (await signUp(address(), network)).status),
    )
    expect(new Set(statuses)).toEqual(new Set([201]))
  })
})

// shows: interface-31
describe('reset mails', () => {
  const ask = (email: string) =>
    app.visitor().call('/api/accounts/request-reset', {
      body: { email },
      headers: from(freshNetwork()),
    })
  async function countMails(email: string): Promise<number | null> {
    await answered(email)
    const { rowCount } = await app.deps.db.pool.query(
      `select from mail_outbox where kind = 'reset-password' and recipient = $1`,
      [email],
    )
    return rowCount
  }

  test('go to one address once a minute; asking again is answered the same', async () => {
    const { email } = await newcomer()
    for (const typed of [email, email, email.toUpperCase()]) {
      const { status, body } = await ask(typed)
      expect([status, body]).toEqual([200, { success: true }])
    }
    expect(await countMails(email)).toBe(1)
  })

  test('go to one address five times an hour', async () => {
    const { email } = await newcomer()
    for (let minute = 0; minute < 8; minute++) {
      expect((await ask(email)).status).toBe(200)
      await passUses(app.deps.db, 60)
    }
    expect(await countMails(email)).toBe(5)
    await passUses(app.deps.db, 3600 - 8 * 60)
    await ask(email)
    expect(await countMails(email)).toBe(6)
  })
})

// shows: interface-31
describe('verification mails', () => {
  test('are limited for a network, which is told so', async () => {
    const { network: limit } = LIMITS.verificationMails
    const owner = await newcomer()
    await owner.call('/api/organizations', { body: { name: 'Mail Shop' } })
    const job = await app.job(owner)
    const network = freshNetwork()
    const ask = async (email: string, at: string) => {
      const sent = await app.visitor().fetch(`/embed?step=email&roleId=${job.id}`, {
        method: 'POST',
        body: new URLSearchParams({ roleId: job.id, consent: 'yes', email }),
        headers: { accept: 'application/json', ...from(at) },
      })
      const { view } = (await sent.json()) as { view: { step: string; email: string } }
      return [sent.status, view.step, view.email]
    }
    const mails = async (email: string) =>
      (await app.deps.db.pool.query('select from mail_outbox where recipient = $1', [email]))
        .rowCount
    expect(await ask('one@example.com', network)).toEqual([200, 'sent', 'one@example.com'])
    const ofNetwork = verificationMailUses('x', counted(network)).at(-1)!
    await fillUses(app.deps.db, [ofNetwork])
    expect(await ask('two@example.com', network)).toEqual([429, 'email', 'two@example.com'])
    const { status, body } = await app.visitor().call('/functions/send-verification-email', {
      body: { email: 'two@example.com', roleId: job.id },
      headers: from(network),
    })
    expect([status, body]).toMatchObject([429, { success: false, code: 'server.rateLimited' }])
    expect([await mails('one@example.com'), await mails('two@example.com')]).toEqual([1, 0])
    await passUses(app.deps.db, limit.seconds)
    await ask('two@example.com', network)
    expect(await mails('two@example.com')).toBe(1)
  })
})

// shows: interface-31, privacy-19
describe('guessing codes and links', () => {
  const { network: limit } = LIMITS.wrongProofs
  const openLink = (token: string, network: string, page = '/verify') =>
    app.visitor().fetch(page, {
      method: 'POST',
      body: new URLSearchParams({ token, email: 'maya@example.com', store: 'shop.example' }),
      headers: from(network),
    })

  // shows: V2.4.1
  test('ends for a network after thirty wrong ones, also across links, codes and resets', async () => {
    const network = freshNetwork()
    expect((await openLink('wrong', network)).status).toBe(400)
    expect(await usesOf(app.deps.db, wrongProofUses(counted(network)))).toEqual([1])
    await fillUses(app.deps.db, wrongProofUses(counted(network)))
    for (const page of ['/verify', '/verify-embed']) {
      const answer = await openLink('wrong', network, page)
      expect(answer.status).toBe(429)
      expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0)
      expect(await answer.text()).toContain('Too many attempts. Please wait a moment')
    }
    const reset = await app.visitor().call<Refusal>('/api/accounts/reset-password', {
      body: { token: 'wrong', password: 'new password' },
      headers: from(network),
    })
    expectLimited(reset, limit.seconds)
    expect((await openLink('wrong', freshNetwork())).status).toBe(400)
  })

  test('does not count what was right', async () => {
    const owner = await newcomer()
    await owner.call('/api/organizations', { body: { name: 'Right Shop' } })
    const job = await app.job(owner)
    const email = `${randomUUID().slice(0, 8)}@example.com`
    await app.visitor().call('/functions/send-verification-email', {
      body: { email, roleId: job.id },
      headers: from(freshNetwork()),
    })
    const { token } = await app.mailTo(email)
    const network = freshNetwork()
    for (let times = 0; times < 3; times++) {
      expect((await openLink(token, network)).status).toBe(200)
    }
    expect(await usesOf(app.deps.db, wrongProofUses(counted(network)))).toEqual([0])
  })

  test('stops at a typed code too, and says so beside the field', async () => {
    const owner = await newcomer()
    await owner.call('/api/organizations', { body: { name: 'Code Shop' } })
    const job = await app.job(owner)
    const network = freshNetwork()
    const post = async (step: string, fields: Record<string, string>) => {
      const answer = await app.visitor().fetch(`/embed?step=${step}&roleId=${job.id}`, {
        method: 'POST',
        body: new URLSearchParams(fields),
        headers: { accept: 'application/json', ...from(network) },
      })
      const { view } = (await answer.json()) as {
        view: { step: string; error: string; verification: string }
      }
      return { status: answer.status, view }
    }
    const email = `${randomUUID().slice(0, 8)}@example.com`
    const sent = await post('email', { roleId: job.id, consent: 'yes', email })
    const v = sent.view.verification
    expect((await post('sent', { v, code: 'none' })).view.error).toBe(
      'That code does not match. Check the newest email.',
    )
    await fillUses(app.deps.db, wrongProofUses(counted(network)))
    const over = await post('sent', { v, code: (await app.mailTo(email)).code })
    expect([over.status, over.view.step, over.view.error]).toEqual([
      429,
      'sent',
      'Too many attempts. Please wait a moment and try again.',
    ])
  })
})

// shows: interface-31
describe('applications', () => {
  test('are thirty an hour for a shop from one network, and the form stays', async () => {
    const [owner, network] = [await newcomer(), freshNetwork()]
    const { body: shop } = await owner.call<{ id: string }>('/api/organizations', {
      body: { name: 'Fair Shop' },
    })
    const job = await app.job(owner)
    const send = async (address: string, at = network) => {
      const token = await app.grant(address, job)
      const body = { token, firstName: 'Ana', lastName: 'Silva' }
      return app.visitor().call<Refusal>('/api/applications', { body, headers: from(at) })
    }
    const email = `${randomUUID().slice(0, 8)}@example.com`
    expect((await send(email)).status).toBe(201)
    // Refused requests do not count.
    expect((await send(email)).status).toBe(409)
    const uses = applicationUses(counted(network), shop.id)
    expect(await usesOf(app.deps.db, uses)).toEqual([1])
    await fillUses(app.deps.db, uses)
    const over = await send(`2-${email}`)
    expect([over.status, over.body.error.message]).toEqual([
      429,
      'Too many applications came from your network within an hour. Please try again later.',
    ])
    expect(Number(over.headers.get('retry-after'))).toBeGreaterThan(3590)
    const token = await app.grant(`3-${email}`, job)
    for (const [page, fields] of [
      [`/embed?step=apply&roleId=${job.id}`, { token }],
      ['/application', { token }],
    ] as const) {
      const answer = await app.visitor().fetch(page, {
        method: 'POST',
        body: new URLSearchParams({ ...fields, firstName: 'Ana Maria', lastName: 'Silva' }),
        headers: from(network),
      })
      const html = await answer.text()
      expect([page, answer.status, answer.headers.has('retry-after')]).toEqual([page, 429, true])
      expect(html).toContain('Too many applications came from your network')
      expect(html).toContain('value="Ana Maria"')
    }
    expect((await send(`4-${email}`, freshNetwork())).status).toBe(201)
    await passUses(app.deps.db, 3600)
    expect((await send(`5-${email}`)).status).toBe(201)
  })
})

// shows: interface-31
describe('invitations', () => {
  const most = LIMITS.invitationMails
  const invite = (owner: Member, network = freshNetwork()) =>
    owner.call<Refusal>('/api/organizations/invitations', {
      body: { email: address() },
      headers: from(network),
    })
  async function shopOwner() {
    const owner = await newcomer()
    const { body } = await owner.call<{ id: string }>('/api/organizations', {
      body: { name: 'Inviting Shop' },
    })
    const uses = (isProven: boolean, isYoung: boolean) =>
      invitationMailUses('x', { id: body.id, isProven, isYoung }, counted('x')).slice(0, 1)
    return { owner, id: body.id, uses }
  }

  test('are few until the owner has proved an address, more then, and most for who has been here a week', async () => {
    const { owner, id, uses } = await shopOwner()
    for (let count = 0; count < most.unprovenOwner.most; count++) {
      expect((await invite(owner)).status).toBe(201)
    }
    const over = await invite(owner)
    expect([over.status, over.body.error.message]).toEqual([
      429,
      'Too many invitations were sent. Confirm your email address to send more, or try again later.',
    ])
    await app.deps.db.pool.query('update users set email_verified = true where email = $1', [
      owner.email,
    ])
    expect((await invite(owner)).status).toBe(201)
    await fillUses(app.deps.db, uses(true, true))
    const full = await invite(owner)
    expect(full.body.error.message).toBe('Too many invitations were sent. Please try again later.')
    expect(await usesOf(app.deps.db, uses(true, true))).toEqual([most.youngOrganization.most])
    await app.deps.db.pool.query(
      `update organizations set created_at = created_at - interval '7 days' where id = $1`,
      [id],
    )
    expect((await invite(owner)).status).toBe(201)
    await fillUses(app.deps.db, uses(true, false))
    expect((await invite(owner)).status).toBe(429)
    expect(await usesOf(app.deps.db, uses(true, false))).toEqual([most.organization.most])
  })

  test('are limited for a network, whichever organizations are founded there', async () => {
    const [{ owner }, network] = [await shopOwner(), freshNetwork()]
    expect((await invite(owner, network)).status).toBe(201)
    const organization = { id: 'another', isProven: false, isYoung: true }
    const ofAll = invitationMailUses('x', organization, counted(network)).slice(-1)
    expect(await usesOf(app.deps.db, ofAll)).toEqual([1])
    await fillUses(app.deps.db, ofAll)
    expect((await invite(owner, network)).status).toBe(429)
    expect((await invite(owner)).status).toBe(201)
  })
})

describe('enumeration by time', () => {
  test('signing in takes about as long for an address without an account', async () => {
    // Hashing takes most of the time; it also happens for an unknown address.
    const made: string[] = []
    const counting: typeof quickHashing = {
      hash: (password) => (made.push(password), quickHashing.hash(password)),
      verify: (data) => (made.push(data.password), quickHashing.verify(data)),
    }
    const { email } = await newcomer()
    const counted = await createTestApp({
      database: app.deps.db,
      hashing: counting,
      env: { TRUSTED_PROXIES: '1' },
    })
    try {
      for (const each of [email, address()]) {
        expect((await signIn(each, 'wrong', freshNetwork(), counted)).status).toBe(401)
        expect(made.splice(0)).toEqual(['wrong'])
      }
    } finally {
      await counted.close()
    }
  })

  /** The SQL that a use case runs before its answer, without parameter values. */
  async function statementsOf(act: (deps: Deps) => Promise<void>): Promise<string[]> {
    const statements: string[] = []
    const compiler = new PostgresQueryCompiler()
    const noting: KyselyPlugin = {
      transformQuery({ node, queryId }) {
        statements.push(compiler.compileQuery(node, queryId).sql)
        return node
      },
      transformResult: ({ result }) => Promise.resolve(result),
    }
    const { db: real } = app.deps
    const db: Deps['db'] = {
      ...real,
      queries: real.queries.withPlugin(noting),
      transaction: (work) => real.transaction((tx) => work(tx.withPlugin(noting) as typeof tx)),
    }
    await act({ ...app.deps, db })
    return statements
  }

  const nowhere = {}
  // shows: 7-5
  test.each<[string, (deps: Deps, email: string, network: Network) => Promise<void>]>([
    ['/api/accounts/request-reset', requestReset],
    ['/auth/v1/otp', (deps, to, of) => requestSignInCode(deps, to, undefined, of, nowhere)],
    ['/auth/v1/recover', (deps, to, of) => requestRecovery(deps, to, of, nowhere)],
    ['/auth/v1/resend', (deps, to, of) => requestCodeAgain(deps, 'signup', to, of, nowhere)],
  ])('%s is answered before anybody looks whether there is an account', async (_, ask) => {
    const [known, stranger] = [(await newcomer()).email, address()]
    await answered(known)
    const mailsTo = async (email: string) =>
      (await app.deps.db.pool.query('select from mail_outbox where recipient = $1', [email]))
        .rowCount
    const before = await mailsTo(known)
    const network = { name: freshNetwork(), isCounted: true }
    const statements = await statementsOf((deps) => ask(deps, known, network))
    expect(statements.at(-1)).toMatch(/^insert into "auth_mail_requests"/)
    expect(statements.filter((text) => !/count_uses|"auth_mail_requests"/.test(text))).toEqual([])
    expect(await statementsOf((deps) => ask(deps, stranger, network))).toEqual(statements)
    // The work after the answer differs, but no client waits for it.
    await answered(known)
    await answered(stranger)
    expect([await mailsTo(known), await mailsTo(stranger)]).toEqual([(before ?? 0) + 1, 0])
  })
})
