// Telling open screens what has been committed.
import { expect, test } from 'vitest'
import type { LiveEvent } from '#domain/events.ts'
import { createEventBus } from './event-bus.ts'

test('every listener hears every event until it stops, in order', () => {
  const bus = createEventBus()
  const heard: string[] = []
  const stops = Array.from({ length: 50 }, (_, index) =>
    bus.listen((event) => heard.push(`${index} ${event.organization_id}`)),
  )
  const event = (organization_id: string): LiveEvent => ({
    name: 'jobs.changed',
    organization_id,
    data: { id: '1' },
  })
  bus.emit(event('a'))
  expect(heard).toHaveLength(50)
  for (const stop of stops.slice(1)) stop()
  bus.emit(event('b'))
  stops[0]?.()
  bus.emit(event('c'))
  expect(heard.slice(50)).toEqual(['0 b'])
})
