// A stand-in store with an app for the tests of one file, and shops that are connected to it.
import { afterAll } from 'vitest'
import type { Stores } from '#gateways/store/shopify.ts'
import { createTestApp, type Member, type TestApp, type TestAppOptions } from '../app.ts'
import { OWNER, ownerUser, staffUser } from './shop-people.ts'
import {
  AdminUser,
  connectTestStore,
  installedWith,
  openTestStand,
  type Shop,
  type TestStand,
} from './stores.ts'

export type StoreApp = {
  stand: TestStand
  app: TestApp
  /** A shop that nobody has used, where nothing is installed. */
  newShop: () => Shop
  /** One that has the app, with its owner Ruth and her employee Sol. */
  staffedShop: (scopes?: readonly string[]) => Shop
  /** A user of the shop's admin, in its frame. */
  adminUser: (shop: Shop, id: string, token?: () => string) => AdminUser
  /** Its owner, who has opened the app there, and owns its organization by now. */
  firstUser: (shop: Shop) => Promise<AdminUser>
  /** Another app on the same database, beside the one that the store knows. */
  another: (options?: TestAppOptions) => Promise<TestApp>
  /** A new shop, and the owner of a new organization that it is connected to. */
  connectedShop: (
    scopes?: readonly string[],
  ) => Promise<{ owner: Member; shop: Shop; stores: Stores }>
}

/** Awaited by a file outside of its tests; closed after the last of them. `seed` are the shops that the store begins with. */
export async function openStoreApp({
  seed,
  ...options
}: TestAppOptions & { seed?: readonly Shop[] } = {}): Promise<StoreApp> {
  const stand = await openTestStand(seed)
  const open = (more: TestAppOptions) =>
    createTestApp({ ...more, env: { ...stand.env, ...more.env } })
  const app = await open(options)
  stand.appUrl(app.url)
  const apps = [app]
  afterAll(async () => {
    for (const one of apps.toReversed()) await one.close()
    await stand.stop()
  })
  let made = 0
  const newShop = () => {
    made += 1
    return stand.shop(`shop-${made}`)
  }
  const adminUser: StoreApp['adminUser'] = (shop, id, token) =>
    new AdminUser(app.url, shop, id, token)
  return {
    stand,
    app,
    newShop,
    staffedShop(scopes = ['read_products']) {
      const shop = newShop()
      const [ruth, sol] = [`ruth@${shop.handle}.example`, `sol@${shop.handle}.example`]
      return Object.assign(shop, {
        staff: [ownerUser(ruth), staffUser(sol)],
        install: installedWith(scopes),
      })
    },
    adminUser,
    async firstUser(shop) {
      const user = adminUser(shop, OWNER)
      const { status } = await user.call('/api/store/person', { body: {} })
      if (status !== 204) throw new Error(`the first visit answered ${status}`)
      return user
    },
    async another(more = {}) {
      const opened = await open({ ...more, database: app.deps.db })
      apps.push(opened)
      return opened
    },
    async connectedShop(scopes) {
      const [shop, owner] = [newShop(), await app.owner()]
      return { shop, owner, stores: await connectTestStore(app, owner, shop, scopes) }
    },
  }
}
