// The move of one or many applicants, which is the same for both: rows, history, audit events, and the mails that no longer apply.
import { canMove, statusLabel, type ApplicantStatus } from '#domain/applicants/applicants.ts'
import type { OrganizationId } from '#domain/organizations/organization-id.ts'
import { t } from '#domain/texts/text.ts'
import { cancelMailRows } from '#data/applicants/applicant-mails.ts'
import { listApplicantsForUpdate, updateApplicantStatuses } from '#data/applicants/applicants.ts'
import { insertStatusChanges } from '#data/applicants/status-changes.ts'
import { insertAuditEvents } from '#data/audit/audit.ts'
import type { Tx } from '#data/database.ts'
import type { BatchDone } from './work-through-selection.ts'

type Move = {
  to: ApplicantStatus
  seen: Readonly<Record<string, ApplicantStatus>> | undefined
  changedBy: string | null
  batchId: string | null
}

/** Locks the applicants first. `changes` has the id of each one's status change. */
export async function moveLocked(
  tx: Tx,
  organizationId: OrganizationId,
  ids: readonly string[],
  { to, seen, changedBy, batchId }: Move,
): Promise<BatchDone & { changes: ReadonlyMap<string, string> }> {
  const found = await listApplicantsForUpdate(tx, organizationId, ids)
  const known = new Set(found.map(({ id }) => id))
  const mayMove = ({ id, status, withdrawn_at }: (typeof found)[number]) =>
    withdrawn_at === null && canMove(status, to) && (seen?.[id] ?? status) === status
  const moved = found.filter(mayMove)
  const refused = [
    ...found
      .filter((applicant) => !mayMove(applicant))
      .map(({ id, status, withdrawn_at }) => ({
        id,
        message: withdrawn_at
          ? t('applicant.withdrawn')
          : t('applicant.moveRefused', { status: statusLabel(status) }),
      })),
    ...ids.filter((id) => !known.has(id)).map((id) => ({ id, message: t('applicant.missing') })),
  ]
  if (moved.length === 0) return { rows: [], refused, changes: new Map() }
  const rows = await updateApplicantStatuses(
    tx,
    organizationId,
    moved.map(({ id }) => id),
    to,
  )
  // The mails that waited are about the previous status.
  await cancelMailRows(tx, organizationId, { applicant_ids: moved.map(({ id }) => id) }, 'moved')
  const changes = await insertStatusChanges(
    tx,
    organizationId,
    moved.map(({ id, status }) => ({ applicantId: id, from: status, to, changedBy, batchId })),
  )
  await insertAuditEvents(
    tx,
    organizationId,
    moved.map(({ id, status }) => ({
      actor_id: changedBy,
      action: 'applicant.moved',
      resource_type: 'applicant',
      resource_id: id,
      details: { from: status, to },
    })),
  )
  return { rows, refused, changes }
}
