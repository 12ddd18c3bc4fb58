// Where the dashboard is opened inside a store's admin.

/** Where the addresses of the framed dashboard begin, ours as well as those of the app in a store's admin; below it they are those of the dashboard itself. */
export const FRAMED = '/shopify-embed'

type Addresses = {
  appUrl: string
  /** The app at the platform, where there is one. */
  stores: { app: { appUrl(shop: string): string } } | undefined
}

/**
 * Where a link of a mail to staff leads: into the store's admin for who comes by it, and may have no password here. `shops`: by the
 * address of the reader. `path` is an address of the dashboard, with its query.
 */
export const dashboardLinks =
  ({ appUrl, stores }: Addresses, shops: ReadonlyMap<string, string>) =>
  (recipient: string, path: string): string => {
    const shop = shops.get(recipient)
    return (stores && shop ? stores.app.appUrl(shop) + FRAMED : appUrl) + path
  }
