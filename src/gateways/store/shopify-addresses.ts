// The addresses of a shop, of Shopify's admin, and of its pages that ask for permissions.
import { adminHandleOf, type StoreInAdmin, type ThemeEditor } from '#domain/store/store.ts'

const SHOPIFY_ADMIN = 'https://admin.shopify.com'

export type StoreAddresses = {
  /** Connected to a stand-in: screens show 'demo store'. */
  readonly isDemo: boolean
  readonly adminUrl: string
  readonly appBridgeUrl: string
  /** The shop's URL for browsers and for this server, without a slash at the end. */
  readonly storeUrl: (shop: string) => string
  /** Shopify's page that asks the merchant for these scopes. Where Shopify manages the installation it ignores them. */
  authorizeUrl(
    shop: string,
    query: { scopes: readonly string[]; state: string; to: string },
  ): string
  /** Shopify's page that starts an installation; without a shop it asks for one. */
  installUrl(store?: StoreInAdmin): string
  /** Shopify's page that asks for optional scopes of the app's configuration. It leads to the app in the store's admin. */
  permissionUrl(shop: string, scopes: readonly string[]): string
  /** The app's page inside Shopify's admin. */
  appUrl(store: StoreInAdmin): string
  /** https://shopify.dev/docs/apps/build/online-store/theme-app-extensions/configuration, 'Deep linking'. */
  themeEditor(shop: string): ThemeEditor
}

export function createStoreAddresses({
  apiKey,
  scopes,
  adminUrl,
  storeUrl: pattern,
}: {
  apiKey: string
  scopes: readonly string[]
  adminUrl: string
  /** With `{shop}` in it. */
  storeUrl: string
}): StoreAddresses {
  const isDemo = adminUrl !== SHOPIFY_ADMIN
  const storeUrl = (shop: string) => pattern.replace('{shop}', shop)
  return {
    isDemo,
    adminUrl,
    appBridgeUrl: isDemo
      ? `${adminUrl}/app-bridge.js`
      : 'https://cdn.shopify.com/shopifycloud/app-bridge.js',
    storeUrl,
    authorizeUrl(shop, { scopes: wanted, state, to }) {
      const query = new URLSearchParams({
        client_id: apiKey,
        scope: wanted.join(','),
        redirect_uri: to,
        state,
      })
      return `${storeUrl(shop)}/admin/oauth/authorize?${query.toString()}`
    },
    installUrl: (store) =>
      store
        ? `${adminUrl}/store/${adminHandleOf(store)}/oauth/install?client_id=${apiKey}`
        : `${adminUrl}/oauth/install?client_id=${apiKey}`,
    permissionUrl(shop, wanted) {
      const query = new URLSearchParams({
        client_id: apiKey,
        scope: scopes.join(','),
        optional_scopes: wanted.join(','),
      })
      return `${storeUrl(shop)}/admin/oauth/install?${query.toString()}`
    },
    appUrl: (store) => `${adminUrl}/store/${adminHandleOf(store)}/apps/${apiKey}`,
    themeEditor: (shop) => ({
      url: `${storeUrl(shop)}/admin/themes/current/editor`,
      client_id: apiKey,
    }),
  }
}
