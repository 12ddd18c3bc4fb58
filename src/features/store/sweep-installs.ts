// Deletes unfinished installations and unused claims.
import { deleteEndedInstalls } from '#data/store/store-installs.ts'
import { believedTime } from '#data/retention/judge-time.ts'
import type { Deps } from '../deps.ts'

export async function sweepInstalls(deps: Deps): Promise<void> {
  const time = await believedTime(deps)
  if (time) await deleteEndedInstalls(deps.db.queries, time.now)
}
