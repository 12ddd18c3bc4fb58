// The events that a screen has missed since its last known position, or that they are no longer available.
import { approvedMember, type Actor } from '#domain/accounts/access.ts'
import type { LiveEvent } from '#domain/live/live-events.ts'
import {
  findLiveWindow,
  listOrganizationEvents,
  updateLivePositions,
} from '#data/live/live-events.ts'
import type { Deps } from '../deps.ts'
import { completeEvents } from './complete-events.ts'

/** Above this number, a full reload is cheaper. */
const MISSED_MAX = 1000

export type Resumed = {
  /** False when events are missing: already deleted, too many, or an unknown position. */
  isComplete: boolean
  missed: LiveEvent[]
  /** The position up to which `missed` is complete, or from which to continue after a reload. */
  position: number
}

/** Without `after` the screen has just loaded, so it missed no events. */
export async function resumeEvents(
  deps: Deps,
  actor: Actor | undefined,
  after: number | undefined,
): Promise<Resumed> {
  const { organizationId } = approvedMember(actor)
  const { queries } = deps.db
  if (after === undefined) {
    // Assigns positions to events committed before now, so that they are not sent as new.
    await updateLivePositions(deps.db)
    const { newest } = await findLiveWindow(queries)
    return { isComplete: true, missed: [], position: newest }
  }
  const placed = await deps.db.readForOrganization(organizationId, (tx) =>
    listOrganizationEvents(tx, organizationId, after, MISSED_MAX + 1),
  )
  // Read after the events, to detect a sweep in between.
  const { oldest, newest } = await findLiveWindow(queries)
  const isKept = after <= newest && after >= (oldest ?? 1) - 1
  if (!isKept || placed.length > MISSED_MAX) {
    return { isComplete: false, missed: [], position: newest }
  }
  const missed = placed.length > 0 ? await completeEvents(deps, organizationId, placed) : []
  return { isComplete: true, missed, position: placed.at(-1)?.position ?? after }
}
