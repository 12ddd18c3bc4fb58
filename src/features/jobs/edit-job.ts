// Staff edit, open, close or delete a job post.
import { approvedMember, type Actor } from '#domain/accounts/access.ts'
import { AppError } from '#domain/errors.ts'
import type { JobEditInput, JobPost } from '#domain/jobs/jobs.ts'
import { insertAuditEvent } from '#data/audit/audit.ts'
import { listApplicantsOfJobForUpdate } from '#data/applicants/applicants.ts'
import { deleteJob as deleteJobRow, findJob, updateJob } from '#data/jobs/jobs.ts'
import { insertLiveEvents } from '#data/live/live-events.ts'
import { insertStoreWrites } from '#data/store/store-syncs.ts'
import type { Deps } from '../deps.ts'
import { checkFacts } from './check-facts.ts'

export async function editJob(
  deps: Deps,
  actor: Actor | undefined,
  id: string,
  { revision, ...input }: JobEditInput,
): Promise<JobPost> {
  const { organizationId, userId } = approvedMember(actor)
  const job = await deps.db.forOrganization(organizationId, async (tx) => {
    const changes = Object.keys(input).length > 0
    if (changes) {
      const before = await findJob(tx, organizationId, id)
      if (before) await checkFacts(deps, tx, organizationId, { before, changes: input })
    }
    const edited = changes
      ? await updateJob(tx, organizationId, id, input, revision)
      : await findJob(tx, organizationId, id)
    if (!edited) {
      const isThere = await findJob(tx, organizationId, id)
      throw new AppError(isThere ? 'job.editedMeanwhile' : 'job.missing')
    }
    if (changes) {
      await insertAuditEvent(tx, organizationId, {
        actor_id: userId,
        action: 'job.edited',
        resource_type: 'job_post',
        resource_id: id,
        details: { fields: Object.keys(input).join(', ') },
      })
      await insertLiveEvents(tx, organizationId, 'jobs.changed', [id])
      await insertStoreWrites(tx, organizationId)
    }
    return edited
  })
  return job
}

/** Applicants remain, with the title of the job they applied for. */
export async function deleteJob(deps: Deps, actor: Actor | undefined, id: string): Promise<void> {
  const { organizationId, userId } = approvedMember(actor)
  await deps.db.forOrganization(organizationId, async (tx) => {
    // The deletion takes the job off their rows in any order, which would deadlock with a batch.
    await listApplicantsOfJobForUpdate(tx, organizationId, id)
    if (!(await deleteJobRow(tx, organizationId, id))) throw new AppError('job.missing')
    await insertAuditEvent(tx, organizationId, {
      actor_id: userId,
      action: 'job.deleted',
      resource_type: 'job_post',
      resource_id: id,
    })
    await insertLiveEvents(tx, organizationId, 'jobs.changed', [id])
    await insertStoreWrites(tx, organizationId)
  })
}
