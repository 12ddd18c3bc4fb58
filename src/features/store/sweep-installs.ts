// Deletes unfinished installations and unused claims.
import { deleteEndedInstalls } from '#data/store/store-installs.ts'
import type { Deps } from '../deps.ts'

export const sweepInstalls = (deps: Deps): Promise<void> =>
  deleteEndedInstalls(deps.db.queries, deps.clock.now())
