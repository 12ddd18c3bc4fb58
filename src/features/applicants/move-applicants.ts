// Staff move many applicants at once.
import { randomUUID } from 'node:crypto'
import { approvedMember, type Actor } from '#domain/accounts/access.ts'
import type { BatchAnswer, BulkMove } from '#domain/applicants/applicant-batches.ts'
import { canMove, statusLabel, type ApplicantStatus } from '#domain/applicants/applicants.ts'
import { AppError } from '#domain/errors.ts'
import { t } from '#domain/texts/text.ts'
import type { OrganizationId } from '#domain/organizations/organization-id.ts'
import { cancelMailRows } from '#data/applicants/applicant-mails.ts'
import { listApplicantsForUpdate, updateApplicantStatuses } from '#data/applicants/applicants.ts'
import { insertAuditEvents } from '#data/audit/audit.ts'
import type { Tx } from '#data/database.ts'
import { insertStatusChanges } from '#data/applicants/status-changes.ts'
import type { Deps } from '../deps.ts'
import { refuseFullQueue, scheduleRejectionMails, scheduledSendTime } from './status-mails.ts'
import { workThroughSelection, type BatchDone } from './work-through-selection.ts'

/** Moves those that may move; returns a reason for the rest. */
export async function moveApplicants(
  deps: Deps,
  actor: Actor | undefined,
  input: BulkMove,
  key?: string,
): Promise<BatchAnswer> {
  const { organizationId, userId: by } = approvedMember(actor)
  if (input.mail && input.status !== 'rejected') {
    throw new AppError('server.invalid', { values: { message: t('input.onlyRejectionsMailed') } })
  }
  if (input.mail) {
    await deps.db.readForOrganization(organizationId, (db) =>
      refuseFullQueue(deps, db, organizationId),
    )
  }
  // A repeated request finds the change by the same id.
  const batchId = key ?? randomUUID()
  const sendAt = scheduledSendTime(deps.clock.now())
  let mails = 0
  const move = async (tx: Tx, ids: readonly string[]) => {
    const done = await moveLocked(tx, organizationId, ids, {
      to: input.status,
      seen: 'seen' in input ? input.seen : undefined,
      changedBy: by,
      batchId,
    })
    if (input.mail) {
      mails += await scheduleRejectionMails(deps, tx, organizationId, {
        ...done,
        batchId,
        sendAt,
        by,
        words: input.words,
      })
    }
    return done
  }
  const answer = await workThroughSelection(
    deps,
    organizationId,
    input,
    move,
    key === undefined ? undefined : { key, act: `${by} moves many to ${input.status}` },
  )
  return {
    ...answer,
    batch_id: answer.changed.length > 0 ? batchId : null,
    ...(input.mail && { mails: { count: mails, send_at: sendAt.toISOString() } }),
  }
}

type Move = {
  to: ApplicantStatus
  seen: Readonly<Record<string, ApplicantStatus>> | undefined
  changedBy: string | null
  batchId: string | null
}

/** Moves applicants in a transaction that holds their locks. `changes` has the id of each applicant's status change. */
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
