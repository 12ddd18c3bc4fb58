// An owner publishes a job post.
import { jobCreator, type Actor } from '#domain/accounts/access.ts'
import type { JobInput, JobPost } from '#domain/jobs/jobs.ts'
import { insertAuditEvent } from '#data/audit/audit.ts'
import { insertJob } from '#data/jobs/jobs.ts'
import { insertLiveEvents } from '#data/live/live-events.ts'
import { insertStoreWrites } from '#data/store/store-syncs.ts'
import type { Deps } from '../deps.ts'
import { checkFacts } from './check-facts.ts'

export async function createJob(
  deps: Deps,
  actor: Actor | undefined,
  input: JobInput,
): Promise<JobPost> {
  const { organizationId, userId: createdBy } = jobCreator(actor)
  const job = await deps.db.forOrganization(organizationId, async (tx) => {
    await checkFacts(deps, tx, organizationId, { before: null, changes: input })
    const created = await insertJob(tx, organizationId, createdBy, input)
    await insertAuditEvent(tx, organizationId, {
      actor_id: createdBy,
      action: 'job.created',
      resource_type: 'job_post',
      resource_id: created.id,
    })
    await insertLiveEvents(tx, organizationId, 'jobs.changed', [created.id])
    await insertStoreWrites(tx, organizationId)
    return created
  })
  return job
}
