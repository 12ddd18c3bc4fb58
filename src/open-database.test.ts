import { setTimeout as wait } from 'node:timers/promises'
import { afterEach, expect, test, vi } from 'vitest'
import { freePort } from '#test/e2e/program.ts'
import { DatabaseAway } from './operator/failure-sentences.ts'
import { openDatabase, openPatiently } from './open-database.ts'

const PATIENCE = { firstMs: 20, longestMs: 80, allMs: 500 }

afterEach(() => vi.useRealTimers())

test('a server that is not there is away, and may come', async () => {
  const url = `postgres://127.0.0.1:${await freePort()}/shop`
  const opening = openDatabase({ databaseUrl: url, dataDir: '' })
  await expect(opening).rejects.toThrow(DatabaseAway)
  await expect(opening).rejects.toMatchObject({ passes: true })
})

test.each([
  { attemptMs: 0, triedAt: [0, 20, 60, 140, 220, 300, 380, 460, 500] },
  // The pauses stand between the attempts, and the last one is what is left of the time.
  { attemptMs: 30, triedAt: [0, 50, 120, 230, 340, 450, 500] },
])(
  'a server that does not come is waited for with growing pauses, and then said: attempts of $attemptMs milliseconds',
  async ({ attemptMs, triedAt }) => {
    // A busy machine is late, and its timers are early by a part of a millisecond: the pauses are those of a clock that the test moves.
    vi.useFakeTimers({ toFake: ['setTimeout', 'performance'], fakeNodeBuiltins: true })
    const began = performance.now()
    const away = new DatabaseAway(
      'postgres://shop@db/shop',
      Object.assign(new Error(), { code: 'ECONNREFUSED' }),
    )
    const reasons: string[] = []
    const tries: number[] = []
    const open = async () => {
      tries.push(performance.now() - began)
      await wait(attemptMs)
      throw away
    }
    const opening = openPatiently(open, (reason) => reasons.push(reason), PATIENCE)
    const failed = expect(opening).rejects.toBe(away)
    await vi.runAllTimersAsync()
    await failed
    expect(tries).toEqual(triedAt)
    expect(reasons).toEqual([expect.stringContaining('does not answer. Start it')])
  },
)

test('a server that refuses is not waited for', async () => {
  let tries = 0
  const refused = new DatabaseAway(
    'postgres://shop@db/shop',
    Object.assign(new Error(), { code: '28P01' }),
  )
  const open = () => {
    tries += 1
    return Promise.reject(refused)
  }
  await expect(openPatiently(open, () => {}, PATIENCE)).rejects.toBe(refused)
  expect(tries).toBe(1)
})
