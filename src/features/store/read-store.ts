// The connected store for the screens: its name and state, never its token.
import { approvedMember, ownOrganization, type Actor } from '#domain/accounts/access.ts'
import { AppError } from '#domain/errors.ts'
import {
  readShop,
  scopesOf,
  scopesToGive,
  themeProblemsOf,
  type StoreAppView,
  type StoreSession,
  type StoreView,
} from '#domain/store/store.ts'
import { countStorePages } from '#data/store/store-pages.ts'
import { listLivingStores, type ConnectedStore } from '#data/store/store-sessions.ts'
import type { Deps } from '../deps.ts'
import { findShownStore, listShownStores } from '#data/store/shown-store.ts'
import { jobsUrlOf } from './pages/open-store.ts'

export async function readStore(deps: Deps, actor: Actor | undefined): Promise<StoreView> {
  const { organizationId } = approvedMember(actor)
  const { shown, living, page_count } = await deps.db.readForOrganization(
    organizationId,
    async (tx) => {
      const shown = await findShownStore(tx, organizationId, actor?.store)
      const { store } = shown
      return {
        shown,
        living: await listShownStores(tx, organizationId, actor?.store),
        page_count: store ? await countStorePages(tx, organizationId, store.shop) : 0,
      }
    },
  )
  const { store, choices, ended: removed } = shown
  const app = deps.stores?.app
  return {
    is_configured: app !== undefined,
    is_demo: app?.isDemo ?? false,
    choices: choices.map(({ shop, shop_name }) => ({ shop, shop_name })),
    store: store ? shownStore(store) : null,
    theme_problems: themeProblemsOf(living),
    removed_shop: removed?.shop ?? null,
    removed_because: removed
      ? removed.disconnected_at
        ? 'store.disconnected'
        : 'store.uninstalled'
      : null,
    admin_url: app && store ? app.appUrl(store) : null,
    theme_editor: app && store ? app.themeEditor(store.shop) : null,
    store_url: app && store ? app.storeUrl(store.shop) : null,
    jobs_url: deps.stores && store ? jobsUrlOf(deps.stores, store) : null,
    page_count,
    missing_scopes: app && store ? scopesToGive(scopesOf(store.scope)) : [],
  }
}

/** Without what only links need. */
const shownStore = ({
  shop,
  scope,
  connected_at,
  shop_name,
  currency,
  primary_domain,
  is_alive,
}: ConnectedStore): NonNullable<StoreView['store']> => ({
  shop,
  scope,
  connected_at,
  shop_name,
  currency,
  primary_domain,
  is_alive,
})

/**
 * The Shopify app for the connect page, signed in or not. `shop` comes from the visitor and is only a name: what its admin calls it, its own
 * members are told alone.
 */
export async function readStoreApp(
  { stores, db }: Deps,
  actor: Actor | undefined,
  shop: string,
): Promise<StoreAppView> {
  const named = readShop(shop)
  const own = actor?.is_approved ? ownOrganization(actor) : null
  const living =
    named && own ? await db.readForOrganization(own, (tx) => listLivingStores(tx, own)) : []
  const store = living.find((one) => one.shop === named)
  return {
    is_configured: stores !== undefined,
    is_demo: stores?.app.isDemo ?? false,
    scopes: stores?.app.scopes ?? [],
    distribution: stores?.app.distribution ?? 'custom',
    install_url: stores?.app.installUrl() ?? null,
    admin_url:
      stores && named ? stores.app.appUrl(store ?? { shop: named, admin_handle: null }) : null,
  }
}

/** The session of the organization's own store. Throws AppError store.sessionMissing for any other. */
export async function readStoreSession(
  deps: Deps,
  actor: Actor | undefined,
  shop: string,
): Promise<StoreSession> {
  const { store } = await readStore(deps, actor)
  if (!store || store.shop !== readShop(shop)) throw new AppError('store.sessionMissing')
  return { shop: store.shop, scope: store.scope, connected_at: store.connected_at }
}

/** The action 'store' (docs/specification.md §7.3): confirms the connection; throws AppError store.sessionRefused without one. */
export async function confirmStoreSession(
  deps: Deps,
  actor: Actor | undefined,
  shop: string,
): Promise<StoreSession> {
  return readStoreSession(deps, actor, shop).catch((error: unknown) => {
    const isMissing = error instanceof AppError && error.code === 'store.sessionMissing'
    throw isMissing ? new AppError('store.sessionRefused') : error
  })
}
