// The kept counts grow by a row for each change; this puts the rows of one kind together, and the sum stays.
import { updateApplicantCounts } from '#data/applicants.ts'
import type { Deps } from '../deps.ts'

export const foldApplicantCounts = (deps: Deps): Promise<void> =>
  updateApplicantCounts(deps.db.queries)
