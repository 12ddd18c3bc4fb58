// The owner of a shop takes it out of an organization that somebody else brought it to. What the organization has stays with it; what it
// wrote into the shop becomes the new organization's, which writes it again.
import type { OrganizationId } from '#domain/organizations/organization-id.ts'
import { insertAuditEvent } from '#data/audit/audit.ts'
import type { Tx } from '#data/database.ts'
import { insertLiveEvents } from '#data/live/live-events.ts'
import { deletePeopleOfStore, deleteSessionsOfStore } from '#data/store/store-people.ts'
import { deleteStoreRemoval } from '#data/store/store-removals.ts'
import { updateStoreReleased } from '#data/store/store-sessions.ts'
import { cancelStoreSync } from '#data/store/store-syncs.ts'

/** Nobody of the organization comes in by this shop any more. Call it in the transaction that gives the shop to another one. */
export async function takeOut(tx: Tx, organizationId: OrganizationId, shop: string): Promise<void> {
  await deleteSessionsOfStore(tx, organizationId, shop)
  await deletePeopleOfStore(tx, organizationId, shop)
  await deleteStoreRemoval(tx, organizationId, shop)
  await cancelStoreSync(tx, { organizationId, shop })
  await updateStoreReleased(tx, organizationId, shop)
  await insertAuditEvent(tx, organizationId, {
    actor_id: null,
    action: 'store.disconnected',
    resource_type: 'store',
    resource_id: shop,
    details: { by: 'shop_owner' },
  })
  await insertLiveEvents(tx, organizationId, 'store.changed', [organizationId])
}
