// Invitations that have been over for a while hold an address nobody needs any more.
import { INVITATION_KEPT_DAYS } from '#domain/organizations/organizations.ts'
import { deleteOldInvitations } from '#data/organizations/invitations.ts'
import type { Deps } from '../deps.ts'

export const sweepInvitations = (deps: Deps): Promise<number> =>
  deleteOldInvitations(
    deps.db.queries,
    new Date(deps.clock.now().getTime() - INVITATION_KEPT_DAYS * 86_400_000),
  )
