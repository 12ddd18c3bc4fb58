// Staff move an applicant along, back, or out.
import { approvedOrganization, type Actor } from '#domain/access.ts'
import { wordForStatus, type ApplicantStatus, type MovedApplicant } from '#domain/applicants.ts'
import { AppError } from '#domain/errors.ts'
import { findApplicant } from '#data/applicants.ts'
import type { Deps } from '../deps.ts'
import { moveLocked } from './move-applicants.ts'
import { tellScreens } from './tell-screens.ts'

/** When someone else moved the applicant first, the refusal says where they are now. */
export async function moveApplicant(
  deps: Deps,
  actor: Actor | undefined,
  id: string,
  move: { status: ApplicantStatus; from?: ApplicantStatus | undefined },
): Promise<MovedApplicant> {
  const organizationId = approvedOrganization(actor)
  const { row, changeId } = await deps.db.forOrganization(organizationId, async (tx) => {
    const { rows, changes } = await moveLocked(tx, organizationId, [id], {
      to: move.status,
      seen: move.from && { [id]: move.from },
      changedBy: actor?.user_id ?? null,
      batchId: null,
    })
    const [row] = rows
    const changeId = changes.get(id)
    if (row && changeId) {
      await tellScreens(tx, organizationId, rows)
      return { row, changeId }
    }
    const now = await findApplicant(tx, organizationId, id)
    throw now
      ? new AppError('applicant.moveRefused', { values: { status: wordForStatus[now.status] } })
      : new AppError('applicant.missing')
  })
  return { ...row, change_id: changeId }
}
