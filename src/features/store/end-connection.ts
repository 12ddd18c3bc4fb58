// The end of a connection, told by the store or wanted by an owner: what waits for the store stops, and open screens see it.
import { insertAuditEvent } from '#data/audit/audit.ts'
import type { Tx } from '#data/database.ts'
import { insertLiveEvents } from '#data/live/live-events.ts'
import { cancelStoreSync } from '#data/store/store-syncs.ts'
import type { OrganizationId } from '#domain/organizations/organization-id.ts'

/** After the tokens went, in the same transaction. */
export async function endConnection(
  tx: Tx,
  { shop, organizationId }: { shop: string; organizationId: OrganizationId | null },
  told: { actor_id: string | null; action: 'store.uninstalled' | 'store.disconnected' },
): Promise<void> {
  await insertAuditEvent(tx, organizationId, {
    ...told,
    resource_type: 'store',
    resource_id: shop,
  })
  if (!organizationId) return
  await cancelStoreSync(tx, organizationId)
  await insertLiveEvents(tx, organizationId, 'store.changed', [organizationId])
}
