// One organization with two shops: whatever is about a store happens in the shop of the request, and in no other.
import { describe, expect, test } from 'vitest'
import { contracts, type Address } from '#domain/contracts.ts'
import type { Contract } from '#domain/contract.ts'
import { STORE_HEADER } from '#domain/store/meant-store.ts'
import { LOCATIONS_SCOPE, PAGES_SCOPE, type StoreView } from '#domain/store/store.ts'
import type { StorePagesView } from '#domain/store/store-pages.ts'
import type { Member, Visitor } from '#test/app.ts'
import { workStores } from '#test/work.ts'
import { OWNER, ownerUser } from '#test/servers/shop-people.ts'
import { openStoreApp } from '#test/servers/store-app.ts'
import { connectTestStore, type AdminUser, type Shop } from '#test/servers/stores.ts'

const { app, newShop, adminUser } = await openStoreApp()

const SCOPES = ['read_products', PAGES_SCOPE, LOCATIONS_SCOPE, 'write_app_proxy']

type Shops = { owner: Member; shops: Shop[]; user: (shop: Shop) => AdminUser }

/** Connected in this order. */
async function openShops(count = 2): Promise<Shops> {
  const owner = await app.owner()
  const shops: Shop[] = []
  for (let place = 0; place < count; place += 1) {
    const shop = newShop()
    shop.staff = [ownerUser(owner.email)]
    await connectTestStore(app, owner, shop, SCOPES)
    shops.push(shop)
  }
  const user = (shop: Shop) => adminUser(shop, OWNER)
  for (const shop of shops) {
    const proof = { email: owner.email, password: 'correct horse' }
    const { status } = await user(shop).call('/api/store/person/proof', { body: proof })
    expect(status).toBe(204)
  }
  return { owner, shops, user }
}

/** A request that succeeds, of each kind that the address has; a page made by the one before is changed by the next. */
type Request = (made: { page: string }, shop: Shop) => object | undefined
const own = { title: 'Our story', content: 'We mend bikes.' }
const requests: Partial<Record<Address, Request[]>> = {
  'GET /api/store': [() => undefined],
  'GET /api/store/jobs-page': [() => undefined],
  'GET /api/store/pages': [() => undefined],
  'GET /api/store/locations': [() => undefined],
  'POST /api/store/permission': [() => ({})],
  'POST /api/store/jobs-page': [() => ({})],
  'POST /functions/shopify-session': [(_, shop) => ({ action: 'get', shop: shop.domain })],
  'POST /functions/shopify-integration': [
    () => ({ action: 'test-connection' }),
    () => ({ action: 'create-page', pageData: own }),
    ({ page }) => ({ action: 'update-page', pageId: page, pageData: own }),
    () => ({ action: 'get-pages' }),
    ({ page }) => ({ action: 'delete-page', pageId: page }),
  ],
  'POST /functions/sync-careers-page': [() => ({})],
  'POST /functions/sync-shopify-jobs': [() => ({})],
}
const aboutStores = Object.entries<Contract>(contracts)
  .filter(([, { isAboutStore }]) => isAboutStore)
  .map(([address]) => address as Address)

/** A fault that waits in a shop until it is asked anything, except by the background work on its theme. */
const watch = (shop: Shop): void => void (shop.faults = [{ at: 'graphql', kind: '500' }])
const wasAsked = (shop: Shop): boolean => shop.faults?.length === 0
const traces = (shop: Shop) => ({ pages: shop.pages.map(({ title }) => title) })

