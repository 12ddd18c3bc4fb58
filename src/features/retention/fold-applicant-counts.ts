// The kept counts grow by a row for each change; this puts the rows of one kind together, and the sum stays.
import { updateApplicantCounts } from '#data/applicants/applicants.ts'
import { updateCvSpace } from '#data/cvs/cv-space.ts'
import type { Deps } from '../deps.ts'

export async function foldApplicantCounts(deps: Deps): Promise<void> {
  await updateApplicantCounts(deps.db.queries)
  await updateCvSpace(deps.db.queries)
}
