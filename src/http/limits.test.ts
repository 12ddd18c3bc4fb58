// The limits on abuse: what is counted for whom, what is answered over the limit, and that they end by themselves.
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { PostgresQueryCompiler, type KyselyPlugin } from 'kysely'
import { LIMITS, type Network } from '#domain/limits.ts'
import {
  answerMailRequests,
  requestCodeAgain,
  requestRecovery,
  requestSignInCode,
} from '#features/accounts/mail-requests.ts'
import { requestReset } from '#features/accounts/reset-password.ts'
import type { Deps } from '#features/deps.ts'
import { createTestApp, type Member, type TestApp } from '#test/app.ts'
import { insideOneWindow } from '#test/window-of-time.ts'

/** Behind a proxy, so that a test can come from any network. */
let app: TestApp
/** With the database of `app`, as a second process would be. */
let replica: TestApp
beforeAll(async () => {
  app = await createTestApp({ env: { TRUSTED_PROXIES: '1' } })
  replica = await createTestApp({ env: { TRUSTED_PROXIES: '1' }, database: app.deps.db })
})
afterAll(async () => {
  await replica.close()
  await app.close()
})

type Refusal = { error: { code: string; message: string } }

let networks = 0
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

/** The next window, for every count there is. */
const waitOut = () =>
  app.deps.db.pool.query(
    // In one statement, and each key once: a window that was moved before would stand in the way of the next.
    `with gone as (delete from usage_counts returning key, count, window_start)
     insert into usage_counts (key, count, window_start)
     select key, sum(count), min(window_start) - interval '1 day' from gone group by key`,
  )
/** As many uses as the limit has, without making them all. */
const fill = (limit: { seconds: number; most: number }) =>
  app.deps.db.pool.query(
    `update usage_counts set count = $1 where window_start = to_timestamp(floor(extract(epoch from now()) / $2) * $2)`,
    [limit.most, limit.seconds],
  )
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
      await answerMailRequests(app.deps)
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

