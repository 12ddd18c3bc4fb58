// Where an applicant continues after the application: the shop's own site, if known.
import { careersHref } from '#domain/careers/careers-pages.ts'
import type { Grant } from '#domain/verification/verification.ts'
import { findOrganization } from '#data/organizations/organizations.ts'
import { listStorePages } from '#data/store/store-pages.ts'
import { listLivingStores } from '#data/store/store-sessions.ts'
import { findShopOfVerification } from '#data/verification/verification.ts'
import type { Deps } from '../deps.ts'
import { storeRootOf, pageUrlOf } from './pages/open-store.ts'

/**
 * URL of the store's careers page, else of the store's front page, else of the careers pages here. Of several stores it is the one by
 * which the person came, else the one that was connected last.
 */
export async function readReturnUrl(
  deps: Deps,
  { organization_id: organizationId, verification_id: verificationId }: Grant,
): Promise<string> {
  const { stores } = deps
  const found = await deps.db.readForOrganization(organizationId, async (tx) => {
    const shop = await findShopOfVerification(tx, organizationId, verificationId)
    const living = stores ? await listLivingStores(tx, organizationId) : []
    const store = living.find((one) => one.shop === shop) ?? living[0]
    return store && { store, pages: await listStorePages(tx, organizationId, store.shop) }
  })
  if (!stores || !found) {
    const organization = await findOrganization(deps.db.queries, organizationId)
    return organization ? careersHref(organization) : '/'
  }
  const { shop, primary_domain } = found.store
  const careers = found.pages.find(({ kind }) => kind === 'careers')
  return careers
    ? pageUrlOf(stores, shop, primary_domain, careers.handle)
    : storeRootOf(stores, shop, primary_domain)
}
