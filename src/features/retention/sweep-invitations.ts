// Deletes invitations some time after they ended, because they contain an email address.
import { INVITATION_KEPT_DAYS } from '#domain/organizations/organizations.ts'
import { deleteOldInvitations } from '#data/organizations/invitations.ts'
import type { Deps } from '../deps.ts'

export const sweepInvitations = (deps: Deps): Promise<number> =>
  deleteOldInvitations(
    deps.db.queries,
    new Date(deps.clock.now().getTime() - INVITATION_KEPT_DAYS * 86_400_000),
  )
