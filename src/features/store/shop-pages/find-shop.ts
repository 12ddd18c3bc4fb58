// Finds the shop of a signed request from Shopify.
import type { Organization } from '#domain/organizations/organizations.ts'
import { findOrganizationByShop } from '#data/organizations/organizations.ts'
import { listLivingStores } from '#data/store/store-sessions.ts'
import type { Deps } from '../../deps.ts'

/** Undefined for a shop that does not have the app, or that no organization has connected. */
export async function findShopOfCall(
  { db }: Deps,
  shop: string,
): Promise<{ organization: Organization; primaryDomain: string | null } | undefined> {
  const organization = await findOrganizationByShop(db.queries, shop)
  if (!organization) return undefined
  const stores = await db.readForOrganization(organization.id, (tx) =>
    listLivingStores(tx, organization.id),
  )
  const primaryDomain = stores.find((store) => store.shop === shop)?.primary_domain ?? null
  return { organization, primaryDomain }
}
