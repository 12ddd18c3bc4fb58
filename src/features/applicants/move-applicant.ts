// Staff change an applicant's status.
import { approvedMember, type Actor } from '#domain/accounts/access.ts'
import {
  statusLabel,
  type ApplicantStatus,
  type MovedApplicant,
} from '#domain/applicants/applicants.ts'
import { AppError } from '#domain/errors.ts'
import { findApplicant, listApplicantRows } from '#data/applicants/applicants.ts'
import type { Deps } from '../deps.ts'
import { runOnce } from './run-once.ts'
import { moveLocked } from './move-locked.ts'
import { publishChanges } from './publish-changes.ts'

/** Throws AppError applicant.missing, applicant.moveRefused (with the current status, when another person was first). */
export async function moveApplicant(
  deps: Deps,
  actor: Actor | undefined,
  id: string,
  move: { status: ApplicantStatus; from?: ApplicantStatus | undefined },
  key?: string,
): Promise<MovedApplicant> {
  const { organizationId, userId: by } = approvedMember(actor)
  const sent =
    key === undefined ? undefined : { key, action: `${by} moves ${id} to ${move.status}` }
  return deps.db.forOrganization(organizationId, async (tx) => {
    const { change_id } = await runOnce(deps, tx, organizationId, sent, async () => {
      const { rows, changes } = await moveLocked(tx, organizationId, [id], {
        to: move.status,
        seen: move.from && { [id]: move.from },
        changedBy: by,
        batchId: null,
      })
      const change_id = changes.get(id)
      if (change_id) {
        await publishChanges(tx, organizationId, rows)
        return { change_id }
      }
      const now = await findApplicant(tx, organizationId, id)
      if (now?.withdrawn_at) throw new AppError('applicant.withdrawn')
      throw now
        ? new AppError('applicant.moveRefused', { values: { status: statusLabel(now.status) } })
        : new AppError('applicant.missing')
    })
    const [row] = await listApplicantRows(tx, organizationId, [id])
    if (!row) throw new AppError('applicant.missing')
    return { ...row, change_id }
  })
}