async function askAll(
  person: Visitor,
  shop: Shop,
  see: (address: Address, answer: { status: number; text: string }) => void,
  headers: Record<string, string> = {},
): Promise<void> {
  for (const address of aboutStores) {
    const [method = '', path = ''] = address.split(' ')
    const page = { page: 'gid://shopify/Page/0' }
    for (const request of requests[address] ?? []) {
      const body = request(page, shop)
      const answer = await person.fetch(path, {
        method,
        headers: { ...headers, ...(body && { 'content-type': 'application/json' }) },
        ...(body && { body: JSON.stringify(body) }),
      })
      const text = await answer.text()
      const known = /"page":\{"id":("[^"]+")/.exec(text)?.[1]
      if (known) page.page = JSON.parse(known) as string
      see(address, { status: answer.status, text })
    }
  }
}

test('every address that is about a store has its requests here', () => {
  expect(Object.keys(requests).toSorted()).toEqual(aboutStores.toSorted())
})

// shows: 2-127
describe.each([
  ['connected first', 0],
  ['connected last', 1],
])('in the admin of the shop that was %s', (_, place) => {
  test('everything happens in this shop, and nothing of the other is named', async () => {
    const { owner, shops, user } = await openShops()
    await app.job(owner, { title: 'Mechanic' })
    const here = shops[place] as Shop
    const other = shops[1 - place] as Shop
    watch(other)
    await askAll(user(here), here, (address, { status, text }) => {
      expect.soft([address, status], text).toEqual([address, 200])
      expect.soft(text, address).not.toContain(other.domain)
      expect.soft(text, address).not.toContain(other.name)
    })
    expect(wasAsked(other)).toBe(false)
    expect(traces(other)).toEqual({ pages: [] })
    expect(traces(here).pages).not.toEqual([])
  })

  test('another shop is neither disconnected nor emptied from there', async () => {
    const { shops, user } = await openShops()
    const here = shops[place] as Shop
    const other = shops[1 - place] as Shop
    const body = { shop: other.domain }
    for (const address of ['/api/store/disconnect', '/api/store/removal']) {
      expect((await user(here).call(address, { body })).status).toBe(404)
    }
    expect((await user(here).call<{ shops: object[] }>('/api/store/removal')).body.shops).toEqual([
      expect.objectContaining({ shop: here.domain }),
    ])
    expect((await user(other).call<StoreView>('/api/store')).body.store?.shop).toBe(other.domain)
  })

  test('a shop that has left is not replaced by the other one', async () => {
    const { shops, user } = await openShops()
    const here = shops[place] as Shop
    const other = shops[1 - place] as Shop
    const leave = { body: { shop: here.domain } }
    const person = user(here)
    expect((await person.call('/api/store/disconnect', leave)).status).toBe(204)
    // Its staff no longer come in by this shop; the other one's still do.
    expect((await person.call('/api/store')).status).toBe(401)
    expect((await user(other).call<StoreView>('/api/store')).body.store?.shop).toBe(other.domain)
  })
})

describe('outside of an admin', () => {
  test('with two shops nothing happens until one is named, and then in that one', async () => {
    const { owner, shops } = await openShops()
    const [first, last] = shops as [Shop, Shop]
    await app.job(owner, { title: 'Mechanic' })
    const codes = new Map<Address, number>()
    await askAll(owner, first, (address, { status, text }) => {
      codes.set(address, status)
      if (status === 409) expect(text).toContain('store.choose')
    })
    // Only what reads here can be answered, and says that there is a choice.
    for (const [address, status] of codes) {
      const refused = address === 'POST /functions/shopify-session' ? 404 : 409
      expect.soft([address, status]).toEqual([address, address.startsWith('GET') ? 200 : refused])
    }
    expect([traces(first), traces(last)]).toEqual([{ pages: [] }, { pages: [] }])
    const { body: view } = await owner.call<StoreView>('/api/store')
    expect(view.store).toBeNull()
    expect(view.choices.map(({ shop }) => shop)).toEqual([last.domain, first.domain])
    expect((await owner.call<StorePagesView>('/api/store/pages')).body.connection).toBe('choose')

    const other = { [STORE_HEADER]: first.domain }
    await askAll(
      owner,
      first,
      (address, { status, text }) => {
        expect.soft([address, status], text).toEqual([address, 200])
      },
      other,
    )
    expect(traces(last)).toEqual({ pages: [] })
  })

  test('a name that is not one of its shops is refused, and another organization’s too', async () => {
    const { owner } = await openShops(1)
    const strange = (await openShops(1)).shops[0] as Shop
    for (const shop of [strange.domain, 'nobody.myshopify.com']) {
      const answer = await owner.call<{ code: string }>('/functions/sync-careers-page', {
        body: {},
        headers: { [STORE_HEADER]: shop },
      })
      expect([answer.status, answer.body.code]).toEqual([409, 'store.choose'])
    }
    expect(traces(strange)).toEqual({ pages: [] })
  })
})

test('a changed job is written into the pages of every shop that has some', async () => {
  const { owner, shops, user } = await openShops()
  const job = await app.job(owner, { title: 'Mechanic' })
  for (const shop of shops) {
    const { status } = await user(shop).call('/functions/sync-careers-page', { body: {} })
    expect(status).toBe(200)
  }
  const body = { title: 'Wheel builder' }
  expect((await owner.call(`/api/jobs/${job.id}`, { method: 'PATCH', body })).status).toBe(200)
  await workStores(app.deps)
  for (const { pages } of shops) {
    expect(pages.map((page) => page.body).join(' ')).toContain('Wheel builder')
  }
})
