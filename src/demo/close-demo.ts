// Closes the demo when other machines can reach its database: its passwords are in the source code.
import { findAccountScope } from '#data/accounts/actors.ts'
import { insertLiveEvents } from '#data/live/live-events.ts'
import { updateJobsClosed } from '#data/jobs/closing-jobs.ts'
import { deleteAllSessions } from '#data/accounts/sessions.ts'
import { findIsBanned, findUserByEmail, updateUser } from '#data/accounts/users.ts'
import type { Deps } from '#features/deps.ts'
import { demoOwner, demoStaff } from './demo-shop.ts'

const HUNDRED_YEARS_MS = 100 * 365.25 * 86_400_000

/** Suspends the demo's accounts and deactivates its jobs. Returns true when something was still open. */
export async function closeDemo(deps: Deps): Promise<boolean> {
  let isChanged = false
  for (const { email } of [demoOwner, demoStaff]) {
    const user = await findUserByEmail(deps.db.queries, email)
    if (!user || (await findIsBanned(deps.db.queries, user.id))) continue
    const scope = await findAccountScope(deps.db.queries, { user_id: user.id })
    await deps.db.transaction(async (tx) => {
      const banned_until = new Date(deps.clock.now().getTime() + HUNDRED_YEARS_MS)
      await updateUser(tx, user.id, { banned_until })
      await deleteAllSessions(tx, user.id)
      if (!scope?.organization_id) return
      const closed = await updateJobsClosed(tx, scope.organization_id, 'all')
      await insertLiveEvents(tx, scope.organization_id, 'jobs.changed', closed)
    })
    isChanged = true
  }
  return isChanged
}
