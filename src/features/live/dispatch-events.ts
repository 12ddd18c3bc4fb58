// Dispatches the committed events of all processes to the screens connected to this process.
import type { LiveEvent, PositionedEvent } from '#domain/live/live-events.ts'
import type { OrganizationId } from '#domain/organizations/organization-id.ts'
import { listLiveEvents } from '#data/live/live-events.ts'
import type { Deps } from '../deps.ts'
import { completeEvents } from './complete-events.ts'

const BATCH = 1000

/** Starts after the position `after` and returns the last position read. After an error nothing was dispatched; call it again. */
export async function dispatchEvents(deps: Deps, after: number): Promise<number> {
  const placed = await listLiveEvents(deps.db.queries, after, BATCH)
  const last = placed.at(-1)
  if (!last) return after
  const wanted = new Map<OrganizationId, PositionedEvent[]>()
  for (const event of placed) {
    const { organization_id } = event
    if (!deps.events.hasListeners(organization_id)) continue
    const events = wanted.get(organization_id)
    if (events) events.push(event)
    else wanted.set(organization_id, [event])
  }
  const live = new Map<string, LiveEvent[]>()
  for (const [organizationId, events] of wanted) {
    live.set(organizationId, await completeEvents(deps, organizationId, events))
  }
  deps.events.dispatchPositioned(placed, live)
  return placed.length < BATCH ? last.position : dispatchEvents(deps, last.position)
}
