// What a screen has missed since the last event it knows of, or that this can no longer be said.
import { approvedMember, type Actor } from '#domain/accounts/access.ts'
import type { LiveEvent } from '#domain/live/live-events.ts'
import {
  findLiveWindow,
  listOrganizationEvents,
  updateLivePositions,
} from '#data/live/live-events.ts'
import type { Deps } from '../deps.ts'
import { completeEvents } from './complete-events.ts'

/** Reading everything anew is cheaper than more than this. */
const MISSED_MAX = 1000

export type Resumed = {
  /** False where events are lacking: older than what is kept, too many, or after a place that never was. */
  isComplete: boolean
  missed: LiveEvent[]
  /** Everything up to here is known, or given up. */
  position: number
}

/** Without `after` the screen knows nothing yet, and misses nothing. */
export async function resumeEvents(
  deps: Deps,
  actor: Actor | undefined,
  after: number | undefined,
): Promise<Resumed> {
  const { organizationId } = approvedMember(actor)
  const { queries } = deps.db
  if (after === undefined) {
    // What was committed before this moment is no news, also where its place is a moment late.
    await updateLivePositions(deps.db)
    const { newest } = await findLiveWindow(queries)
    return { isComplete: true, missed: [], position: newest }
  }
  const placed = await deps.db.readForOrganization(organizationId, (tx) =>
    listOrganizationEvents(tx, organizationId, after, MISSED_MAX + 1),
  )
  // Asked afterwards: had the sweep come in between, it would show here.
  const { oldest, newest } = await findLiveWindow(queries)
  const isKept = after <= newest && after >= (oldest ?? 1) - 1
  if (!isKept || placed.length > MISSED_MAX) {
    return { isComplete: false, missed: [], position: newest }
  }
  const missed = placed.length > 0 ? await completeEvents(deps, organizationId, placed) : []
  return { isComplete: true, missed, position: placed.at(-1)?.position ?? after }
}
