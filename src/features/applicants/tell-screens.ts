// Tells open screens that staff have changed some applicants.
import type { ApplicantRow } from '#domain/applicants.ts'
import type { Deps } from '../deps.ts'

/** Beyond this a screen that reads its list anew is quicker than one that is told of each person. */
const TOLD_ONE_BY_ONE = 20

/** After the commit, never before. */
export function tellScreens(
  deps: Deps,
  organizationId: string,
  rows: readonly ApplicantRow[],
): void {
  if (rows.length > TOLD_ONE_BY_ONE) {
    deps.events.emit({
      name: 'applicants.changed',
      organization_id: organizationId,
      data: { count: rows.length },
    })
    return
  }
  for (const applicant of rows) {
    deps.events.emit({
      name: 'applicant.updated',
      organization_id: organizationId,
      data: { applicant },
    })
  }
}
