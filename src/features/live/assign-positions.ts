// Assigns positions to committed live events: the order in which every process reads them.
import { findLiveWindow, updateLivePositions } from '#data/live/live-events.ts'
import type { Deps } from '../deps.ts'

export const assignPositions = (deps: Deps): Promise<void> => updateLivePositions(deps.db)

/** The position at which a new process starts to read. */
export async function readNewestPosition(deps: Deps): Promise<number> {
  const { newest } = await findLiveWindow(deps.db.queries)
  return newest
}
