// Stored counts get a new row for each change; this merges the rows of the same kind without changing the sums.
import { updateApplicantCounts } from '#data/applicants/applicant-counts.ts'
import { firstOfWeeks } from '#domain/overview/overview.ts'
import { updateCvSpace } from '#data/cvs/cv-space.ts'
import { updateApplicantDays, updateApplicantWeeks } from '#data/overview/overview.ts'
import type { Deps } from '../deps.ts'

export async function foldApplicantCounts(deps: Deps): Promise<void> {
  await updateApplicantCounts(deps.db.queries)
  await updateApplicantWeeks(deps.db.queries, firstOfWeeks(deps.clock.now()))
  await updateApplicantDays(deps.db.queries)
  await updateCvSpace(deps.db.queries)
}