describe('failing to sign in', () => {
  const { accountAndNetwork, network: ofNetwork } = LIMITS.signInFailures

  test('five times ends the tries of this account from this network, and of no other', async () => {
    await insideOneWindow(accountAndNetwork.seconds, 8)
    const [{ email }, other] = [await newcomer(), await newcomer()]
    const network = freshNetwork()
    for (let tries = 0; tries < accountAndNetwork.most; tries++) {
      expect((await signIn(email, 'wrong', network)).status).toBe(401)
    }
    // The right password too: whoever guesses must not learn that it was right.
    const over = await signIn(email.toUpperCase(), person.password, network)
    expectLimited(over, accountAndNetwork.seconds)
    expect(over.headers.get('set-cookie')).toBeNull()
    expectLimited(await signIn(email, person.password, network, replica), accountAndNetwork.seconds)
    expect((await signIn(other.email, person.password, network)).status).toBe(200)
    expect((await signIn(email, person.password, freshNetwork())).status).toBe(200)
  })

  test('many times at once is no way around', async () => {
    await insideOneWindow(accountAndNetwork.seconds, 8)
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

  test('is the only thing that counts', async () => {
    await insideOneWindow(accountAndNetwork.seconds, 8)
    const { email } = await newcomer()
    const network = freshNetwork()
    for (let times = 0; times < accountAndNetwork.most + 2; times++) {
      expect((await signIn(email, person.password, network)).status).toBe(200)
    }
  })

  test('locks nobody out for longer than the window, however often they ask meanwhile', async () => {
    await insideOneWindow(accountAndNetwork.seconds, 8)
    const { email } = await newcomer()
    const network = freshNetwork()
    for (let tries = 0; tries < accountAndNetwork.most + 3; tries++) {
      await signIn(email, 'wrong', network)
    }
    expect((await signIn(email, person.password, network)).status).toBe(429)
    await waitOut()
    expect((await signIn(email, person.password, network)).status).toBe(200)
  })

  test('with ever new addresses ends the tries of the network, in the same words', async () => {
    await insideOneWindow(ofNetwork.seconds, 8)
    const { email } = await newcomer()
    const network = freshNetwork()
    expect((await signIn(address(), 'wrong', network)).status).toBe(401)
    await fill(ofNetwork)
    expectLimited(await signIn(address(), 'wrong', network), ofNetwork.seconds)
    expectLimited(await signIn(email, person.password, network), ofNetwork.seconds)
    await waitOut()
  })

  test('from another address of the same IPv6 network is the same network', async () => {
    await insideOneWindow(accountAndNetwork.seconds, 8)
    const { email } = await newcomer()
    for (let tries = 1; tries <= accountAndNetwork.most; tries++) {
      await signIn(email, 'wrong', `2001:db8:7:8::${tries}`)
    }
    expect((await signIn(email, 'wrong', '2001:db8:7:8:ffff::1')).status).toBe(429)
    expect((await signIn(email, 'wrong', '2001:db8:7:9::1')).status).toBe(401)
  })

  test('behind a made-up X-Forwarded-For does not help: the proxy of ours writes the last hop', async () => {
    await insideOneWindow(accountAndNetwork.seconds, 8)
    const { email } = await newcomer()
    const network = freshNetwork()
    for (let tries = 0; tries < accountAndNetwork.most; tries++) {
      await signIn(email, 'wrong', `${freshNetwork()}, ${network}`)
    }
    expect((await signIn(email, 'wrong', `${freshNetwork()}, ${network}`)).status).toBe(429)
  })

  test('on the machine itself is limited for the account, and not for the network', async () => {
    await insideOneWindow(accountAndNetwork.seconds, 8)
    const local = await createTestApp()
    try {
      const { email } = await local.person()
      const statuses: number[] = []
      for (let tries = 0; tries <= accountAndNetwork.most; tries++) {
        // Not believed: no proxy is configured.
        statuses.push((await signIn(email, 'wrong', freshNetwork(), local)).status)
      }
      expect(statuses).toEqual([401, 401, 401, 401, 401, 429])
      const { rows } = await local.deps.db.pool.query(
        `select key from usage_counts where key like 'sign%'`,
      )
      expect(rows).toEqual([{ key: `sign-in account ${email} network 127.0.0.1` }])
    } finally {
      await local.close()
    }
  })
})

describe('signing up', () => {
  const { network: limit } = LIMITS.signUps

  test('is limited for a network, whether the addresses are new or taken', async () => {
    await insideOneWindow(limit.seconds, 8)
    const network = freshNetwork()
    const { email } = await newcomer()
    expect((await signUp(email, network)).status).toBe(409)
    await fill(limit)
    expectLimited(await signUp(address(), network), limit.seconds)
    expectLimited(await signUp(email, network), limit.seconds)
    expect((await signUp(address(), freshNetwork())).status).toBe(201)
    await waitOut()
  })

  test('works for a whole office', async () => {
    await insideOneWindow(limit.seconds, 8)
    const network = freshNetwork()
    const statuses = await Promise.all(
      Array.from({ length: limit.most }, async () => (await signUp(address(), network)).status),
    )
    expect(new Set(statuses)).toEqual(new Set([201]))
  })
})

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
    await insideOneWindow(60, 5)
    const { email } = await newcomer()
    for (const typed of [email, email, email.toUpperCase()]) {
      const { status, body } = await ask(typed)
      expect([status, body]).toEqual([200, { success: true }])
    }
    expect(await countMails(email)).toBe(1)
  })

  test('go to one address five times an hour', async () => {
    await insideOneWindow(LIMITS.resetMails.addressHour.seconds, 8)
    const { email } = await newcomer()
    for (let minute = 0; minute < 8; minute++) {
      expect((await ask(email)).status).toBe(200)
      await app.deps.db.pool.query(
        `update usage_counts set window_start = window_start - $1 * interval '1 day'
         where key = $2`,
        [minute + 1, `reset address ${email} minute`],
      )
    }
    expect(await countMails(email)).toBe(5)
  })
})

