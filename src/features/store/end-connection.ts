// Ends a connection, after an uninstall or an owner's request: cancels the sync and updates open screens.
import { insertAuditEvent } from '#data/audit/audit.ts'
import type { Tx } from '#data/database.ts'
import { insertLiveEvents } from '#data/live/live-events.ts'
import { deleteSessionsOfStore } from '#data/store/store-people.ts'
import { deleteStoreRemoval } from '#data/store/store-removals.ts'
import { cancelStoreSync } from '#data/store/store-syncs.ts'
import type { OrganizationId } from '#domain/organizations/organization-id.ts'

/** Call after the deletion of the tokens, in the same transaction. */
export async function endConnection(
  tx: Tx,
  { shop, organizationId }: { shop: string; organizationId: OrganizationId | null },
  event: { actor_id: string | null; action: 'store.uninstalled' | 'store.disconnected' },
): Promise<void> {
  await insertAuditEvent(tx, organizationId, {
    ...event,
    resource_type: 'store',
    resource_id: shop,
  })
  if (!organizationId) return
  await deleteSessionsOfStore(tx, organizationId, shop)
  // A shop that connects again is written into again.
  await deleteStoreRemoval(tx, organizationId, shop)
  await cancelStoreSync(tx, { organizationId, shop })
  await insertLiveEvents(tx, organizationId, 'store.changed', [organizationId])
}
