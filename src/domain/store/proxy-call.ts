// The parameters of a request that Shopify forwards from a page of the shop.

/** The path of the app's pages for the shop's visitors: [app_proxy] of shopify.app.toml. */
export const PROXY_PATH = '/apps/careers'

/** As signed by Shopify. */
export type ProxyCall = {
  shop: string
  /** The path of the app's pages in the shop: '/apps/careers', which a merchant can change. */
  path: string
  /** The customer who is signed in to the shop. */
  customerId: string | null
}
