// Redirects an owner to grant an optional scope of their store.
import { approvedOwner, type Actor } from '#domain/accounts/access.ts'
import { AppError } from '#domain/errors.ts'
import { meantStore } from '#domain/store/meant-store.ts'
import { scopesOf, scopesToGive, type OptionalScope } from '#domain/store/store.ts'
import { listLivingStores } from '#data/store/store-sessions.ts'
import type { Deps } from '../deps.ts'

/**
 * For one scope, or all that parts of the product wait for. The platform's own page: an address of the OAuth flow would be ignored when
 * the platform manages the installation. Throws AppError store.notConfigured, store.notConnected, store.choose,
 * organization.ownerRequired.
 */
export async function requestPermission(
  deps: Deps,
  actor: Actor | undefined,
  scope?: OptionalScope,
): Promise<{ shop: string; go: string }> {
  const { organizationId } = approvedOwner(actor)
  if (!deps.stores) throw new AppError('store.notConfigured')
  const { app } = deps.stores
  const living = await deps.db.readForOrganization(organizationId, (tx) =>
    listLivingStores(tx, organizationId),
  )
  const store = meantStore(living, actor?.store)
  if (store === 'choose') throw new AppError('store.choose')
  if (!store) throw new AppError('store.notConnected')
  const missing = scope ? [scope] : scopesToGive(scopesOf(store.scope))
  return { shop: store.shop, go: app.permissionUrl(store.shop, missing) }
}
