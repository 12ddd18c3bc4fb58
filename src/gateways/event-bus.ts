// Hands events to whoever listens in this process, wherever they were made.
import type { LiveEvent, PlacedEvent, ToldEvent } from '#domain/events.ts'

type AllListener = (events: readonly ToldEvent[]) => void
type Listener = (events: readonly LiveEvent[]) => void
type Stop = () => void

export type EventBus = {
  /** Each event of every organization once, and those of this process at the moment of their commit. */
  listenToAll(listener: AllListener): Stop
  /** One organization's events, complete and in the order of their places. */
  listen(organizationId: string, listener: Listener): Stop
  hasListeners(organizationId: string): boolean
  /** What this process has just committed. */
  committed(events: readonly ToldEvent[]): void
  /** What was read in the order of places, and of it what is listened for. */
  passOn(placed: readonly PlacedEvent[], live: ReadonlyMap<string, readonly LiveEvent[]>): void
}

export function createEventBus(): EventBus {
  const allListeners = new Set<AllListener>()
  const listeners = new Map<string, Set<Listener>>()
  /** Told when they were committed here, and not again when they come back with a place. */
  const toldHere = new Set<number>()

  const tellAll = (events: readonly ToldEvent[]) => {
    if (events.length > 0) for (const listener of allListeners) listener(events)
  }
  return {
    listenToAll(listener) {
      allListeners.add(listener)
      return () => allListeners.delete(listener)
    },
    listen(organizationId, listener) {
      const set = listeners.get(organizationId) ?? new Set()
      listeners.set(organizationId, set.add(listener))
      return () => {
        set.delete(listener)
        if (set.size === 0 && listeners.get(organizationId) === set) {
          listeners.delete(organizationId)
        }
      }
    },
    hasListeners: (organizationId) => listeners.has(organizationId),
    committed(events) {
      for (const { id } of events) toldHere.add(id)
      tellAll(events)
    },
    passOn(placed, live) {
      tellAll(placed.filter(({ id }) => !toldHere.delete(id)))
      for (const [organizationId, events] of live) {
        for (const listener of listeners.get(organizationId) ?? []) listener(events)
      }
    },
  }
}
