// What would refuse an application whatever is typed: found out before anybody types, for whoever has proved the address.
import type { Grant } from '#domain/verification/verification.ts'
import { findAppliedAt } from '#data/applicants/applicants.ts'
import { findActiveJob } from '#data/jobs/jobs.ts'
import type { Deps } from '../deps.ts'

export type ForeseenRefusal =
  | { code: 'application.duplicate'; appliedAt: string }
  | { code: 'embed.jobClosed' }

/** Only with a grant: nobody else may learn who has applied where. Undefined: nothing is in the way now. */
export async function foreseeRefusal(
  deps: Deps,
  { organization_id, job_post_id, email }: Grant,
): Promise<ForeseenRefusal | undefined> {
  const appliedAt = await deps.db.readForOrganization(organization_id, (tx) =>
    findAppliedAt(tx, organization_id, job_post_id, email),
  )
  // Said first: it is true of a closed job too, and what the person wants to know.
  if (appliedAt) return { code: 'application.duplicate', appliedAt }
  const job = await findActiveJob(deps.db.queries, job_post_id)
  return job ? undefined : { code: 'embed.jobClosed' }
}
