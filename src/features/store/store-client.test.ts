// Tokens of connected stores, against a stand-in that can refuse: refreshed in time by one process, and removed when invalid.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { leaseStoreRefresh } from '#data/store/store-sessions.ts'
import { shopDetails } from '#gateways/store/shopify-operations.ts'
import { STORE_TIMES, type Stores } from '#gateways/store/shopify.ts'
import { createTestApp, type Member, type TestApp } from '#test/app.ts'
import { connectTestStore, openTestStand, type Shop, type TestStand } from '#test/stores.ts'

let stand: TestStand
let app: TestApp
let other: TestApp
let owner: Member
let shop: Shop
let stores: Stores
let made = 0

beforeAll(async () => {
  stand = await openTestStand()
  app = await createTestApp({ env: stand.env })
  other = await createTestApp({ env: stand.env, database: app.deps.db })
  owner = await app.owner()
})
afterAll(async () => {
  await other.close()
  await app.close()
  await stand.stop()
})
beforeEach(async () => {
  made += 1
  shop = stand.shop(`tokens-${made}`)
  stores = await connectTestStore(app, owner, shop)
})

const row = async () => {
  const { rows } = await app.deps.db.pool.query<Record<string, string | null>>(
    'select access_token_sealed, refresh_token_sealed from store_sessions where shop = $1',
    [shop.domain],
  )
  return rows[0] ?? {}
}
const tokensGiven = () => Object.keys(shop.install?.access_tokens ?? {}).length
const expire = () =>
  app.deps.db.pool.query(
    `update store_sessions set expires_at = now() + interval '4 minutes' where shop = $1`,
    [shop.domain],
  )

describe('a store is asked', () => {
  // shows: safer-7, interface-15
  test('with the token of its installation, which is nowhere in clear text', async () => {
    const { shop: details } = await stores.ask(shop.domain, shopDetails)
    expect(details.myshopifyDomain).toBe(shop.domain)
    expect(JSON.stringify(await row())).not.toContain('shpat_')
  })

  test('with a new one when the old one has less than five minutes', async () => {
    await expire()
    await stores.ask(shop.domain, shopDetails)
    expect(tokensGiven()).toBe(2)
  })

  test('renewing once, however many ask in two processes', async () => {
    await expire()
    const others = other.deps.stores ?? stores
    const ask = (place: number) => (place % 2 ? stores : others).ask(shop.domain, shopDetails)
    await Promise.all(Array.from({ length: 20 }, (_, place) => ask(place)))
    expect(tokensGiven()).toBe(2)
  })

  test('renewing only while the token is still the one that was read', async () => {
    const { access_token_sealed: read = null } = await row()
    await expire()
    await stores.ask(shop.domain, shopDetails)
    const [now, until] = [new Date(), new Date(Date.now() + 1000)]
    const lease = (token: string | null) =>
      leaseStoreRefresh(app.deps.db.queries, shop.domain, token ?? '', now, until)
    expect(await lease(read)).toBe(false)
    expect(await lease((await row()).access_token_sealed ?? null)).toBe(true)
  })

  test('with a new one when the old one is refused', async () => {
    const before = await row()
    for (const token of Object.keys(shop.install?.access_tokens ?? {})) {
      delete shop.install?.access_tokens[token]
    }
    await stores.ask(shop.domain, shopDetails)
    expect((await row()).access_token_sealed).not.toBe(before.access_token_sealed)
  })

  test('again after it was busy, out of order or its answer was cut', async () => {
    for (const kinds of [
      ['throttled', '503'],
      ['429', 'cut'],
    ] as const) {
      shop.faults.push(...kinds.map((kind) => ({ at: 'graphql', kind }) as const))
      shop.points.left = 2000
      const { shop: details } = await stores.ask(shop.domain, shopDetails)
      expect(details.name).toBe(shop.name)
    }
  })

  test('for ten seconds at most, and all of an act for less than twenty', () => {
    expect(STORE_TIMES.callMs).toBeLessThanOrEqual(10_000)
    expect(STORE_TIMES.totalMs).toBeLessThan(20_000)
  })
})

describe('a dead connection', () => {
  test('is known as such when the store has revoked everything', async () => {
    if (shop.install) Object.assign(shop.install, { access_tokens: {}, refresh_tokens: {} })
    await expect(stores.ask(shop.domain, shopDetails)).rejects.toThrow('connect it again')
    expect(await row()).toEqual({ access_token_sealed: null, refresh_token_sealed: null })
  })

  test('is not assumed while the store is only out of order', async () => {
    await expire()
    shop.faults.push({ at: 'token', kind: '503' })
    await expect(stores.ask(shop.domain, shopDetails)).rejects.toThrow('did not answer')
    const { shop: details } = await stores.ask(shop.domain, shopDetails)
    expect(details.name).toBe(shop.name)
  })

  test('names the permission that is missing', async () => {
    const operation = { ...shopDetails, text: '{ themes(first: 1) { nodes { id } } }' }
    await expect(stores.ask(shop.domain, operation)).rejects.toThrow('permission to read themes')
  })

  test('is told apart from a store that was never connected', async () => {
    await expect(stores.ask('nobody.myshopify.com', shopDetails)).rejects.toThrow(
      'No store is connected.',
    )
  })
})
