// Counting uses in sliding windows, compared with a plain list of the moments.
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { LIMITS, type Use } from '#domain/limits.ts'
import { cutoff } from '#test/cutoff.ts'
import { engines, openDatabase, type Engine } from '#test/databases/engines.ts'
import { countFor } from '#test/input/some-values.ts'
import {
  countOf,
  countUses,
  deleteAllUses,
  deleteOldUses,
  deleteUses,
  insertSlowedUse,
  insertUses,
  type CountRow,
} from './rate-limits.ts'

const stepsOn: Record<Engine, number> = {
  postgres: countFor(1000, 400),
  embedded: countFor(400, 200),
}

/** Numbers from 0 up to 1, the same for the same seed. */
function dice(seed: number): () => number {
  let state = seed
  return () => (state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0) / 2 ** 32
}

describe.each(engines)('on %s', async (engine) => {
  const db = await openDatabase(engine)

  test('tries that are slowed: ten at once, then each after twice the pause, a day at most, until all are forgotten', async () => {
    const tries = { key: 'slowed', ...LIMITS.appCodes }
    const start = Date.parse('2026-11-28T12:00:00Z')
    let now = start
    const count = () => insertSlowedUse(db.queries, tries, new Date(now))
    const minutes: number[] = []
    for (let many = 1; many <= 10; many++) expect(await count()).toEqual({ tries: many })
    for (let more = 0; more < 30; more++) {
      now += 1000
      const refused = await count()
      if (!('waitSeconds' in refused)) throw new Error('it did not wait')
      minutes.push(Math.round((refused.waitSeconds + 1) / 60))
      // Asking meanwhile makes it no longer.
      expect(await count()).toEqual(refused)
      now += refused.waitSeconds * 1000 - 1
      expect(await count()).toHaveProperty('waitSeconds')
      now += 1
      expect(await count()).toHaveProperty('tries')
    }
    expect(minutes.slice(0, 10)).toEqual([15, 30, 60, 120, 240, 480, 960, 1440, 1440, 1440])
    expect(new Set(minutes.slice(10))).toEqual(new Set([1440]))
    // A year of it, as the limit says.
    const inAYear = (minutes.slice(0, 7).reduce((sum, one) => sum + one, 0) * 60) / 86_400
    expect(10 + 7 + Math.floor(365 - inAYear)).toBe(380)
    await deleteAllUses(db.queries, [tries])
    expect(await count()).toEqual({ tries: 1 })
    now += LIMITS.appCodes.keptSeconds * 1000
    expect(await count()).toEqual({ tries: 1 })
    await deleteAllUses(db.queries, [tries])
  })

  test('tries that are slowed: of many at once none is counted beyond the limit', async () => {
    const tries = { key: 'slowed at once', ...LIMITS.appCodes }
    const counted = await Promise.all(
      Array.from({ length: 40 }, () => insertSlowedUse(db.queries, tries)),
    )
    const numbers = counted.flatMap((one) => ('tries' in one ? [one.tries] : []))
    expect(numbers.toSorted((a, b) => a - b)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10])
    await deleteAllUses(db.queries, [tries])
  })

  test('every use counts once, however many come at once', async () => {
    const [narrow, wide] = [
      { key: 'narrow', seconds: 3600, most: 25 },
      { key: 'wide', seconds: 3600, most: 1000 },
    ]
    // In either order: code that counts both never waits for who waits for them.
    const counted = await Promise.all(
      Array.from({ length: 60 }, (_, place) =>
        countUses(db.queries, place % 2 ? [narrow, wide] : [wide, narrow]),
      ),
    )
    expect(counted.filter(({ isCounted }) => isCounted)).toHaveLength(narrow.most)
    await Promise.all(Array.from({ length: 30 }, () => deleteUses(db.queries, [wide, narrow])))
    const { rows } = await db.pool.query('select cardinality(times) as count from usage_times')
    expect(rows).toEqual([{ count: 0 }, { count: 0 }])
  })

  test('who comes while a limit is counted for the first time waits, and waits for nobody who waits for them', async () => {
    const shared = { key: 'counted before', seconds: 3600, most: 1_000_000 }
    const counted = []
    for (let round = 0; round < 40; round++) {
      const first = { key: `new in round ${round}`, seconds: 3600, most: 100 }
      counted.push(
        ...(await Promise.all(
          Array.from({ length: 6 }, (_, place) =>
            countUses(db.queries, [
              shared,
              first,
              { key: `alone ${round} ${place}`, seconds: 60, most: 1 },
            ]),
          ),
        )),
      )
    }
    expect(counted.filter(({ isCounted }) => !isCounted)).toEqual([])
  })

  test('several limits are counted all or none, and the longest wait is told', async () => {
    const [hour, day] = [
      { key: 'the hour', seconds: 3600, most: 2 },
      { key: 'the day', seconds: 86_400, most: 3 },
    ] as const
    expect(await insertUses(db.queries, [])).toBeUndefined()
    expect(await insertUses(db.queries, [hour, day])).toBeUndefined()
    expect(await insertUses(db.queries, [hour, day])).toBeUndefined()
    expect(await insertUses(db.queries, [hour, day])).toMatchObject(hour)
    expect(await insertUses(db.queries, [day])).toBeUndefined()
    expect(await insertUses(db.queries, [hour, day])).toMatchObject(day)
    await deleteAllUses(db.queries, [day])
    const over = await insertUses(db.queries, [hour, day])
    expect(over).toMatchObject(hour)
    expect(over!.until.getTime() - Date.now()).toBeGreaterThan(3_590_000)
    expect(over!.until.getTime() - Date.now()).toBeLessThanOrEqual(3_600_000)
  })

  /**
   * The promise: a use is let in exactly when fewer than `most` were let in during the `seconds` before it. So no stretch of
   * that length ever holds more than `most`, wherever it begins, and the wait that is told ends to the millisecond.
   */
  // shows: interface-31
  test('decides as a list of all moments would, at any time', async () => {
    const roll = dice(20_261_122)
    const uses: Use[] = [
      { key: 'minute', seconds: 60, most: 1 },
      { key: 'five minutes', seconds: 300, most: 3 },
      { key: 'hour', seconds: 3600, most: 9 },
    ]
    const let_in = new Map<string, number[]>(uses.map(({ key }) => [key, []]))
    let now = Date.UTC(2026, 9, 25, 0, 30)
    let refusals = 0
    let waited = 0
    for (let step = 0; step < stepsOn[engine]; step++) {
      // Bursts, and breaks about as long as each of the windows.
      now += Math.floor(roll() ** 4 * [2000, 90_000, 400_000, 1_500_000][step % 4]!)
      const asked = uses.filter(() => roll() < 0.6)
      if (asked.length === 0) continue
      const lists = asked.map((use) => ({ ...use, times: let_in.get(use.key)! }))
      if (roll() < 0.1 && lists.every(({ times }) => times.length > 0)) {
        await deleteUses(db.queries, asked)
        for (const { times } of lists) times.pop()
        continue
      }
      const waits = () =>
        lists.map(({ times, seconds, most }) => {
          const inside = times.filter((time) => time > now - seconds * 1000)
          return inside.length < most ? 0 : (inside.at(-most)! + seconds * 1000 - now) / 1000
        })
      const fits = waits().every((wait) => wait === 0)
      if (fits) for (const { times } of lists) times.push(now)
      else refusals++
      const { rows } = await sql<CountRow>`
        select * from ${countOf(asked, new Date(now))}`.execute(db.queries)
      expect(rows).toEqual([{ is_counted: fits, waits: waits() }])
      if (fits) continue
      // Exactly when the wait is over, and not a millisecond before.
      const wait = Math.max(...waits()) * 1000
      const early = await countUses(db.queries, asked, new Date(now + wait - 1))
      expect(early.isCounted).toBe(false)
      if (roll() < 0.3) {
        now += wait
        waited++
        expect((await countUses(db.queries, asked, new Date(now))).isCounted).toBe(true)
        for (const { times } of lists) times.push(now)
      }
    }
    expect(refusals).toBeGreaterThan(stepsOn[engine] / 10)
    expect(waited).toBeGreaterThan(stepsOn[engine] / 30)
    for (const { key, seconds, most } of uses) {
      const times = let_in.get(key)!
      expect(times.length).toBeGreaterThan(stepsOn[engine] / 15)
      for (const [place, time] of times.entries()) {
        const before = times[place - most]
        expect(before === undefined || before <= time - seconds * 1000).toBe(true)
      }
    }
  })

  test('no row names anybody, none grows, and what is over goes', async () => {
    const use = { key: 'mail address ana@example.com hour', seconds: 3600, most: 2 }
    const began = Date.UTC(2026, 0, 1)
    for (let hour = 0; hour < 8; hour++) {
      await countUses(db.queries, [use], new Date(began + hour * 1_800_001))
    }
    const { rows } = await db.pool.query<{ row: string; count: number }>(
      `select to_jsonb(t)::text as row, cardinality(times) as count from usage_times t order by over_at limit 1`,
    )
    expect(rows[0]!.row).not.toContain('ana')
    expect(rows[0]!.count).toBeLessThanOrEqual(use.most)
    const left = async () =>
      (await db.pool.query(`select from usage_times where over_at < '2026-02-01'`)).rowCount
    await deleteOldUses(db.queries, cutoff(began))
    expect(await left()).toBe(1)
    await deleteOldUses(db.queries, cutoff(began + 86_400_000))
    expect(await left()).toBe(0)
  })
})
