// Removes what is left of installations that were begun and never finished, and claims that nobody took up.
import { deleteEndedInstalls } from '#data/store/store-installs.ts'
import type { Deps } from '../deps.ts'

export const sweepInstalls = (deps: Deps): Promise<void> =>
  deleteEndedInstalls(deps.db.queries, deps.clock.now())
