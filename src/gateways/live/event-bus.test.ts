// Dispatching events to the listeners in this process.
import { expect, test } from 'vitest'
import type { LiveEvent } from '#domain/live/live-events.ts'
import type { OrganizationId } from '#domain/organizations/organization-id.ts'
import { asOrganizationId } from '#test/rows.ts'
import { createEventBus } from './event-bus.ts'

const [a, b] = [asOrganizationId('a'), asOrganizationId('b')]
const event = (id: number, organization_id: OrganizationId): LiveEvent => ({
  id,
  position: id,
  organization_id,
  name: 'jobs.changed',
  subject_id: '1',
  data: '{"id":"1"}',
})
const live = (...events: LiveEvent[]) => Map.groupBy(events, (one) => one.organization_id)

test('every listener hears every event of its organization until it stops, in order', () => {
  const bus = createEventBus()
  const heard: string[] = []
  const stops = Array.from({ length: 50 }, (_, index) =>
    bus.listenFor(index % 2 ? a : b, (events) => {
      for (const { id } of events) heard.push(`${index} ${id}`)
    }),
  )
  const [one, two, three] = [event(1, a), event(2, a), event(3, b)]
  bus.dispatchPositioned([one, two], live(one, two))
  expect(heard).toHaveLength(50)
  expect(heard.slice(0, 4)).toEqual(['1 1', '1 2', '3 1', '3 2'])
  for (const stop of stops.slice(1)) stop()
  expect([bus.hasListeners(a), bus.hasListeners(b)]).toEqual([false, true])
  bus.dispatchPositioned([three], live(three))
  stops[0]?.()
  bus.dispatchPositioned([three], live(three))
  expect(heard.slice(50)).toEqual(['0 3'])
  expect(bus.hasListeners(b)).toBe(false)
})

test('who listens to all hears what was committed here at once, and no event twice', () => {
  const bus = createEventBus()
  const heard: number[] = []
  const stop = bus.listen(({ id }) => heard.push(id))
  const [here, elsewhere] = [event(2, a), event(1, b)]
  bus.dispatchCommitted([here])
  expect(heard).toEqual([2])
  bus.dispatchPositioned([elsewhere, here], new Map())
  expect(heard).toEqual([2, 1])
  stop()
  bus.dispatchCommitted([event(3, a)])
  expect(heard).toEqual([2, 1])
})
