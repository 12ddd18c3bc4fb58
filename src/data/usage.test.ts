// Counting uses in windows of time.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { engines, openTestDatabase } from '#test/engines.ts'
import type { Database } from './database.ts'
import { deleteOldUses, deleteUses, insertUse, insertUses } from './usage.ts'

/** Long enough that no test stands at the edge of two windows. */
const SECONDS = 10 * 365 * 86_400

describe.each(engines)('on %s', (engine) => {
  let db: Database
  beforeAll(async () => {
    db = await openTestDatabase(engine)
  })
  afterAll(() => db.close())

  test('every use counts once, however many come at once', async () => {
    const counts = await Promise.all(
      Array.from({ length: 40 }, () => insertUse(db.queries, 'mail one', SECONDS)),
    )
    expect(counts.toSorted((one, next) => one - next)).toEqual(
      Array.from({ length: 40 }, (_, index) => index + 1),
    )
    expect(await insertUse(db.queries, 'mail two', SECONDS)).toBe(1)
  })

  test('several limits at once are counted all or none, and can be taken back', async () => {
    const [wide, narrow] = [
      { key: 'wide', seconds: SECONDS, most: 9 },
      { key: 'narrow', seconds: SECONDS, most: 2 },
    ] as const
    const counts = async () =>
      (
        await db.pool.query<{ key: string; count: number }>(
          `select key, count from usage_counts where key in ('wide', 'narrow') order by key desc`,
        )
      ).rows
    expect(await insertUses(db.queries, [])).toBeUndefined()
    expect(await insertUses(db.queries, [wide, narrow])).toBeUndefined()
    expect(await insertUses(db.queries, [wide, narrow])).toBeUndefined()
    expect(await insertUses(db.queries, [wide, narrow])).toEqual(narrow)
    const full = [
      { key: 'wide', count: 2 },
      { key: 'narrow', count: 2 },
    ]
    expect(await counts()).toEqual(full)
    for (let times = 0; times < 3; times++) await deleteUses(db.queries, [wide, narrow])
    expect(await counts()).toEqual(full.map((row) => ({ ...row, count: 0 })))
  })

  test('a new window begins at one, and old ones can be forgotten', async () => {
    await insertUse(db.queries, 'windows', SECONDS)
    await db.pool.query(
      `update usage_counts set window_start = window_start - make_interval(secs => $1)`,
      [SECONDS],
    )
    expect(await insertUse(db.queries, 'windows', SECONDS)).toBe(1)
    expect(await insertUse(db.queries, 'windows', SECONDS)).toBe(2)
    const starts = async () =>
      (
        await db.pool.query<{ start: number; now: number }>(
          `select extract(epoch from window_start)::float as start, extract(epoch from now())::float as now
           from usage_counts where key = 'windows' order by 1`,
        )
      ).rows
    const [former, current] = await starts()
    expect(current!.start % SECONDS).toBe(0)
    expect(current!.start).toBeLessThanOrEqual(current!.now)
    expect(current!.start + SECONDS).toBeGreaterThan(current!.now)
    expect(former!.start).toBe(current!.start - SECONDS)
    await deleteOldUses(db.queries, new Date((current!.start - 1) * 1000))
    expect(await starts()).toHaveLength(1)
  })
})
