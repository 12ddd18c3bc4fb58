// Deletes invitations after the period in which nobody is invited twice, and ended runs some days after they began.
import { RETENTION } from '#domain/retention/retention.ts'
import { RUN_KEPT_DAYS } from '#domain/store/job-invitations.ts'
import { deleteOldInvitationsToApply } from '#data/store/job-invitations.ts'
import { believedTime } from '#data/retention/judge-time.ts'
import type { Deps } from '../deps.ts'

export async function sweepJobInvitations(deps: Deps): Promise<void> {
  const time = await believedTime(deps)
  if (!time) return
  const invited = time.monthsAgo(RETENTION.invitationMonths)
  const begun = time.ago(RUN_KEPT_DAYS * 86_400)
  await deleteOldInvitationsToApply(deps.db.queries, { invited, begun })
}
