// Stored counts get a new row for each change; this merges the rows of the same kind without changing the sums.
import { updateApplicantCounts } from '#data/applicants/applicant-counts.ts'
import { updateCvSpace } from '#data/cvs/cv-space.ts'
import { updateApplicantDays, updateApplicantWeeks } from '#data/overview/overview.ts'
import { believedTime } from '#data/retention/judge-time.ts'
import type { Deps } from '../deps.ts'

export async function foldApplicantCounts(deps: Deps): Promise<void> {
  await updateApplicantCounts(deps.db.queries)
  const time = await believedTime(deps)
  await updateApplicantWeeks(deps.db.queries, time?.now)
  await updateApplicantDays(deps.db.queries)
  await updateCvSpace(deps.db.queries)
}
