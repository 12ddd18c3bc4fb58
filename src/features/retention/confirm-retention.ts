// An owner confirms a deletion that is too large to run automatically.
import { approvedOwner, type Actor } from '#domain/accounts/access.ts'
import { AppError } from '#domain/errors.ts'
import { addDays, dayOf, RETENTION, waitsUntil } from '#domain/retention/retention.ts'
import { insertAuditEvent } from '#data/audit/audit.ts'
import {
  countExpiring,
  findRetentionStateLocked,
  updateRetentionState,
} from '#data/retention/retention.ts'
import { believedTime } from '#data/retention/judge-time.ts'
import type { Deps } from '../deps.ts'
import { deleteThrough } from './delete-expired.ts'

/** Confirms at most `seen` deletions, the number shown to the owner. An interrupted deletion continues with the next run. */
export async function confirmRetention(
  deps: Deps,
  actor: Actor | undefined,
  seen: number,
): Promise<{ deleted: number }> {
  const { organizationId, userId } = approvedOwner(actor)
  const time = await believedTime(deps)
  if (!time) throw new AppError('retention.clockWrong')
  const today = dayOf(time.now)
  await deps.db.includingRestricted(organizationId, async (tx) => {
    await findRetentionStateLocked(tx, organizationId)
    const { due, agreed, total, ...waited } = await countExpiring(tx, organizationId, {
      today,
      warned: addDays(today, RETENTION.warningDays),
    })
    if (!waitsUntil(due - agreed, total, waited, today)) throw new AppError('retention.notStopped')
    if (due > seen) throw new AppError('retention.more', { values: { count: due } })
    await updateRetentionState(tx, organizationId, {
      stopped_at: null,
      waited_days: 0,
      confirmed_through: today,
      confirmed_by: userId,
    })
    await insertAuditEvent(tx, organizationId, {
      actor_id: userId,
      action: 'retention.confirmed',
      resource_type: 'organization',
      resource_id: organizationId,
      details: { due, total },
    })
  })
  return { deleted: await deleteThrough(deps, organizationId, { through: today, now: time.now }) }
}
