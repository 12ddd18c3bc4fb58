// A visit to `/`: the rules say where it goes; the way back from the store is finished on the spot, because its signature is good for seconds.
import type { Actor } from '#domain/accounts/access.ts'
import { AppError } from '#domain/errors.ts'
import type { TextCode } from '#domain/texts/text.ts'
import {
  decideEntry,
  handleOfCallback,
  queryAfterCallback,
  shopOfVisit,
  type Visit,
} from '#domain/store/store-entry.ts'
import { readShop } from '#domain/store/store.ts'
import { deleteStoreInstall } from '#data/store/store-installs.ts'
import { findKeptSession } from '#data/store/store-sessions.ts'
import { hashOf } from '#gateways/secrets.ts'
import type { Deps } from '../deps.ts'
import { beginInstall } from './begin-install.ts'
import { finishInstall } from './finish-install.ts'

export type Entered = {
  /** An address of ours or of the store's admin. */
  go: string
  /** The whole window leaves, not only the frame. */
  is_top: boolean
  /** An installation was begun: for the cookie of this browser. */
  state?: string
  /** Why an installation failed; the address alone says only that it did. */
  reason?: TextCode
}

/** `sentTo`: the shop this browser was sent to install just now; `state` is its cookie of a begun installation. */
export async function enter(
  deps: Deps,
  actor: Actor | undefined,
  visit: Visit,
  { state, sentTo }: { state: string | undefined; sentTo: string | undefined },
): Promise<Entered> {
  const entry = decideEntry(visit, await isInstalled(deps, shopOfVisit(visit)))
  if (visit.query.error && state && state === visit.query.state) {
    // The store said no: what was begun has ended.
    await deleteStoreInstall(deps.db.queries, hashOf(state), deps.clock.now())
  }
  if (entry.kind === 'page') return { go: addressOf(entry.path, entry.query), is_top: false }
  const app = deps.stores?.app
  if (!app) return { go: '/shopify-install', is_top: false }
  if (entry.kind === 'grant') {
    // The platform does not manage this app's installation and sent the visit back: then the app asks by itself.
    if (entry.shop && entry.shop === sentTo) {
      const begun = await beginInstall(deps, actor, {
        shop: entry.shop,
        redirect_uri: `${deps.appUrl}/`,
      })
      return { go: begun.install_url, is_top: true, state: begun.state }
    }
    return { go: app.installUrl(entry.shop), is_top: true }
  }
  try {
    await finishInstall(deps, actor, { query: entry.query, state })
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    const what = 'an installation failed'
    if (!deps.warnOfOutside(error, what)) deps.log.warn({ err: error }, what)
    const go = addressOf('/shopify-install', { error: 'oauth_exchange_failed' })
    return { go, is_top: false, reason: error.code }
  }
  const handle = handleOfCallback(entry.query)
  return handle
    ? { go: app.appUrl(readShop(handle) ?? ''), is_top: true }
    : { go: addressOf('/shopify-embed', queryAfterCallback(entry.query)), is_top: false }
}

async function isInstalled(deps: Deps, shop: string | undefined): Promise<boolean> {
  const kept = shop ? await findKeptSession(deps.db.queries, shop) : undefined
  return kept?.access_token_sealed != null && !kept.uninstalled_at
}

function addressOf(path: string, query: Record<string, string>): string {
  const text = new URLSearchParams(query).toString()
  return text ? `${path}?${text}` : path
}
