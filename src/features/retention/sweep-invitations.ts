// Invitations that are over hold an address nobody needs any more.
import { deleteOldInvitations } from '#data/invitations.ts'
import type { Deps } from '../deps.ts'

export const sweepInvitations = (deps: Deps): Promise<number> =>
  deleteOldInvitations(deps.db.queries, deps.clock.now())
