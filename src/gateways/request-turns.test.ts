// Concurrent requests of organizations.
import { setTimeout as wait } from 'node:timers/promises'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createRequestTurns, type RequestTurns } from './request-turns.ts'

let turns: RequestTurns
let seconds: number
/** What was let in, in order, and how each of it ends its turn. */
let begun: string[]
let ends: Map<string, () => void>
beforeEach(() => {
  seconds = 0
  turns = createRequestTurns(() => seconds * 1000)
  begun = []
  ends = new Map()
})

afterEach(() => {
  vi.useRealTimers()
})

async function ask(organization: string, name: string): Promise<void> {
  const end = await turns.take(organization)
  begun.push(name)
  ends.set(name, end)
}
/** So that a turn can go on to the next. */
const goOn = () => wait(1)

test('an organization that asks alone has eight in hand, in the order in which they came', async () => {
  const names = Array.from({ length: 10 }, (_, each) => `noisy ${each}`)
  const asked = names.map((name) => ask('noisy', name))
  await goOn()
  expect(begun).toEqual(names.slice(0, 8))
  ends.get('noisy 3')?.()
  await goOn()
  expect(begun).toEqual(names.slice(0, 9))
  for (const name of names) ends.get(name)?.()
  await Promise.all(asked)
  expect(begun).toEqual(names)
})

test('beside others it has one, and they do not wait for the rest', async () => {
  await ask('quiet', 'quiet 0')
  ends.get('quiet 0')?.()
  const asked = ['noisy 0', 'noisy 1', 'noisy 2'].map((name) => ask('noisy', name))
  await ask('quiet', 'quiet 1')
  expect(begun).toEqual(['quiet 0', 'noisy 0', 'quiet 1'])
  for (const name of ['noisy 0', 'noisy 1', 'noisy 2']) {
    ends.get(name)?.()
    // A turn ends once.
    ends.get(name)?.()
    await goOn()
  }
  await Promise.all(asked)
  expect(begun.slice(3)).toEqual(['noisy 1', 'noisy 2'])
})

test('an organization that was quiet for ten seconds is no other any more', async () => {
  await ask('quiet', 'quiet 0')
  seconds = 9
  const asked = [ask('noisy', 'noisy 0'), ask('noisy', 'noisy 1')]
  await goOn()
  expect(begun).toEqual(['quiet 0', 'noisy 0'])
  seconds = 11
  ends.get('noisy 0')?.()
  await Promise.all(asked)
  await Promise.all([ask('noisy', 'noisy 2'), ask('noisy', 'noisy 3')])
  expect(begun.slice(2)).toEqual(['noisy 1', 'noisy 2', 'noisy 3'])
})

test('what takes long gives its turn to the next', async () => {
  await ask('quiet', 'quiet 0')
  await ask('noisy', 'an upload')
  await ask('noisy', 'noisy 1')
  expect(begun).toEqual(['quiet 0', 'an upload', 'noisy 1'])
  // Its turn is over already: its end is no second one.
  ends.get('an upload')?.()
  const asked = [ask('noisy', 'noisy 2'), ask('noisy', 'noisy 3')]
  ends.get('noisy 1')?.()
  await goOn()
  expect(begun.slice(3)).toEqual(['noisy 2'])
  ends.get('noisy 2')?.()
  await Promise.all(asked)
})

test('who waits for five seconds is refused', async () => {
  vi.useFakeTimers()
  await ask('quiet', 'quiet 0')
  // Each has its turn for 50 milliseconds and does not end it.
  const refused: unknown[] = []
  for (let each = 0; each <= 110; each++) {
    ask('noisy', `noisy ${each}`).catch((error: unknown) => refused.push(error))
  }
  await vi.advanceTimersByTimeAsync(4999)
  expect(refused).toEqual([])
  await vi.advanceTimersByTimeAsync(1)
  expect(refused).toContainEqual(
    expect.objectContaining({ code: 'organization.busy', retryAfter: 5 }),
  )
  expect(begun).toContain('noisy 90')
  expect(begun).not.toContain('noisy 110')
})
