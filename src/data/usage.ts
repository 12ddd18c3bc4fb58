// How often something was done in a window of time, counted where all server processes see it.
import { sql } from 'kysely'
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
