// Staff undo one status change, or all of one batch.
import { approvedMember, type Actor } from '#domain/accounts/access.ts'
import {
  BATCH_SIZE,
  type BatchAnswer,
  type UndoInput,
} from '#domain/applicants/applicant-batches.ts'
import {
  statusBefore,
  UNDO_SECONDS,
  statusLabel,
  type ApplicantRow,
  type ApplicantStatus,
} from '#domain/applicants/applicants.ts'
import { AppError } from '#domain/errors.ts'
import { t } from '#domain/texts/text.ts'
import type { OrganizationId } from '#domain/organizations/organization-id.ts'
import { listApplicantsForUpdate, updateApplicantStatuses } from '#data/applicants/applicants.ts'
import { cancelMailRows } from '#data/applicants/applicant-mails.ts'
import { insertAuditEvents } from '#data/audit/audit.ts'
import type { Tx } from '#data/database.ts'
import {
  insertStatusChanges,
  listLastStatusChanges,
  listStatusChangesToUndo,
  type UndoableChange,
} from '#data/applicants/status-changes.ts'
import type { Deps } from '../deps.ts'
import { runOnce } from './run-once.ts'
import { publishChanges } from './publish-changes.ts'
import type { BatchDone } from './work-through-selection.ts'

/**
 * Applicants that were changed again since stay as they are; the answer has the reason. `key` applies only to the first
 * page of changes: a selection by ids never has more.
 */
export async function undoMoves(
  deps: Deps,
  actor: Actor | undefined,
  which: UndoInput,
  key?: string,
): Promise<BatchAnswer> {
  const { organizationId, userId: changedBy } = approvedMember(actor)
  const answer: BatchAnswer = { batch_id: null, changed: [], refused: [] }
  const action = `${changedBy} undoes ${Object.values(which).join()}`
  let sent = key === undefined ? undefined : { key, action }
  let after: string | undefined = '0'
  let known = 0
  do {
    const page = { after, limit: BATCH_SIZE }
    const undoPage = async (tx: Tx) => {
      const changes = await listStatusChangesToUndo(tx, organizationId, which, page)
      const { rows, refused } = await undoLocked(tx, organizationId, changes, {
        now: deps.clock.now(),
        changedBy,
      })
      await publishChanges(tx, organizationId, rows)
      return {
        changed: rows.map(({ id }) => id),
        refused,
        known: changes.length,
        next: changes.length === BATCH_SIZE ? changes.at(-1)?.seq : undefined,
      }
    }
    const asked = sent
    const batch = await deps.db.forOrganization(organizationId, (tx) =>
      runOnce(deps, tx, organizationId, asked, () => undoPage(tx)),
    )
    answer.changed.push(...batch.changed)
    answer.refused.push(...batch.refused)
    known += batch.known
    after = batch.next
    sent = undefined
  } while (after)
  if (known === 0) throw new AppError('applicant.undoMissing')
  return answer
}

async function undoLocked(
  tx: Tx,
  organizationId: OrganizationId,
  changes: readonly UndoableChange[],
  { now, changedBy }: { now: Date; changedBy: string | null },
): Promise<BatchDone> {
  const ids = changes.map((change) => change.applicant_id)
  // Locks the applicants first: a concurrent move is either complete here or waits for this transaction.
  const found = await listApplicantsForUpdate(tx, organizationId, ids)
  const statuses = new Map(found.map(({ id, status }) => [id, status]))
  const last = new Map(
    (await listLastStatusChanges(tx, organizationId, ids)).map((row) => [row.applicant_id, row]),
  )
  const refused: BatchDone['refused'] = []
  const backTo = new Map<ApplicantStatus, UndoableChange[]>()
  for (const change of changes) {
    const status = statuses.get(change.applicant_id)
    const newest = last.get(change.applicant_id)
    if (!status || !newest) {
      refused.push({ id: change.applicant_id, message: t('applicant.missing') })
      continue
    }
    const before = statusBefore(change, newest, now)
    if (before) backTo.set(before, [...(backTo.get(before) ?? []), change])
    else refused.push({ id: change.applicant_id, message: whyNot(change, newest, status, now) })
  }
  const rows: ApplicantRow[] = []
  for (const [to, together] of backTo) {
    const of = together.map((change) => change.applicant_id)
    rows.push(...(await updateApplicantStatuses(tx, organizationId, of, to)))
    await cancelMailRows(tx, organizationId, { applicant_ids: of })
    await insertStatusChanges(
      tx,
      organizationId,
      together.map((change) => ({
        applicantId: change.applicant_id,
        from: change.to_status,
        to,
        changedBy,
        undoes: change.id,
      })),
    )
    await insertAuditEvents(
      tx,
      organizationId,
      together.map((change) => ({
        actor_id: changedBy,
        action: 'applicant.move_undone',
        resource_type: 'applicant',
        resource_id: change.applicant_id,
        details: { from: change.to_status, to },
      })),
    )
  }
  return { rows, refused }
}

function whyNot(
  change: UndoableChange,
  newest: { id: string },
  status: ApplicantStatus,
  now: Date,
): string {
  const isLate = now.getTime() - new Date(change.changed_at).getTime() > UNDO_SECONDS * 1000
  return newest.id === change.id && isLate
    ? t('applicant.undoLate')
    : t('applicant.undoRefused', { status: statusLabel(status) })
}
