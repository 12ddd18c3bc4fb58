// Opens the connected store of an organization for requests, or throws why it is not connected.
import { AppError } from '#domain/errors.ts'
import { PROXY_PATH } from '#domain/store/proxy-call.ts'
import { PAGES_SCOPE, PROXY_SCOPE, rightOf, scopesOf, whyNoStore } from '#domain/store/store.ts'
import type { PageSite } from '#domain/store/store-page-bodies.ts'
import type { NamedStore } from '#domain/accounts/access.ts'
import { meantStore } from '#domain/store/meant-store.ts'
import type { OrganizationId } from '#domain/organizations/organization-id.ts'
import { findOrganization } from '#data/organizations/organizations.ts'
import { listLivingStores, type ConnectedStore } from '#data/store/store-sessions.ts'
import type { StoreOperation, Stores } from '#gateways/store/shopify.ts'
import type { Deps } from '../../deps.ts'
import { findEndedStore } from '#data/store/shown-store.ts'
import { updateGrantedScopes } from '../update-granted-scopes.ts'

export type OpenStore = {
  shop: string
  scope: string
  organizationName: string
  site: PageSite
  /** Throws the errors of `Stores.ask`, and store.uninstalled when the app was removed. All requests share one deadline. */
  ask: <Answer>(
    operation: StoreOperation<Answer>,
    variables?: Record<string, unknown>,
  ) => Promise<Answer>
  /** Gives the next requests a new deadline: called between the steps of a long sync. */
  restartDeadline: () => void
  pageUrl: (handle: string) => string
}

/**
 * The store that the request is about. Throws AppError: store.notConfigured, store.uninstalled, store.disconnected, store.notConnected,
 * store.choose.
 */
export async function openStore(
  deps: Deps,
  organizationId: OrganizationId,
  named: NamedStore | undefined,
): Promise<OpenStore> {
  const { stores } = deps
  if (!stores) throw new AppError('store.notConfigured')
  const found = await deps.db.readForOrganization(organizationId, async (tx) => ({
    organization: await findOrganization(tx, organizationId),
    store: meantStore(await listLivingStores(tx, organizationId), named),
    ended: await findEndedStore(tx, organizationId, named),
  }))
  if (!found.organization) throw new AppError('dashboard.organizationNotFound')
  if (found.store === 'choose') throw new AppError('store.choose')
  if (!found.store) throw new AppError(whyNoStore(found.ended))
  const { shop, scope, shop_name, primary_domain } = found.store
  let deadline = stores.app.deadline(deps.closing)
  return {
    shop,
    scope,
    organizationName: found.organization.name,
    site: {
      appUrl: deps.appUrl,
      shop,
      shopName: shop_name ?? found.organization.name,
      slug: found.organization.slug,
      proxyUrl: jobsUrlOf(stores, found.store),
      accent: found.organization.accent,
    },
    ask: (operation, variables) =>
      stores.ask(shop, operation, variables, deadline).catch(async (error: unknown) => {
        if (!isAboutPages(error)) throw error
        // The permission was revoked since the last request: the panel offers to grant it again.
        const left = scopesOf(scope).filter((each) => each !== PAGES_SCOPE)
        await updateGrantedScopes(deps, shop, left, deps.clock.now())
        const right = rightOf(PAGES_SCOPE)
        throw new AppError('store.scopeMissing', { values: { right }, cause: error })
      }),
    restartDeadline: () => {
      deadline = stores.app.deadline(deps.closing)
    },
    pageUrl: (handle) => pageUrlOf(stores, shop, primary_domain, handle),
  }
}

/** The platform's error names another scope for pages than the one the app requests. */
const isAboutPages = (error: unknown): boolean =>
  error instanceof AppError &&
  error.code === 'store.scopeMissing' &&
  /(read|write)_(content|online_store_pages)/.test(String(error.cause))

/** A stand-in serves every shop below one URL; a real one has its own domain. */
export const storeRootOf = ({ app }: Stores, shop: string, primaryDomain: string | null): string =>
  app.isDemo ? app.storeUrl(shop) : `https://${primaryDomain ?? shop}`

/** The page of all jobs in the shop's own theme; null where the shop has not let the app show pages there. */
export const jobsUrlOf = (
  stores: Stores,
  {
    shop,
    scope,
    primary_domain,
    proxy_path: path,
  }: Pick<ConnectedStore, 'shop' | 'scope' | 'primary_domain' | 'proxy_path'>,
): string | null =>
  scopesOf(scope).includes(PROXY_SCOPE)
    ? storeRootOf(stores, shop, primary_domain) + (path ?? PROXY_PATH)
    : null

export const pageUrlOf = (
  stores: Stores,
  shop: string,
  primaryDomain: string | null,
  handle: string,
): string => `${storeRootOf(stores, shop, primaryDomain)}/pages/${encodeURIComponent(handle)}`
