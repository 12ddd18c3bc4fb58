// /api/accounts/sessions: listing and ending a person's sessions, and sessions that expire unused.
import { randomUUID } from 'node:crypto'
import { describe, expect, onTestFinished, test } from 'vitest'
import type { SessionView } from '#domain/accounts/accounts.ts'
import { SESSION, type SessionListItem } from '#domain/accounts/sessions.ts'
import { createTestApp, openApp, type Member, type TestApp, type Visitor } from '#test/app.ts'
import { authClient } from '#test/people/auth-client.ts'
import { listen } from '#test/live-stream.ts'

const app = await openApp()

type Refusal = { error: { code: string; message: string } }
const address = '/api/accounts/sessions'
const password = 'correct horse'
const windows =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36'

const listOf = async (visitor: Visitor) =>
  (await visitor.call<{ sessions: SessionListItem[] }>(address)).body.sessions
const isSomebody = async (visitor: Visitor) =>
  (await visitor.call<SessionView>('/api/session')).body.user !== null

/** The same person at another device. */
async function elsewhere(
  { email }: Member,
  headers: Record<string, string> = {},
  at: Pick<TestApp, 'visitor'> = app,
) {
  const visitor = at.visitor()
  await visitor.call('/api/accounts/sign-in', { body: { email, password }, headers })
  return visitor
}

async function withTokens(email: string) {
  const auth = authClient(app.url)
  const { data, error } = await auth.signInWithPassword({ email, password })
  if (error) throw error
  return { auth, session: data.session }
}

describe('the list', () => {
  // shows: interface-23
  test('names each session: what carries it, since when, on what, and which one asks', async () => {
    const person = await app.person()
    const there = await elsewhere(person, { 'user-agent': windows })
    await withTokens(person.email)
    const list = await listOf(there)
    expect(
      list.map(({ device, carried_by, is_current }) => [device, carried_by, is_current]),
    ).toEqual([
      ['Chrome on Windows', 'cookie', true],
      ['An app or script', 'token', false],
      ['An app or script', 'cookie', false],
    ])
    for (const session of list) {
      expect(session.aal).toBe('aal1')
      for (const moment of [session.created_at, session.last_seen_at]) {
        expect(Math.abs(Date.now() - Date.parse(moment))).toBeLessThan(60_000)
      }
      expect(Object.keys(session).toSorted()).toEqual([
        'aal',
        'carried_by',
        'created_at',
        'device',
        'id',
        'is_current',
        'last_seen_at',
      ])
    }
  })

  test('has nobody else in it, and nothing that has ended', async () => {
    const person = await app.person()
    const [first, second] = [await elsewhere(person), await elsewhere(person)]
    await app.person()
    const [, one, two] = await listOf(person)
    expect(await listOf(person)).toHaveLength(3)
    const idle = `update sessions set last_seen_at = now() - interval '13 hours' where id = $1`
    const over = `update sessions set expires_at = now() - interval '1 second' where id = $1`
    await app.deps.db.pool.query(idle, [one?.id])
    await app.deps.db.pool.query(over, [two?.id])
    expect((await listOf(person)).map(({ is_current }) => is_current)).toEqual([true])
    expect([await isSomebody(first), await isSomebody(second)]).toEqual([false, false])
  })

  test('keeps no network address, whatever the request says of it', async () => {
    const person = await app.person()
    const { db: database } = app.deps
    const behindProxy = await createTestApp({ env: { TRUSTED_PROXIES: '1' }, database })
    onTestFinished(() => behindProxy.close())
    await elsewhere(person, { 'x-forwarded-for': '203.0.113.9' }, behindProxy)
    const { rows } = await app.deps.db.pool.query<{ ip_address: string | null }>(
      'select ip_address from sessions where user_id = $1',
      [person.userId],
    )
    expect(rows.map(({ ip_address }) => ip_address || null)).toEqual([null, null])
  })
})

