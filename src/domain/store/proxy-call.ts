// The parameters of a request that Shopify forwards from a page of the shop.

/** The path of the app's pages for the shop's visitors: [app_proxy] of shopify.app.toml. */
export const PROXY_PATH = '/apps/careers'

/** 'de', 'zh-hans', and what a merchant has called a market: 'en-latam'. The paths of a proxy begin otherwise: '/a', '/apps', '/community', '/tools'. */
const LANGUAGE_FOLDER = /^\/([a-z]{2}(?:-[a-z0-9]{2,8}){0,2})(?=\/)/i

/** The folder of a shop's language, which may stand before the path: 'de' of '/de/apps/careers'. */
export const languageFolder = (path: string): string | undefined => LANGUAGE_FOLDER.exec(path)?.[1]

export const withoutLanguage = (path: string): string => path.replace(LANGUAGE_FOLDER, '')

/** As signed by Shopify. */
export type ProxyCall = {
  shop: string
  /** The path of the app's pages in the shop: '/apps/careers', which a merchant can change. */
  path: string
  /** The customer who is signed in to the shop. */
  customerId: string | null
  /** The visitor's parameters that the address reads; all others are left out. */
  query: Readonly<Record<string, string>>
  /**
   * The visitor's address had others, such as those of an advertisement. It is then a stranger's, who may look at the page: the less a
   * request is believed, the less a signature is worth that was made for another text.
   */
  hasOthers: boolean
}

/** By it the theme's blocks say in their links where they are: the path of their page, or 'button' for the one on every page. */
export const VIA_PARAMETER = 'via'
