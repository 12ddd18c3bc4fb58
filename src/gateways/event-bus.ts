// Tells open screens of this process what has just been committed.
import { EventEmitter } from 'node:events'
import type { LiveEvent } from '#domain/events.ts'

export type EventBus = {
  emit(event: LiveEvent): void
  /** Every event of every organization; the caller filters. Returns how to stop. */
  listen(listener: (event: LiveEvent) => void): () => void
}

export function createEventBus(): EventBus {
  const emitter = new EventEmitter()
  // One listener per open screen: many are right, not a leak.
  emitter.setMaxListeners(0)
  return {
    emit: (event) => {
      emitter.emit('event', event)
    },
    listen(listener) {
      emitter.on('event', listener)
      return () => emitter.off('event', listener)
    },
  }
}
