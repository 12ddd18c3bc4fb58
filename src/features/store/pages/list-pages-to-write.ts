// The pages of a store, for those who are about to write into it.
import { AppError } from '#domain/errors.ts'
import type { OrganizationId } from '#domain/organizations/organization-id.ts'
import type { Queries } from '#data/database.ts'
import { listStorePages, type StoredPage } from '#data/store/store-pages.ts'
import { findStoreRemoval } from '#data/store/store-removals.ts'

/** Throws AppError store.emptied after an owner had everything removed from the store. Call it under the lock of the pages. */
export async function listPagesToWrite(
  db: Queries,
  organizationId: OrganizationId,
  shop: string,
): Promise<StoredPage[]> {
  if (await findStoreRemoval(db, organizationId, shop)) throw new AppError('store.emptied')
  return listStorePages(db, organizationId, shop)
}
