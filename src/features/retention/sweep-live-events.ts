// A screen that was away for longer reads everything anew: older events serve nobody.
import { deleteLiveEventsBefore } from '#data/live/live-events.ts'
import type { Deps } from '../deps.ts'

const KEPT_MS = 60 * 60 * 1000

export const sweepLiveEvents = (deps: Deps): Promise<number> =>
  deleteLiveEventsBefore(deps.db.queries, new Date(deps.clock.now().getTime() - KEPT_MS))
