// A failing store: what waiting people see, when we give up, and what is logged.
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { PAGES_SCOPE } from '#domain/store/store.ts'
import type { Member } from '#test/app.ts'
import { withoutTable } from '#test/databases/failing-database.ts'
import { insertApplication } from '#test/rows.ts'
import { openStoreApp } from '#test/servers/store-app.ts'
import { connectTestStore, type Shop } from '#test/servers/stores.ts'

type Line = { level: string; msg: string; [more: string]: unknown }
type Answered = { success: boolean; error: string; code: string }

const WARN = 'warn'
const ERROR = 'error'
const SCOPES = ['read_products', 'read_customers', PAGES_SCOPE]
const CUSTOMER = 'maya@mail.example'

let lines: Line[] = []
// One answer may take for ever here: only the time for all of them together ends the waiting.
const storeTimes = { callMs: 3_600_000, totalMs: 3000 }
const { app, another, newShop } = await openStoreApp({ storeTimes })
/** On the same database, with a log that is read and the times of a real store. */
const logged = await another({ onLog: (line) => void lines.push(JSON.parse(line) as Line) })

beforeAll(async () => {
  // The store reads its schema with the first question, which takes a while.
  await testConnection((await connected()).owner)
})
beforeEach(() => {
  lines = []
})

async function connected(at = app): Promise<{ owner: Member; shop: Shop }> {
  const [shop, owner] = [newShop(), await at.owner()]
  await connectTestStore(at, owner, shop, SCOPES)
  return { owner, shop }
}
const ask = (owner: Member, name: string, body: object) =>
  owner.call<Answered>(`/functions/${name}`, { body })
const integrate = (owner: Member, body: object) => ask(owner, 'shopify-integration', body)
const testConnection = (owner: Member) => integrate(owner, { action: 'test-connection' })

const faults = (shop: Shop, ...kinds: Shop['faults'][number]['kind'][]) =>
  shop.faults.push(...kinds.map((kind) => ({ at: 'graphql', kind, until: never }) as const))
const never = new Promise<void>(() => {})

const UNREACHABLE = 'The store did not answer. Please try again.'
const BUSY = 'The store is busy at the moment. Please try again in a minute.'

describe('the log', () => {
  test('a failing store is one warning of one line for a burst, without a stack', async () => {
    const { owner, shop } = await connected(logged)
    for (let round = 0; round < 4; round += 1) {
      faults(shop, '503', '503', '503')
      expect((await testConnection(owner)).status).toBe(503)
    }
    faults(shop, '402')
    expect((await testConnection(owner)).body.code).toBe('store.closed')
    expect(lines.map(({ level, code }) => [level, code])).toEqual([
      [WARN, 'store.unreachable'],
      [WARN, 'store.closed'],
    ])
    expect(JSON.stringify(lines)).not.toMatch(/stack|\\n\s*at |shpat_/)
    expect(lines[0]).toMatchObject({ route: '/functions/shopify-integration' })
    expect(lines[0]?.cause).toMatch(/503/)
  })

  // shows: V16.3.4
  test('what goes wrong in our own rooms is an error with its stack', async () => {
    const { owner } = await connected(logged)
    const { status } = await withoutTable(logged.deps.db, 'store_pages', () =>
      owner.call('/api/store/pages'),
    )
    expect(status).toBe(500)
    expect(lines).toMatchObject([{ level: ERROR, err: { stack: expect.any(String) as string } }])
  })
})

describe('a store that never answers', () => {
  // shows: V15.2.2
  test('is given up, whatever it is asked', async () => {
    const acts: Record<string, (owner: Member) => Promise<{ status: number; body: Answered }>> = {
      'Test Connection': testConnection,
      'Refresh Pages': (owner) => integrate(owner, { action: 'get-pages' }),
      'Sync Jobs to Shopify': (owner) => ask(owner, 'sync-careers-page', {}),
      'Sync with Shopify': (owner) => ask(owner, 'sync-shopify-jobs', {}),
      'Create Career Page': (owner) =>
        integrate(owner, { action: 'create-page', pageData: { title: 'Us', content: 'We bake.' } }),
    }
    const answers = Object.entries(acts).map(async ([name, act]) => {
      const { owner, shop } = await connected()
      await app.job(owner)
      faults(shop, 'late', 'late', 'late', 'late')
      const { status, body } = await act(owner)
      return [name, status, body.error]
    })
    expect(await Promise.all(answers)).toEqual(
      Object.keys(acts).map((name) => [name, 503, UNREACHABLE]),
    )
  })

  test('in the middle of an act ends the whole act: nothing further is asked', async () => {
    const { owner, shop } = await connected()
    // The look for the handle passes, the page is never answered; a second look would have to wait again.
    faults(shop, 'passes', 'late', 'late')
    const pageData = { title: 'Us', content: 'We bake.' }
    const { status, body } = await integrate(owner, { action: 'create-page', pageData })
    expect([status, body.error]).toEqual([503, UNREACHABLE])
    expect(shop.faults).toHaveLength(1)
  })

  test('does not keep anybody from an applicant, or from the end of an installation', async () => {
    const { owner, shop } = await connected()
    const job = await app.job(owner)
    const { organization } = owner
    const { id } = await insertApplication(app.deps.db.queries, { organization, job }, CUSTOMER)
    faults(shop, 'late', 'late')
    const seen = await owner.call(`/api/applicants/${id}/customer`)
    expect(seen.status).toBe(404)
    shop.faults = [{ at: 'token', kind: 'late', until: never }]
    const tokens = app.deps.stores?.app.exchangeCode(shop.domain, 'any code')
    await expect(tokens).rejects.toMatchObject({ code: 'store.unreachable' })
  })
})

describe('a store that is busy', () => {
  test('is asked three times, and then said to be busy', async () => {
    const { owner, shop } = await connected()
    faults(shop, 'throttled', 'throttled', 'throttled', 'throttled')
    const { status, body } = await testConnection(owner)
    expect([status, body.code, body.error]).toEqual([503, 'store.throttled', BUSY])
    expect(shop.faults).toHaveLength(1)
  })

  test('and says that it will be for longer than anybody waits is given up', async () => {
    const { owner, shop } = await connected()
    shop.faults.push({ at: 'graphql', kind: '429', seconds: 3600 })
    const { status, body } = await testConnection(owner)
    expect([status, body.error]).toEqual([503, BUSY])
  })
})

describe('a store that leads elsewhere', () => {
  let elsewhere: Server
  let visits = 0
  beforeAll(async () => {
    elsewhere = createServer((_, answer) => {
      visits += 1
      answer.end('{}')
    })
    await new Promise<void>((resolve) => elsewhere.listen(0, '127.0.0.1', resolve))
  })
  afterAll(() => void elsewhere.close())

  // shows: V15.3.2
  test('is not followed', async () => {
    const { owner, shop } = await connected()
    const to = `http://127.0.0.1:${(elsewhere.address() as AddressInfo).port}/`
    for (const at of ['graphql', 'graphql', 'graphql', 'token'] as const) {
      shop.faults.push({ at, kind: 'redirect', to })
    }
    expect((await testConnection(owner)).body.error).toBe(UNREACHABLE)
    const tokens = app.deps.stores?.app.exchangeCode(shop.domain, 'any code')
    await expect(tokens).rejects.toMatchObject({ code: 'store.unreachable' })
    expect([shop.faults, visits]).toEqual([[], 0])
  })
})
