// The trail of applications that went because a store asked for it, and what open screens hear of them.
import { insertAuditEvents } from '#data/audit/audit.ts'
import type { Tx } from '#data/database.ts'
import type { ApplicationToErase } from '#data/retention/erasures.ts'
import { insertLiveEvents } from '#data/live/live-events.ts'
import type { OrganizationId } from '#domain/organizations/organization-id.ts'

export async function noteRemoval(
  tx: Tx,
  organizationId: OrganizationId,
  applications: readonly ApplicationToErase[],
): Promise<void> {
  const ids = applications.map(({ id }) => id)
  await insertAuditEvents(
    tx,
    organizationId,
    ids.map((id) => ({
      actor_id: null,
      action: 'applicant.data_removed',
      resource_type: 'applicant',
      resource_id: id,
    })),
  )
  await insertLiveEvents(tx, organizationId, 'applicant.deleted', ids)
}
