// Where the dashboard is opened inside a store's admin.
import type { StoreInAdmin } from './store.ts'

/** Where the addresses of the framed dashboard begin, ours as well as those of the app in a store's admin; below it they are those of the dashboard itself. */
export const FRAMED = '/shopify-embed'

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
