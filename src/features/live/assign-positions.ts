// Gives committed events their places in the order that every process reads.
import { findLiveWindow, updateLivePositions } from '#data/live/live-events.ts'
import type { Deps } from '../deps.ts'

export const assignPositions = (deps: Deps): Promise<void> => updateLivePositions(deps.db)

/** Where a process that has just started begins to read. */
export async function readNewestPosition(deps: Deps): Promise<number> {
  const { newest } = await findLiveWindow(deps.db.queries)
  return newest
}
