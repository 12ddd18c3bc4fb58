// What Shopify says of a call that it passes on from a page of the shop.

/** Where the shop's visitors reach the app's own pages: [app_proxy] of shopify.app.toml. */
export const PROXY_PATH = '/apps/careers'

const LANGUAGE_FOLDER = /^\/([a-z]{2}(?:-[a-z]{2,4})?)(?=\/)/i

/** The folder of a shop's language, which may stand before the path: 'de' of '/de/apps/careers'. */
export const languageFolder = (path: string): string | undefined => LANGUAGE_FOLDER.exec(path)?.[1]

export const withoutLanguage = (path: string): string => path.replace(LANGUAGE_FOLDER, '')

/** As it has signed it. */
export type ProxyCall = {
  shop: string
  /** Where the app's pages are in the shop: '/apps/careers', which a merchant can change. */
  path: string
  /** Who is signed in to the shop. */
  customerId: string | null
}
