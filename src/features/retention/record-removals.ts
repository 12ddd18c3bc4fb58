// Records that applications were deleted, and lets open screens take them off their lists.
import type { OrganizationId } from '#domain/organizations/organization-id.ts'
import { insertAuditEvents } from '#data/audit/audit.ts'
import type { Tx } from '#data/database.ts'
import { insertLiveEvents } from '#data/live/live-events.ts'

/** `expired`: their time was over; `data_removed`: the store asked for it. */
export async function recordRemovals(
  tx: Tx,
  organizationId: OrganizationId,
  ids: readonly string[],
  reason: 'expired' | 'data_removed',
): Promise<void> {
  await insertAuditEvents(
    tx,
    organizationId,
    ids.map((id) => ({
      actor_id: null,
      action: `applicant.${reason}`,
      resource_type: 'applicant',
      resource_id: id,
    })),
  )
  await insertLiveEvents(tx, organizationId, 'applicant.deleted', ids)
}
