// Deletes invitations after the period in which nobody is invited twice, and ended runs some days after they began.
import { RETENTION } from '#domain/retention/retention.ts'
import { RUN_KEPT_DAYS } from '#domain/store/job-invitations.ts'
import { deleteOldInvitationsToApply } from '#data/store/job-invitations.ts'
import type { Deps } from '../deps.ts'

export async function sweepJobInvitations({ db, clock }: Deps): Promise<void> {
  const invited = clock.now()
  invited.setUTCMonth(invited.getUTCMonth() - RETENTION.invitationMonths)
  const begun = new Date(clock.now().getTime() - RUN_KEPT_DAYS * 86_400_000)
  await deleteOldInvitationsToApply(db.queries, { invited, begun })
}
