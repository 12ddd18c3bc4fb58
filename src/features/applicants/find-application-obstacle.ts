// Checks, before the form is filled in, for reasons that would refuse the application whatever it contains.
import type { Grant } from '#domain/verification/verification.ts'
import { findAppliedAt } from '#data/applicants/applicants.ts'
import { findActiveJob } from '#data/jobs/jobs.ts'
import type { Deps } from '../deps.ts'

export type ApplicationObstacle =
  | { code: 'application.duplicate'; appliedAt: string }
  | { code: 'embed.jobClosed' }

/** Needs a grant, because it reveals who applied where. Undefined when an application is possible now. */
export async function findApplicationObstacle(
  deps: Deps,
  { organization_id, job_post_id, email }: Grant,
): Promise<ApplicationObstacle | undefined> {
  const appliedAt = await deps.db.readForOrganization(organization_id, (tx) =>
    findAppliedAt(tx, organization_id, job_post_id, email),
  )
  // Checked first: for a closed job this is also the more useful reason.
  if (appliedAt) return { code: 'application.duplicate', appliedAt }
  const job = await findActiveJob(deps.db.queries, job_post_id)
  return job ? undefined : { code: 'embed.jobClosed' }
}
