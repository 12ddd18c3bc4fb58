import { expect, test } from 'vitest'
import { freePort } from '#test/e2e/program.ts'
import { DatabaseAway } from './operator/failure-sentences.ts'
import { openDatabase, openPatiently } from './open-database.ts'

const PATIENCE = { firstMs: 20, longestMs: 80, allMs: 500 }

test('a server that does not come is waited for with growing pauses, and then said', async () => {
  const url = `postgres://127.0.0.1:${await freePort()}/shop`
  const reasons: string[] = []
  const tries: number[] = []
  const open = () => {
    tries.push(performance.now())
    return openDatabase({ databaseUrl: url, dataDir: '' })
  }
  const opening = openPatiently(open, (reason) => reasons.push(reason), PATIENCE)
  await expect(opening).rejects.toThrow(DatabaseAway)
  expect(reasons).toEqual([expect.stringContaining('does not answer. Start it')])
  // An attempt may be slow: only the pauses between them have a least length. The last is what is left of the time.
  expect(performance.now() - tries[0]!).toBeGreaterThanOrEqual(PATIENCE.allMs - 1)
  expect(tries.length).toBeGreaterThan(1)
  const pauses = tries.slice(1).map((at, place) => at - tries[place]!)
  for (const [place, pause] of pauses.slice(0, -1).entries()) {
    const least = Math.min(PATIENCE.firstMs * 2 ** place, PATIENCE.longestMs)
    expect(pause).toBeGreaterThanOrEqual(least - 1)
  }
})

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
