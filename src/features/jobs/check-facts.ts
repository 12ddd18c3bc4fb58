// Refuses facts of a job that contradict each other, with errors at the fields concerned.
import { AppError } from '#domain/errors.ts'
import { dayIn, factProblems, noFacts } from '#domain/jobs/job-facts.ts'
import { jobDefaults, type JobEditInput, type JobPost } from '#domain/jobs/jobs.ts'
import type { OrganizationId } from '#domain/organizations/organization-id.ts'
import type { Tx } from '#data/database.ts'
import { findTimeZone } from '#data/organizations/organizations.ts'
import type { Deps } from '../deps.ts'

/** `before`: the saved job that `changes` are for; null for a new one. */
export async function checkFacts(
  { clock }: Deps,
  tx: Tx,
  organizationId: OrganizationId,
  { before, changes }: { before: JobPost | null; changes: Omit<JobEditInput, 'revision'> },
): Promise<void> {
  const given = Object.fromEntries(
    Object.entries(changes).filter(([, value]) => value !== undefined),
  ) as Partial<JobPost>
  const job = { ...noFacts, ...jobDefaults, ...before, ...given }
  const zone = job.closes_on === null ? null : await findTimeZone(tx, organizationId)
  const fields = factProblems(job, { before, today: dayIn(clock.now(), zone) })
  const [message] = Object.values(fields)
  if (message) throw new AppError('application.invalid', { values: { message }, fields })
}
