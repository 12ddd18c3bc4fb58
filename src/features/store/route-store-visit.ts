// Decides where a visit to `/` goes. An OAuth callback is finished immediately, because its signature expires after seconds.
import type { Actor } from '#domain/accounts/access.ts'
import { AppError } from '#domain/errors.ts'
import type { TextCode } from '#domain/texts/text.ts'
import {
  decideEntry,
  isSentToInstall,
  queryAfterCallback,
  shopOfVisit,
  type Visit,
} from '#domain/store/store-entry.ts'
import { optionalScopes, scopesOf, storeInAdmin, type OptionalScope } from '#domain/store/store.ts'
import { deleteStoreInstall } from '#data/store/store-installs.ts'
import { findStoredSession } from '#data/store/store-sessions.ts'
import { hashOf } from '#gateways/secrets.ts'
import type { Deps } from '../deps.ts'
import { beginInstall } from './begin-install.ts'
import { finishInstall } from './finish-install.ts'

export type Entered = {
  /** URL on this server or in Shopify's admin. */
  go: string
  /** Navigates the whole window, not only the frame. */
  is_top: boolean
  /** The state of a started installation, for the cookie. */
  state?: string
  /** Why an installation failed; not part of the URL. */
  reason?: TextCode
}

type Browser = Readonly<{
  state: string | undefined
  sentTo: string | undefined
  permissionAsked: { shop: string; scope: OptionalScope } | undefined
}>

/**
 * Cookies of the browser. `sentTo`: the shop whose installation it was just redirected to; `permissionAsked`: the shop
 * whose merchant was just sent to give this permission; `state`: the cookie of a started installation.
 */
export async function routeStoreVisit(
  deps: Deps,
  actor: Actor | undefined,
  visit: Visit,
  { state, sentTo, permissionAsked }: Browser,
): Promise<Entered> {
  const shop = shopOfVisit(visit)
  const entry = decideEntry(visit, await isInstalled(deps, shop))
  if (visit.query.error && state && state === visit.query.state) {
    // The merchant declined: the installation ends.
    await deleteStoreInstall(deps.db.queries, hashOf(state), deps.clock.now())
  }
  if (shop && shop === permissionAsked?.shop && isSentToInstall(visit)) {
    // Shopify does not manage this app's installation: the OAuth flow asks for the missing scope. Scopes that the
    // request does not name are lost.
    const granted = scopesOf((await findStoredSession(deps.db.queries, shop))?.scope ?? '')
    const kept = optionalScopes.filter((scope) => granted.includes(scope))
    return begin(deps, actor, shop, [...new Set([permissionAsked.scope, ...kept])])
  }
  if (entry.kind === 'page') return { go: addressOf(entry.path, entry.query), is_top: false }
  const app = deps.stores?.app
  if (!app) return { go: '/shopify-install', is_top: false }
  if (entry.kind === 'grant') {
    // Shopify does not manage this app's installation and sent the visitor back: start the OAuth flow ourselves.
    if (entry.store && entry.store.shop === sentTo) {
      return begin(deps, actor, entry.store.shop)
    }
    return { go: app.installUrl(entry.store), is_top: true }
  }
  try {
    await finishInstall(deps, actor, { query: entry.query, state })
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    const what = 'an installation failed'
    if (!deps.warnOfExternalFailure(error, what)) deps.log.warn({ err: error }, what)
    const go = addressOf('/shopify-install', { error: 'oauth_exchange_failed' })
    return { go, is_top: false, reason: error.code }
  }
  const store = storeInAdmin(entry.query)
  return store
    ? { go: app.appUrl(store), is_top: true }
    : { go: addressOf('/shopify-embed', queryAfterCallback(entry.query)), is_top: false }
}

/** The OAuth flow, which ends at `/` and from there in the store's admin. */
async function begin(
  deps: Deps,
  actor: Actor | undefined,
  shop: string,
  scopes: readonly string[] = [],
): Promise<Entered> {
  const redirect_uri = `${deps.appUrl}/`
  const begun = await beginInstall(deps, actor, { shop, scopes, redirect_uri })
  return { go: begun.install_url, is_top: true, state: begun.state }
}

async function isInstalled(deps: Deps, shop: string | undefined): Promise<boolean> {
  const kept = shop ? await findStoredSession(deps.db.queries, shop) : undefined
  return kept?.access_token_sealed != null && !kept.uninstalled_at
}

function addressOf(path: string, query: Record<string, string>): string {
  const text = new URLSearchParams(query).toString()
  return text ? `${path}?${text}` : path
}
