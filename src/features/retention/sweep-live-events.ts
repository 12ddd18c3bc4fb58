// Deletes old live events: a screen that was disconnected longer reloads everything.
import { deleteLiveEventsBefore } from '#data/live/live-events.ts'
import { believedTime } from '#data/retention/judge-time.ts'
import type { Deps } from '../deps.ts'

const MAX_AGE_SECONDS = 3600

export async function sweepLiveEvents(deps: Deps): Promise<void> {
  const time = await believedTime(deps)
  if (time) await deleteLiveEventsBefore(deps.db.queries, time.ago(MAX_AGE_SECONDS))
}
