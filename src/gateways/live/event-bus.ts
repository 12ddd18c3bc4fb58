// Hands events to whoever listens in this process, wherever they were made.
import type { LiveEvent, PositionedEvent, PublishedEvent } from '#domain/live/live-events.ts'
import type { OrganizationId } from '#domain/organizations/organization-id.ts'

type Listener = (event: PublishedEvent) => void
type OrganizationListener = (events: readonly LiveEvent[]) => void
type Stop = () => void

export type EventBus = {
  /** Each event of every organization once, and those of this process at the moment of their commit. */
  listen(listener: Listener): Stop
  /** One organization's events, complete and in the order of their places. */
  listenFor(organizationId: OrganizationId, listener: OrganizationListener): Stop
  hasListeners(organizationId: OrganizationId): boolean
  /** What this process has just committed. */
  committed(events: readonly PublishedEvent[]): void
  /** What was read in the order of places, and of it what is listened for. */
  passOn(placed: readonly PositionedEvent[], live: ReadonlyMap<string, readonly LiveEvent[]>): void
}

export function createEventBus(): EventBus {
  const listeners = new Set<Listener>()
  const organizations = new Map<string, Set<OrganizationListener>>()
  /** Told when they were committed here, and not again when they come back with a place. */
  const toldHere = new Set<number>()

  const tellAll = (events: readonly PublishedEvent[]) => {
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
    committed(events) {
      for (const { id } of events) toldHere.add(id)
      tellAll(events)
    },
    passOn(placed, live) {
      tellAll(placed.filter(({ id }) => !toldHere.delete(id)))
      for (const [organizationId, events] of live) {
        for (const listener of organizations.get(organizationId) ?? []) listener(events)
      }
    },
  }
}