describe('verification mails', () => {
  test('are limited for a network, behind the same screen and the same answer', async () => {
    const { network: limit } = LIMITS.verificationMails
    await insideOneWindow(limit.seconds, 8)
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
    await fill(limit)
    expect(await ask('two@example.com', network)).toEqual([200, 'sent', 'two@example.com'])
    const { status, body } = await app.visitor().call('/functions/send-verification-email', {
      body: { email: 'two@example.com', roleId: job.id },
      headers: from(network),
    })
    expect([status, body]).toEqual([200, { success: true }])
    expect([await mails('one@example.com'), await mails('two@example.com')]).toEqual([1, 0])
    await waitOut()
    await ask('two@example.com', network)
    expect(await mails('two@example.com')).toBe(1)
  })
})

describe('guessing codes and links', () => {
  const { network: limit } = LIMITS.wrongProofs
  const openLink = (token: string, network: string, page = '/verify') =>
    app.visitor().fetch(page, {
      method: 'POST',
      body: new URLSearchParams({ token, email: 'maya@example.com', store: 'shop.example' }),
      headers: from(network),
    })

  test('ends for a network after thirty wrong ones, also across links, codes and resets', async () => {
    await insideOneWindow(limit.seconds, 8)
    const network = freshNetwork()
    expect((await openLink('wrong', network)).status).toBe(400)
    const { rows } = await app.deps.db.pool.query(
      `select count from usage_counts where key = 'proof network ${network}'`,
    )
    expect(rows).toEqual([{ count: 1 }])
    await fill(limit)
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
    await waitOut()
  })

  test('does not count what was right', async () => {
    await insideOneWindow(limit.seconds, 8)
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
    const { rows } = await app.deps.db.pool.query(
      `select count from usage_counts where key = 'proof network ${network}'`,
    )
    expect(rows).toEqual([{ count: 0 }])
  })

  test('stops at a typed code too, and says so beside the field', async () => {
    await insideOneWindow(limit.seconds, 8)
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
      'That code does not match. Check the newest e-mail.',
    )
    await fill(limit)
    const over = await post('sent', { v, code: (await app.mailTo(email)).code })
    expect([over.status, over.view.step, over.view.error]).toEqual([
      429,
      'sent',
      'Too many attempts. Please wait a moment and try again.',
    ])
    await waitOut()
  })
})

describe('enumeration by time', () => {
  const median = (values: number[]) =>
    values.toSorted((one, next) => one - next)[Math.floor(values.length / 2)] ?? 0

  test(
    'signing in takes about as long for an address without an account',
    { timeout: 60_000 },
    async () => {
      const { email } = await newcomer()
      const times = { known: [] as number[], unknown: [] as number[] }
      for (let round = 0; round < 15; round++) {
        for (const kind of ['known', 'unknown'] as const) {
          const began = performance.now()
          await signIn(kind === 'known' ? email : address(), 'wrong', freshNetwork())
          times[kind].push(performance.now() - began)
        }
      }
      // Without the hash that is made for nobody it would be a tenth.
      const ratio = median(times.unknown) / median(times.known)
      expect(ratio).toBeGreaterThan(0.5)
      expect(ratio).toBeLessThan(2)
    },
  )

  /** What an act asks the database before it is answered, as text; the values are left out. */
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
    const db = { ...app.deps.db, queries: app.deps.db.queries.withPlugin(noting) }
    await act({ ...app.deps, db, wakeMails: () => {} })
    return statements
  }

  const nowhere = {}
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
    const told = await statementsOf((deps) => ask(deps, known, network))
    expect(told.at(-1)).toMatch(/^insert into "auth_mail_requests"/)
    expect(told.filter((text) => !/"(usage_counts|auth_mail_requests)"/.test(text))).toEqual([])
    expect(await statementsOf((deps) => ask(deps, stranger, network))).toEqual(told)
    // What is done afterwards differs, and nobody waits for it.
    await answered(known)
    await answered(stranger)
    expect([await mailsTo(known), await mailsTo(stranger)]).toEqual([(before ?? 0) + 1, 0])
  })
})
