// Staff move an applicant along, back, or out.
import { approvedOrganization, type Actor } from '#domain/access.ts'
import {
  canMove,
  wordForStatus,
  type ApplicantRow,
  type ApplicantStatus,
} from '#domain/applicants.ts'
import { AppError } from '#domain/errors.ts'
import { findApplicant, insertStatusChange, updateApplicantStatus } from '#data/applicants.ts'
import { insertAuditEvent } from '#data/audit.ts'
import { insertLiveEvents } from '#data/live-events.ts'
import type { Deps } from '../deps.ts'

/** When someone else moved the applicant first, the refusal says where they are now. */
export async function moveApplicant(
  deps: Deps,
  actor: Actor | undefined,
  id: string,
  to: ApplicantStatus,
): Promise<ApplicantRow> {
  const organizationId = approvedOrganization(actor)
  return deps.db.forOrganization(organizationId, async (tx) => {
    const applicant = await findApplicant(tx, organizationId, id)
    if (!applicant) throw new AppError('applicant.missing')
    const from = applicant.status
    const refused = (status: ApplicantStatus) =>
      new AppError('applicant.moveRefused', { values: { status: wordForStatus[status] } })
    if (!canMove(from, to)) throw refused(from)
    const row = await updateApplicantStatus(tx, organizationId, id, from, to)
    if (!row) {
      const now = await findApplicant(tx, organizationId, id)
      throw now ? refused(now.status) : new AppError('applicant.missing')
    }
    const changedBy = actor?.user_id ?? null
    await insertStatusChange(tx, organizationId, { applicantId: id, from, to, changedBy })
    await insertAuditEvent(tx, organizationId, {
      actor_id: changedBy,
      action: 'applicant.moved',
      resource_type: 'applicant',
      resource_id: id,
      details: { from, to },
    })
    await insertLiveEvents(tx, organizationId, 'applicant.updated', [id])
    return row
  })
}