describe('ending', () => {
  // shows: V7.1.2, V7.4.3, V7.5.2, V10.4.9
  test('one ends that one at once, with its stream, and stands in the trail', async () => {
    const owner = await app.owner()
    const there = await elsewhere(owner)
    const live = await listen(there)
    await live.until(1)
    const other = (await listOf(owner)).find(({ is_current }) => !is_current)
    const ended = await owner.call(`${address}/${other?.id}`, { method: 'DELETE' })
    expect([ended.status, ended.body]).toEqual([204, ''])
    expect([await isSomebody(owner), await isSomebody(there)]).toEqual([true, false])
    // What happens in the shop makes the stream look at once.
    await app.job(owner)
    await live.untilOver()
    const { rows } = await app.deps.db.pool.query(
      `select organization_id, ip_address, details from audit_events
       where action = 'session.ended' and actor_id = $1`,
      [owner.userId],
    )
    expect(rows).toEqual([
      {
        organization_id: owner.organization.id,
        ip_address: '127.0.0.1',
        details: { scope: 'chosen', session_id: other?.id },
      },
    ])
  })

  test('the own one is signing out, and one of tokens ends its refresh token', async () => {
    const person = await app.person()
    const { auth } = await withTokens(person.email)
    const [own, tokens] = await listOf(person)
    await person.call(`${address}/${tokens?.id}`, { method: 'DELETE' })
    expect((await auth.refreshSession()).error?.code).toBe('refresh_token_not_found')
    expect((await person.call(`${address}/${own?.id}`, { method: 'DELETE' })).status).toBe(204)
    expect(await isSomebody(person)).toBe(false)
  })

  // shows: interface-24
  test("somebody else's, one that is none and what is no id are answered alike", async () => {
    const [person, stranger] = [await app.person(), await app.person()]
    const [theirs] = await listOf(stranger)
    const answers = []
    for (const id of [theirs?.id, randomUUID(), 'no-id', '%27', `${theirs?.id}0`]) {
      const { status, body } = await person.call<Refusal>(`${address}/${id}`, { method: 'DELETE' })
      answers.push([status, body.error.code, body.error.message])
    }
    expect(new Set(answers.map((answer) => JSON.stringify(answer)))).toEqual(
      new Set([JSON.stringify([404, 'session.missing', 'This session has already ended.'])]),
    )
    expect(await isSomebody(stranger)).toBe(true)
  })

  test('all others leaves this one', async () => {
    const person = await app.person()
    const stranger = await app.person()
    const there = await elsewhere(person)
    const { auth } = await withTokens(person.email)
    expect((await person.call(address, { method: 'DELETE' })).status).toBe(204)
    expect([await isSomebody(person), await isSomebody(there)]).toEqual([true, false])
    expect((await auth.getUser()).error?.name).toBe('AuthSessionMissingError')
    expect(await isSomebody(stranger)).toBe(true)
    const { rows } = await app.deps.db.pool.query(
      `select details from audit_events where action = 'session.ended' and actor_id = $1`,
      [person.userId],
    )
    expect(rows).toEqual([{ details: { scope: 'others' } }])
  })
})

describe('a session that nobody uses', () => {
  const hour = 3600
  /** As if it was last used so long ago. The database and sessions go by the real time, so the session is aged and not the clock moved. */
  const age = (person: Pick<Member, 'userId'>, seconds: number) =>
    app.deps.db.pool.query(
      `update sessions set last_seen_at = now() - make_interval(secs => $2) where user_id = $1`,
      [person.userId, seconds],
    )
  const seen = async (person: Pick<Member, 'userId'>) => {
    const { rows } = await app.deps.db.pool.query<{ ago: string; version: string }>(
      `select extract(epoch from now() - last_seen_at) as ago, xmin::text as version
       from sessions where user_id = $1`,
      [person.userId],
    )
    return { ago: Number(rows[0]?.ago), version: rows[0]?.version }
  }

  // shows: interface-25, V7.1.1, V7.3.1
  test('ends after twelve hours, everywhere', async () => {
    const owner = await app.owner()
    await age(owner, 12 * hour - 60)
    expect(await isSomebody(owner)).toBe(true)
    await age(owner, 12 * hour)
    expect(await isSomebody(owner)).toBe(false)
    const { status, body } = await owner.call<Refusal>('/api/jobs')
    expect([status, body.error.code]).toEqual([401, 'auth.signInRequired'])
    expect((await owner.call('/api/live')).status).toBe(401)
  })

  // shows: interface-25
  test('stays while it is used, and its use is written once in some minutes', async () => {
    const owner = await app.owner()
    const begun = await seen(owner)
    await Promise.all(Array.from({ length: 5 }, () => owner.call('/api/jobs')))
    await owner.call('/api/session')
    expect(await seen(owner)).toMatchObject({ version: begun.version })
    await age(owner, SESSION.seenSeconds + 1)
    await Promise.all(Array.from({ length: 5 }, () => owner.call('/api/jobs')))
    await expect.poll(async () => (await seen(owner)).ago).toBeLessThan(60)
    const { version } = await seen(owner)
    await owner.call('/api/jobs')
    expect((await seen(owner)).version).toBe(version)
  })

  test('of tokens is kept by refreshing, and cannot be refreshed once it has ended', async () => {
    const email = `idle-${randomUUID().slice(0, 8)}@staff.example`
    const auth = authClient(app.url)
    const names = { first_name: 'Ana', last_name: 'Silva' }
    const { data } = await auth.signUp({ email, password, options: { data: names } })
    const person = { userId: data.user?.id ?? '' }
    await age(person, 11 * hour)
    expect((await auth.refreshSession()).error).toBeNull()
    expect((await seen(person)).ago).toBeLessThan(60)
    await age(person, 12 * hour)
    const { data: stored } = await auth.getSession()
    expect((await auth.refreshSession()).error?.code).toBe('refresh_token_not_found')
    const user = await authClient(app.url).getUser(stored.session?.access_token)
    expect(user.error?.name).toBe('AuthSessionMissingError')
  })

  test('is used as long as its stream is open', async () => {
    const owner = await app.owner()
    const watching = await app.staff(owner)
    const live = await listen(watching)
    await live.until(1)
    await age(watching, 11 * hour)
    await app.job(owner)
    await expect.poll(async () => (await seen(watching)).ago).toBeLessThan(60)
    await live.stop()
  })
})
