// Where the dashboard is opened inside a store's admin.
import type { StoreInAdmin } from './store.ts'

/** Where the addresses of the framed dashboard begin, ours as well as those of the app in a store's admin; below it they are those of the dashboard itself. */
export const FRAMED = '/shopify-embed'

/** Parameters that the platform adds to the frame's address and needs on every reload. */
const KEPT = ['embedded', 'shop', 'host', 'locale']

export const frameQuery = (query: Iterable<[string, string]>): Record<string, string> =>
  Object.fromEntries([...query].filter(([name]) => KEPT.includes(name)))

/** All that the platform writes into that address; anything else there is a filter of the page. */
const PLATFORMS_OWN = [...KEPT, 'hmac', 'id_token', 'session', 'timestamp']

export const isFilteredFrame = (query: Iterable<[string, string]>): boolean =>
  [...query].some(([name]) => !PLATFORMS_OWN.includes(name))

type Addresses = {
  appUrl: string
  /** The app at the platform, where there is one. */
  stores: { app: { appUrl(store: StoreInAdmin): string } } | undefined
}

/**
 * Where a link of a mail to staff leads: into the store's admin for who comes by it, and may have no password here. `readersStores`: by the
 * address of the reader. `path` is an address of the dashboard, with its query.
 */
export const dashboardLinks =
  ({ appUrl, stores }: Addresses, readersStores: ReadonlyMap<string, StoreInAdmin>) =>
  (recipient: string, path: string): string => {
    const store = readersStores.get(recipient)
    return (stores && store ? stores.app.appUrl(store) + FRAMED : appUrl) + path
  }
