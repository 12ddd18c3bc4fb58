// Staff move many applicants at once.
import { randomUUID } from 'node:crypto'
import { approvedMember, type Actor } from '#domain/accounts/access.ts'
import type { BatchAnswer, BulkMove } from '#domain/applicants/applicant-batches.ts'
import { AppError } from '#domain/errors.ts'
import { t } from '#domain/texts/text.ts'
import type { Tx } from '#data/database.ts'
import type { Deps } from '../deps.ts'
import { moveLocked } from './move-locked.ts'
import { refuseFullQueue, scheduleRejectionMails, scheduledSendTime } from './mails/status-mails.ts'
import { workThroughSelection } from './work-through-selection.ts'

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
  const move = async (tx: Tx, ids: readonly string[]) => {
    const done = await moveLocked(tx, organizationId, ids, {
      to: input.status,
      seen: 'seen' in input ? input.seen : undefined,
      changedBy: by,
      batchId,
    })
    if (!input.mail) return done
    const mails = await scheduleRejectionMails(deps, tx, organizationId, {
      ...done,
      batchId,
      sendAt,
      by,
      words: input.words,
    })
    return { ...done, mails }
  }
  const { mails, ...answer } = await workThroughSelection(
    deps,
    organizationId,
    input,
    move,
    key === undefined ? undefined : { key, action: `${by} moves many to ${input.status}` },
  )
  return {
    ...answer,
    batch_id: answer.changed.length > 0 ? batchId : null,
    ...(input.mail && { mails: { count: mails, send_at: sendAt.toISOString() } }),
  }
}
