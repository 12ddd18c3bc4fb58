// An owner disconnects the store: deletes its tokens and keeps all data.
import { approvedOwner, type Actor } from '#domain/accounts/access.ts'
import { AppError } from '#domain/errors.ts'
import { readShop } from '#domain/store/store.ts'
import type { OrganizationId } from '#domain/organizations/organization-id.ts'
import { deleteStorePages, listStorePages } from '#data/store/store-pages.ts'
import { updateStoreDisconnected } from '#data/store/ended-stores.ts'
import { hasOwnerWithOwnAddress } from '#data/store/shop-belongings.ts'
import type { Deps } from '../deps.ts'
import { endConnection } from './end-connection.ts'
import { listShownStores } from '#data/store/shown-store.ts'
import { openStore } from './pages/open-store.ts'
import { withStoreSyncLock } from './pages/store-sync-lock.ts'
import { removePage } from './pages/write-page.ts'
import { removeThemeJobs } from './theme-jobs/write-theme-jobs.ts'

/**
 * With `delete_pages`, first deletes the pages that Storehand created in the store, which is impossible afterwards. If the store
 * refuses one, the store stays connected. Throws AppError store.sessionMissing (no such store connected),
 * store.onlyWayIn, organization.ownerRequired, and for the pages the errors of `StoreApp.ask`.
 */
export async function disconnectStore(
  deps: Deps,
  actor: Actor | undefined,
  { shop: named, delete_pages: deletesPages }: { shop: string; delete_pages: boolean },
): Promise<void> {
  const { organizationId, userId } = approvedOwner(actor)
  const shop = readShop(named)
  const stores = await deps.db.readForOrganization(organizationId, (tx) =>
    listShownStores(tx, organizationId, actor?.store),
  )
  if (!shop || !stores.some((store) => store.shop === shop)) {
    throw new AppError('store.sessionMissing')
  }
  // Connecting it again is done on our own site.
  if (!(await hasOwnerWithOwnAddress(deps.db.queries, organizationId))) {
    throw new AppError('store.onlyWayIn')
  }
  if (deletesPages) await deletePages(deps, organizationId, shop)
  await removeJobs(deps, shop)
  await deps.db.transaction(async (tx) => {
    const isEnded = await updateStoreDisconnected(tx, organizationId, shop, deps.clock.now())
    // Another request disconnected it first.
    if (!isEnded) throw new AppError('store.sessionMissing')
    const event = { actor_id: userId, action: 'store.disconnected' } as const
    await endConnection(tx, { shop, organizationId }, event)
  })
}

/** They would stay as long as the app is installed. A store that refuses is disconnected all the same. */
async function removeJobs(deps: Deps, shop: string): Promise<void> {
  try {
    if (deps.stores) await removeThemeJobs(deps, deps.stores, shop)
  } catch (error) {
    const what = 'the jobs stay in the theme of a store'
    if (!deps.warnOfExternalFailure(error, what, { shop }))
      deps.log.warn({ err: error, shop }, what)
  }
}

async function deletePages(
  deps: Deps,
  organizationId: OrganizationId,
  shop: string,
): Promise<void> {
  const store = await openStore(deps, organizationId, { shop, by: 'admin' })
  await withStoreSyncLock(deps, { organizationId, shop }, async (lock) => {
    const pages = await deps.db.readForOrganization(organizationId, (tx) =>
      listStorePages(tx, organizationId, store.shop),
    )
    for (const { id } of pages) {
      await lock.extend()
      await removePage(store, id)
      await deps.db.forOrganization(organizationId, (tx) =>
        deleteStorePages(tx, organizationId, [id]),
      )
      store.restartDeadline()
    }
  })
}
