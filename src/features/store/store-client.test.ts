// Tokens of connected stores, against a stand-in that can refuse: refreshed in time by one process, and removed when invalid.
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { leaseStoreRefresh } from '#data/store/store-tokens.ts'
import type { Overview } from '#domain/overview/overview.ts'
import { PAGES_SCOPE } from '#domain/store/store.ts'
import { shopDetails } from '#gateways/store/shopify-operations.ts'
import { STORE_TIMES, type Stores } from '#gateways/store/shopify.ts'
import { createTestApp, type TestApp } from '#test/app.ts'
import { openStoreApp } from '#test/servers/store-app.ts'
import {
  connectTestStore,
  setStandinFault,
  signBody,
  signQuery,
  signSessionToken,
  storeClient,
  type Shop,
} from '#test/servers/stores.ts'
import { announceLostStores } from './notices/announce-lost-stores.ts'
import { endInstallation } from './notices/end-installation.ts'
import { renewTokens } from './renew-tokens.ts'
import { createStoreClient } from './store-client.ts'

const { stand, app, another, newShop } = await openStoreApp()
const other = await another()
const owner = await app.owner()
let shop: Shop
let stores: Stores

beforeEach(async () => {
  shop = newShop()
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

  test.each(['after', 'before'])(
    'with the tokens of a new connection, made right %s the platform renews the old ones',
    async (order) => {
      await expire()
      const granted = ['read_products', PAGES_SCOPE]
      const connectAgain = () => connectTestStore(app, owner, shop, granted)
      const asking = createStoreClient(
        {
          ...stores.app,
          async refreshTokens(...asked) {
            if (order === 'before') await connectAgain()
            const renewed = await stores.app.refreshTokens(...asked)
            if (order === 'after') await connectAgain()
            return renewed
          },
        },
        app.deps,
      )
      const { shop: details } = await asking.ask(shop.domain, shopDetails)
      expect(details.myshopifyDomain).toBe(shop.domain)
      const { rows } = await app.deps.db.pool.query<{ scope: string }>(
        'select scope from store_sessions where shop = $1',
        [shop.domain],
      )
      expect(rows).toEqual([{ scope: granted.join(',') }])
    },
  )

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

describe('a secret', () => {
  const appWith = (secret: string, previous?: string) =>
    createTestApp({
      env: {
        ...stand.env,
        SHOPIFY_API_SECRET: secret,
        ...(previous && { SHOPIFY_API_SECRET_PREVIOUS: previous }),
      },
      database: app.deps.db,
      work: 'none',
    })
  const old = storeClient.secret
  const fresh = 'the-new-secret-of-the-test-app'
  afterEach(() => stand.rotate(old))

  test('that is wrong costs no store its tokens, and says what is wrong', async () => {
    const wrong = await appWith('mistyped')
    await expire()
    const before = await row()
    const asked = wrong.deps.stores?.ask(shop.domain, shopDetails)
    await expect(asked).rejects.toMatchObject({ code: 'store.secretRefused' })
    expect(await row()).toEqual(before)
    const { shop: details } = await stores.ask(shop.domain, shopDetails)
    expect(details.name).toBe(shop.name)
    await wrong.close()
  })

  // shows: interface-99
  test('is replaced without a gap: the platform signs with either, and takes either for tokens', async () => {
    const both = await appWith(fresh, old)
    const signed = async (secret: string, at: TestApp) => {
      const { app: platform } = at.deps.stores ?? stores
      const query = { shop: shop.domain, timestamp: String(Math.floor(Date.now() / 1000)) }
      const hmac = signQuery(query, secret)
      return [
        await platform.isSigned({ ...query, hmac }),
        (await platform.readSessionToken(signSessionToken({ ...storeClient, secret }, shop)))?.shop,
        await platform.isBodySigned('{}', signBody('{}', secret)),
      ]
    }
    const accepted = [true, shop.domain, true]
    // Before the change, in the hour of both, and after the old one was revoked.
    for (const [signs, accepts] of [
      [old, []],
      [old, [fresh]],
      [fresh, [old]],
      [fresh, []],
    ] as const) {
      stand.rotate(signs, accepts)
      expect(await signed(signs, both)).toEqual(accepted)
      await expire()
      const { shop: details } = await (both.deps.stores ?? stores).ask(shop.domain, shopDetails)
      expect(details.name).toBe(shop.name)
    }
    expect(await signed(fresh, app)).toEqual([false, undefined, false])
    expect(await signed('another', both)).toEqual([false, undefined, false])
    await both.close()
  })
})

describe('a quiet store', () => {
  const DAY = 86_400
  const idle = (days: number) => setStandinFault(stand, shop, 'idle', { days })

  test('stays connected, because its tokens are renewed long before they end', async () => {
    // Fifty days twice: more than the ninety that a refresh token is good for.
    await idle(50)
    app.clock.move(50 * DAY)
    expect(await renewTokens(app.deps)).toBeGreaterThanOrEqual(1)
    app.clock.move(-50 * DAY)
    await idle(50)
    const { shop: details } = await stores.ask(shop.domain, shopDetails)
    expect(details.name).toBe(shop.name)
    // Renewed today: not again tonight.
    const renewed = tokensGiven()
    await renewTokens(app.deps)
    expect(tokensGiven()).toBe(renewed)
  })

  test('whose connection cannot be renewed is shown to owners as lost; one that is only out of order is not', async () => {
    await idle(50)
    app.clock.move(50 * DAY)
    shop.faults.push({ at: 'token', kind: '503' })
    await renewTokens(app.deps)
    const isLost = async () =>
      (await owner.call<Overview>('/api/overview')).body.attention.is_store_lost
    expect(await isLost()).toBe(false)
    await idle(50)
    await renewTokens(app.deps)
    app.clock.move(-50 * DAY)
    expect(await isLost()).toBe(true)
    // A mail, once, when it has been so for some minutes: an opened app brings a new token.
    const LATER = 20 * 60_000
    expect(await announceLostStores(app.deps)).toBe(0)
    app.clock.move(LATER)
    expect(await announceLostStores(app.deps)).toBeGreaterThanOrEqual(1)
    expect(await announceLostStores(app.deps)).toBe(0)
    const subject = new RegExp(`^Storehand lost the connection to ${shop.name}$`)
    // The other process may be sending it.
    const text = async () => (await app.mailTo(owner.email, subject).catch(() => undefined))?.text
    await expect.poll(text).toContain('The store has ended the connection.')
    app.clock.move(-LATER)
    // Connected again, then removed from the store.
    await connectTestStore(app, owner, shop)
    await endInstallation(app.deps, shop.domain, new Date())
    app.clock.move(LATER)
    // The schedule of this process may have done it before.
    await announceLostStores(app.deps)
    await expect.poll(text).toContain('Storehand was removed from this store.')
    app.clock.move(-LATER)
  })
})

test('a store that answers in another API version is logged once, and owners see it', async () => {
  const lines: string[] = []
  const logged = await createTestApp({
    env: stand.env,
    database: app.deps.db,
    work: 'none',
    onLog: (line) => void lines.push(line),
  })
  const asked = logged.deps.stores ?? stores
  const seer = Object.assign(logged.visitor(), { cookie: owner.cookie })
  const versionSeen = async () =>
    (await seer.call<Overview>('/api/overview')).body.attention.store_version
  await asked.ask(shop.domain, shopDetails)
  expect(await versionSeen()).toBeNull()
  shop.api_version = '2027-01'
  await asked.ask(shop.domain, shopDetails)
  await asked.ask(shop.domain, shopDetails)
  expect(await versionSeen()).toBe('2027-01')
  const warnings = lines.filter((line) => line.includes('another API version'))
  expect(warnings).toHaveLength(1)
  expect(JSON.parse(warnings[0] ?? '{}')).toMatchObject({ level: 'warn', version: '2027-01' })
  delete shop.api_version
  await asked.ask(shop.domain, shopDetails)
  expect(await versionSeen()).toBeNull()
  await logged.close()
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
