// Deletes old live events: a screen that was disconnected longer reloads everything.
import { deleteLiveEventsBefore } from '#data/live/live-events.ts'
import type { Deps } from '../deps.ts'

const MAX_AGE_MS = 60 * 60 * 1000

export const sweepLiveEvents = (deps: Deps): Promise<number> =>
  deleteLiveEventsBefore(deps.db.queries, new Date(deps.clock.now().getTime() - MAX_AGE_MS))
