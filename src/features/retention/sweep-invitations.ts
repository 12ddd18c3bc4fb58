// Deletes invitations some time after they ended, because they contain an email address.
import { INVITATION_KEPT_DAYS } from '#domain/organizations/organizations.ts'
import { deleteOldInvitations } from '#data/organizations/invitations.ts'
import { believedTime } from '#data/retention/judge-time.ts'
import type { Deps } from '../deps.ts'

export async function sweepInvitations(deps: Deps): Promise<void> {
  const time = await believedTime(deps)
  if (time) await deleteOldInvitations(deps.db.queries, time.ago(INVITATION_KEPT_DAYS * 86_400))
}
