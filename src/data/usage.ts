// How often something was done in a window of time, counted where all server processes see it.
import { sql } from 'kysely'
import type { Use } from '#domain/limits.ts'
import type { Queries } from './database.ts'

const windowStart = (seconds: number) =>
  sql<string>`to_timestamp(floor(extract(epoch from now()) / ${seconds}) * ${seconds})`

/** Counts one more use of `key` in the current window of `seconds` and returns the uses so far, this one included. */
export async function insertUse(db: Queries, key: string, seconds: number): Promise<number> {
  const row = await db
    .insertInto('usage_counts')
    .values({
      key,
      window_start: windowStart(seconds),
      count: 1,
    })
    .onConflict((conflict) =>
      conflict.columns(['key', 'window_start']).doUpdateSet({ count: sql`usage_counts.count + 1` }),
    )
    .returning('count')
    .executeTakeFirstOrThrow()
  return row.count
}

/**
 * Counts one more use under each of these limits. Where one is thereby over its limit it is returned, and none is counted:
 * asking again while over does not make the wait longer.
 */
export async function insertUses(db: Queries, uses: readonly Use[]): Promise<Use | undefined> {
  for (const [place, use] of uses.entries()) {
    if ((await insertUse(db, use.key, use.seconds)) <= use.most) continue
    await deleteUses(db, uses.slice(0, place + 1))
    return use
  }
  return undefined
}

/** Takes one use of each back: what was counted beforehand turned out not to be a failure. */
export async function deleteUses(db: Queries, uses: readonly Use[]): Promise<void> {
  for (const { key, seconds } of uses) {
    await db
      .updateTable('usage_counts')
      .set({ count: sql`greatest(count - 1, 0)` })
      .where('key', '=', key)
      .where('window_start', '=', windowStart(seconds))
      .execute()
  }
}

/** How often `key` was used in the current window of `seconds`. */
export async function countUses(db: Queries, key: string, seconds: number): Promise<number> {
  const row = await db
    .selectFrom('usage_counts')
    .select('count')
    .where('key', '=', key)
    .where('window_start', '=', windowStart(seconds))
    .executeTakeFirst()
  return row?.count ?? 0
}

export async function deleteOldUses(db: Queries, before: Date): Promise<void> {
  await db.deleteFrom('usage_counts').where('window_start', '<', before.toISOString()).execute()
}
