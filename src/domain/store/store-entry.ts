// Where a visit to `/` is redirected, by the query that the platform added: the six rules of docs/specification.md §2.2 in order.
import { handleOfHost, readShop, type StoreInAdmin } from './store.ts'

export type Entry =
  | { kind: 'page'; path: '/shopify-embed' | '/shopify-install'; query: Record<string, string> }
  /**
   * The top window is redirected to the page of the store's admin that installs the app; without a shop to the one that
   * asks for it.
   */
  | { kind: 'grant'; store: StoreInAdmin | undefined }
  | { kind: 'callback'; query: Record<string, string> }

export type Visit = {
  query: Readonly<Record<string, string>>
  isFramed: boolean
  /** The referrer, '' when the browser does not send it. */
  referrer: string
}

/** What a store returns when its merchant did not agree (RFC 6749, 4.1.2.1). */
const REFUSED = 'access_denied'

/**
 * The shop of a visit: from `shop`, the internal domain; else from `host`, with the friendly domain; else from the
 * referrer. Never more than a claim.
 */
export function shopOfVisit({ query, referrer }: Visit): string | undefined {
  const byShop = query.shop ? readShop(query.shop) : undefined
  if (byShop) return byShop
  const byHost = query.host ? handleOfHost(query.host) : undefined
  if (byHost) return readShop(byHost)
  const [, handle] =
    /^https:\/\/admin\.shopify\.com\/store\/([a-z0-9][a-z0-9-]*)/.exec(referrer) ?? []
  const [, domain] = /^https:\/\/([a-z0-9][a-z0-9-]*\.myshopify\.com)(?:\/|$)/.exec(referrer) ?? []
  return readShop(handle ?? domain ?? '')
}

export function decideEntry(visit: Visit, isInstalled: boolean): Entry {
  const { query, isFramed } = visit
  const { shop, code, state, host, hmac } = query
  if (!shop && !code && !host && !hmac && query.error !== REFUSED) {
    return isFramed
      ? { kind: 'page', path: '/shopify-embed', query: { dev: 'true' } }
      : { kind: 'page', path: '/shopify-install', query: {} }
  }
  if (query.error && !code) {
    const named = readShop(shop ?? '')
    const error = query.error === REFUSED ? REFUSED : 'oauth_exchange_failed'
    return {
      kind: 'page',
      path: '/shopify-install',
      query: { error, ...(named && { shop: named }) },
    }
  }
  // Every visit of an installed app is signed too: applied literally, this rule would redirect them in a loop.
  if (isSentToInstall(visit) && !isInstalled) {
    return { kind: 'grant', store: storeOfVisit(visit) }
  }
  if (code && shop && state) return { kind: 'callback', query: { ...query } }
  if (host) return { kind: 'page', path: '/shopify-embed', query: { ...query } }
  if (shop && !code) return { kind: 'page', path: '/shopify-install', query: { ...query } }
  return { kind: 'page', path: '/shopify-embed', query: { fallback: 'true' } }
}

/** Signed and outside of the admin's frame: the platform leaves the installation to the app. */
export const isSentToInstall = ({ query: { hmac, code, embedded, id_token: token } }: Visit) =>
  Boolean(hmac) && !code && embedded !== '1' && !token

/** The page that installs has the address that the admin gives this store; which store it is, `shop` says first. */
function storeOfVisit(visit: Visit): StoreInAdmin | undefined {
  const shop = shopOfVisit(visit)
  return shop ? { shop, admin_handle: handleOfHost(visit.query.host ?? '') ?? null } : undefined
}

/** After the callback: the parameters that remain for the admin page. */
export function queryAfterCallback(
  query: Readonly<Record<string, string>>,
): Record<string, string> {
  const { hmac: _, code: __, state: ___, ...rest } = query
  return { ...rest, authenticated: 'true' }
}
