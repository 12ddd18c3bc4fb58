// Which time deletions believe, walked look by look: a server looks each minute while it runs.
import { expect, test } from 'vitest'
import { lookAtTime, monthsBefore, type TimeDoubt, type TimeMark } from './deletion-time.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR
const START = Date.UTC(2026, 10, 28, 12)

/** A server with a clock that can be set wrong and be switched off. */
function server() {
  let real = START
  let wrong = 0
  let mark: TimeMark | undefined
  let doubt: TimeDoubt | undefined
  const look = () => {
    ;({ mark, doubt } = lookAtTime(mark, real + wrong))
    return doubt?.about
  }
  return {
    look,
    set: (milliseconds: number) => (wrong = milliseconds),
    off: (milliseconds: number) => (real += milliseconds),
    /** Runs this long; what was in doubt in any of the looks. */
    run(milliseconds: number) {
      const seen = new Set<string | undefined>()
      for (let left = milliseconds; left > 0; left -= MINUTE) {
        real += MINUTE
        seen.add(look())
      }
      return [...seen]
    },
    confirm: () => (mark = { seen: real + wrong, looked: real + wrong, steadySeconds: 0 }),
  }
}

const running = () => {
  const it = server()
  it.run(HOUR)
  return it
}

test('a server that runs believes its clock from the first look on', () => {
  expect(server().look()).toBeUndefined()
  expect(running().run(2 * DAY)).toEqual([undefined])
})

test.each([
  ['a restart', 5 * MINUTE, [undefined]],
  ['a night', 5 * HOUR, [undefined]],
  ['a weekend', 60 * HOUR, ['ahead', undefined]],
])('after %s off it goes on by itself, at most six hours later', (_, off, seen) => {
  const it = running()
  it.off(off)
  expect(it.run(6 * HOUR + MINUTE)).toEqual(seen)
  expect(it.run(DAY)).toEqual([undefined])
})

test('six hours of steady running are six hours in all, through restarts', () => {
  const it = running()
  it.off(2 * DAY)
  for (let start = 0; start < 6; start++) {
    expect(it.run(HOUR - MINUTE)).toEqual(['ahead'])
    it.off(5 * MINUTE)
  }
  expect(it.run(10 * MINUTE)).toContain(undefined)
})

test.each([
  ['a month off', 30 * DAY],
  ['a clock forty days ahead', 40 * DAY],
])('%s waits for a person, however long it runs', (_, ahead) => {
  const it = running()
  it.set(ahead)
  expect(it.run(10 * DAY)).toEqual(['ahead'])
  it.confirm()
  expect(it.run(DAY)).toEqual([undefined])
})

test('a clock that was ahead and is right again is believed at once', () => {
  const it = running()
  it.set(40 * DAY)
  expect(it.run(2 * DAY)).toEqual(['ahead'])
  it.set(0)
  expect(it.run(DAY)).toEqual([undefined])
  it.set(DAY)
  expect(it.run(5 * HOUR)).toEqual(['ahead'])
  it.set(0)
  expect(it.run(DAY)).toEqual([undefined])
})

test('an hour ahead is believed; back again, deletions wait for that hour', () => {
  const it = running()
  it.set(HOUR)
  expect(it.run(2 * HOUR)).toEqual([undefined])
  it.set(0)
  expect(it.run(50 * MINUTE)).toEqual(['behind'])
  expect(it.run(HOUR)).toContain(undefined)
})

test('a clock that goes on jumping is never steady', () => {
  const it = running()
  for (let jump = 1; jump <= 6; jump++) {
    it.set((jump % 2 ? 1 : 2) * DAY)
    expect(it.run(3 * HOUR)).toEqual(['ahead'])
  }
})

test('a clock behind is believed when it reaches the time that was seen, or by a person', () => {
  const one = running()
  one.set(-DAY)
  expect(one.run(DAY - 10 * MINUTE)).toEqual(['behind'])
  expect(one.run(HOUR)).toContain(undefined)
  const other = running()
  other.set(-DAY)
  expect(other.run(HOUR)).toEqual(['behind'])
  other.confirm()
  expect(other.run(HOUR)).toEqual([undefined])
})

test.each([
  ['2026-08-31T12:00:00.000Z', 6, '2026-02-28T12:00:00.000Z'],
  ['2028-08-30T12:00:00.000Z', 6, '2028-02-29T12:00:00.000Z'],
  ['2026-05-31T00:00:00.000Z', 3, '2026-02-28T00:00:00.000Z'],
  // Over both changes of the hour.
  ['2026-04-15T01:30:00.000Z', 6, '2025-10-15T01:30:00.000Z'],
  ['2026-11-15T01:30:00.000Z', 6, '2026-05-15T01:30:00.000Z'],
  ['2028-02-29T00:00:00.000Z', 12, '2027-02-28T00:00:00.000Z'],
])('%s, %d months before, is %s', (now, months, then) => {
  expect(monthsBefore(new Date(now), months).toISOString()).toBe(then)
})
