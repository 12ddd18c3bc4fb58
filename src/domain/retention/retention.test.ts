// The day of an application's deletion, and when a deletion needs a confirmation.
import { describe, expect, test } from 'vitest'
import { addDays, deletionDay, needsConfirmation, waitsUntil, type Waited } from './retention.ts'

// shows: 9-27
describe('the day of deletion', () => {
  test.each([
    ['2026-01-15T12:00:00Z', '2026-07-15'],
    ['2026-08-31T12:00:00Z', '2027-02-28'],
    ['2027-08-31T12:00:00Z', '2028-02-29'],
    ['2026-10-31T12:00:00Z', '2027-04-30'],
    ['2026-07-01T00:00:00Z', '2027-01-01'],
    // The day is that of UTC, whatever the clocks of a country do.
    ['2026-03-29T00:59:59.999Z', '2026-09-29'],
    ['2026-03-28T23:59:59.999Z', '2026-09-28'],
    ['2026-03-29T01:30:00+02:00', '2026-09-28'],
  ])('of %s is %s', (createdAt, day) => {
    expect(deletionDay(createdAt)).toBe(day)
  })
})

test('days are counted across months and years', () => {
  expect(addDays('2026-12-25', 14)).toBe('2027-01-08')
  expect(addDays('2027-03-01', -1)).toBe('2027-02-28')
})

test.each([
  [0, 0, false],
  [1, 1, false],
  [19, 20, false],
  [20, 20, true],
  [20, 99, true],
  [20, 100, false],
  [21, 100, true],
])('%i of %i asks first: %s', (due, total, asks) => {
  expect(needsConfirmation(due, total)).toBe(asks)
})

test.each<[Waited, string | null]>([
  [{ waited_days: 0, waited_on: null }, '2026-03-09'],
  [{ waited_days: 1, waited_on: '2026-03-02' }, '2026-03-09'],
  [{ waited_days: 6, waited_on: '2026-03-01' }, '2026-03-03'],
  [{ waited_days: 7, waited_on: '2026-03-02' }, '2026-03-03'],
  // The eighth day: it goes on.
  [{ waited_days: 7, waited_on: '2026-03-01' }, null],
])('a deletion that has waited %j goes on by itself on %s', (waited, day) => {
  expect(waitsUntil(20, 50, waited, '2026-03-02')).toBe(day)
})
