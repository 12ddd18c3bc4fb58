// Scheduled: closes the jobs whose closing day is over, so that staff, the store's pages and every cache are updated.
// Applications are refused from the exact moment: queries compare it with now.
import { insertAuditEvents } from '#data/audit/audit.ts'
import { listOrganizationsClosing, updateJobsClosed } from '#data/jobs/closing-jobs.ts'
import { insertLiveEvents } from '#data/live/live-events.ts'
import { insertStoreWrites } from '#data/store/store-syncs.ts'
import type { Deps } from '../deps.ts'

/** Returns how many were closed. */
export async function closeJobs(deps: Deps): Promise<number> {
  let closed = 0
  for (const organizationId of await listOrganizationsClosing(deps.db.queries)) {
    if (deps.closing.aborted) break
    closed += await deps.db.forOrganization(organizationId, async (tx) => {
      const ids = await updateJobsClosed(tx, organizationId)
      if (ids.length === 0) return 0
      await insertAuditEvents(
        tx,
        organizationId,
        ids.map((id) => ({
          actor_id: null,
          action: 'job.closed',
          resource_type: 'job_post',
          resource_id: id,
        })),
      )
      await insertLiveEvents(tx, organizationId, 'jobs.changed', ids)
      await insertStoreWrites(tx, organizationId)
      return ids.length
    })
  }
  return closed
}
