// Finds the shop of a signed request from Shopify.
import type { Organization } from '#domain/organizations/organizations.ts'
import { findOrganizationByShop } from '#data/organizations/organizations.ts'
import { PROXY_PATH, withoutLanguage, type ProxyCall } from '#domain/store/proxy-call.ts'
import { insertStoreWrites } from '#data/store/store-syncs.ts'
import { listLivingStores, updateProxyPath } from '#data/store/store-sessions.ts'
import type { Deps } from '../../deps.ts'

/**
 * Undefined for a shop that does not have the app, or that no organization has connected. A changed address of the app proxy is kept, and
 * everything that names it is written again: only its calls tell of it.
 */
export async function findShopOfCall(
  { db }: Deps,
  { shop, path, hasOthers }: Pick<ProxyCall, 'shop' | 'path' | 'hasOthers'>,
): Promise<{ organization: Organization; primaryDomain: string | null } | undefined> {
  const organization = await findOrganizationByShop(db.queries, shop)
  if (!organization) return undefined
  const stores = await db.readForOrganization(organization.id, (tx) =>
    listLivingStores(tx, organization.id),
  )
  const store = stores.find((each) => each.shop === shop)
  const shown = withoutLanguage(path)
  if (store && !hasOthers && shown !== (store.proxy_path ?? PROXY_PATH)) {
    await db.transaction(async (tx) => {
      await updateProxyPath(tx, organization.id, shop, shown === PROXY_PATH ? null : shown)
      await insertStoreWrites(tx, organization.id)
    })
  }
  return { organization, primaryDomain: store?.primary_domain ?? null }
}
