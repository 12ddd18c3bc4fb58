// An owner ends the connection to their store: its tokens go, and everything that was read or written here stays.
import { approvedOwner, type Actor } from '#domain/accounts/access.ts'
import { AppError } from '#domain/errors.ts'
import { readShop } from '#domain/store/store.ts'
import type { OrganizationId } from '#domain/organizations/organization-id.ts'
import { deleteStorePages, listStorePages } from '#data/store/store-pages.ts'
import { findConnectedStore, updateStoreDisconnected } from '#data/store/store-sessions.ts'
import type { Deps } from '../deps.ts'
import { endConnection } from './end-connection.ts'
import { openStore } from './pages/open-store.ts'
import { withStoreSync } from './pages/take-turns.ts'
import { removePage } from './pages/write-page.ts'

/**
 * With `delete_pages` the pages that Storehand made go from the store first: afterwards nobody here could. Where the store
 * refuses one, nothing is disconnected. Throws AppError store.sessionMissing where the organization has no such store
 * connected, organization.ownerRequired, and for the pages what asking a store throws.
 */
export async function disconnectStore(
  deps: Deps,
  actor: Actor | undefined,
  { shop: named, delete_pages: deletesPages }: { shop: string; delete_pages: boolean },
): Promise<void> {
  const { organizationId, userId } = approvedOwner(actor)
  const shop = readShop(named)
  const store = await deps.db.readForOrganization(organizationId, (tx) =>
    findConnectedStore(tx, organizationId),
  )
  if (!shop || store?.shop !== shop) throw new AppError('store.sessionMissing')
  if (deletesPages) await deletePages(deps, organizationId)
  await deps.db.transaction(async (tx) => {
    const isEnded = await updateStoreDisconnected(tx, organizationId, shop, deps.clock.now())
    // Another window was faster.
    if (!isEnded) throw new AppError('store.sessionMissing')
    const told = { actor_id: userId, action: 'store.disconnected' } as const
    await endConnection(tx, { shop, organizationId }, told)
  })
}

async function deletePages(deps: Deps, organizationId: OrganizationId): Promise<void> {
  const store = await openStore(deps, organizationId)
  await withStoreSync(deps, organizationId, async (turn) => {
    const pages = await deps.db.readForOrganization(organizationId, (tx) =>
      listStorePages(tx, organizationId, store.shop),
    )
    for (const { id } of pages) {
      await turn.goOn()
      await removePage(store, id)
      await deps.db.forOrganization(organizationId, (tx) =>
        deleteStorePages(tx, organizationId, [id]),
      )
      store.goOn()
    }
  })
}
