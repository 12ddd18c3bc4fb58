// Dispatches live events, from this or another process, to the listeners in this process.
import type { LiveEvent, PositionedEvent, PublishedEvent } from '#domain/live/live-events.ts'
import type { OrganizationId } from '#domain/organizations/organization-id.ts'

type Listener = (event: PublishedEvent) => void
type OrganizationListener = (events: readonly LiveEvent[]) => void
type Stop = () => void

export type EventBus = {
  /** Each event of every organization once; events of this process directly at their commit. */
  listen(listener: Listener): Stop
  /** All events of one organization, in the order of their positions. */
  listenFor(organizationId: OrganizationId, listener: OrganizationListener): Stop
  hasListeners(organizationId: OrganizationId): boolean
  /** Dispatches events that this process has just committed. */
  dispatchCommitted(events: readonly PublishedEvent[]): void
  /**
   * Dispatches events that were read from the database in the order of their positions; listeners of organizations get
   * `live`.
   */
  dispatchPositioned(
    placed: readonly PositionedEvent[],
    live: ReadonlyMap<string, readonly LiveEvent[]>,
  ): void
}

export function createEventBus(): EventBus {
  const listeners = new Set<Listener>()
  const organizations = new Map<string, Set<OrganizationListener>>()
  /** Ids dispatched at their commit, so that they are not dispatched again when they arrive with a position. */
  const dispatchedIds = new Set<number>()

  const dispatchAll = (events: readonly PublishedEvent[]) => {
    for (const event of events) for (const listener of listeners) listener(event)
  }
  return {
    listen(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    listenFor(organizationId, listener) {
      const set = organizations.get(organizationId) ?? new Set()
      organizations.set(organizationId, set.add(listener))
      return () => {
        set.delete(listener)
        if (set.size === 0 && organizations.get(organizationId) === set) {
          organizations.delete(organizationId)
        }
      }
    },
    hasListeners: (organizationId) => organizations.has(organizationId),
    dispatchCommitted(events) {
      for (const { id } of events) dispatchedIds.add(id)
      dispatchAll(events)
    },
    dispatchPositioned(placed, live) {
      dispatchAll(placed.filter(({ id }) => !dispatchedIds.delete(id)))
      for (const [organizationId, events] of live) {
        for (const listener of organizations.get(organizationId) ?? []) listener(events)
      }
    },
  }
}
