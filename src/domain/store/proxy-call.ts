// What Shopify says of a call that it passes on from a page of the shop.

/** Where the shop's visitors reach the app's own pages: [app_proxy] of shopify.app.toml. */
export const PROXY_PATH = '/apps/careers'

/** As it has signed it. */
export type ProxyCall = {
  shop: string
  /** Where the app's pages are in the shop: '/apps/careers', which a merchant can change. */
  path: string
  /** Who is signed in to the shop. */
  customerId: string | null
}
