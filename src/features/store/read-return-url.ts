// Where an applicant continues after the application: the shop's own site, if known.
import { careersHref } from '#domain/careers/careers-pages.ts'
import type { OrganizationId } from '#domain/organizations/organization-id.ts'
import { findOrganization } from '#data/organizations/organizations.ts'
import { listStorePages } from '#data/store/store-pages.ts'
import { findConnectedStore } from '#data/store/store-sessions.ts'
import type { Deps } from '../deps.ts'
import { storeRootOf, pageUrlOf } from './pages/open-store.ts'

/** URL of the store's careers page, else of the store's front page, else of the careers pages here. */
export async function readReturnUrl(deps: Deps, organizationId: OrganizationId): Promise<string> {
  const { stores } = deps
  const found = await deps.db.readForOrganization(organizationId, async (tx) => {
    const store = stores && (await findConnectedStore(tx, organizationId))
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
