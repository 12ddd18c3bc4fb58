// Tests the store: whether it answers, which scopes it grants, and whether visitors can open the shop.
import { approvedMember, type Actor } from '#domain/accounts/access.ts'
import { scopesToGive } from '#domain/store/store.ts'
import { updateStoreProtection } from '#data/store/store-syncs.ts'
import { storeState } from '#gateways/store/shopify-operations.ts'
import type { Deps } from '../../deps.ts'
import { updateGrantedScopes } from '../update-granted-scopes.ts'
import { openStore } from './open-store.ts'

export type ConnectionTest = {
  shop: string
  shop_name: string
  missing_scopes: string[]
  is_password_protected: boolean
}

/** Throws the errors of `Stores.ask`; stores the scopes it has read. */
export async function testConnection(
  deps: Deps,
  actor: Actor | undefined,
): Promise<ConnectionTest> {
  const { organizationId } = approvedMember(actor)
  const store = await openStore(deps, organizationId, actor?.store)
  const { onlineStore, currentAppInstallation, shop } = await store.ask(storeState)
  const isProtected = onlineStore.passwordProtection.enabled
  const scopes = currentAppInstallation.accessScopes.map(({ handle }) => handle)
  await updateGrantedScopes(deps, store.shop, scopes, deps.clock.now())
  await deps.db.forOrganization(organizationId, (tx) =>
    updateStoreProtection(tx, { organizationId, shop: store.shop }, isProtected),
  )
  return {
    shop: store.shop,
    shop_name: shop.name,
    missing_scopes: scopesToGive(scopes),
    is_password_protected: isProtected,
  }
}
