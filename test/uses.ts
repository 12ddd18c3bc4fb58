// Moves the counts of rate limits through time, so that no test waits an hour or sends a hundred requests.
import type { Database } from '#data/database.ts'
import { countUses, deleteAllUses } from '#data/rate-limits.ts'
import type { Use } from '#domain/limits.ts'

/** As if this many seconds had passed since everything counted so far. */
export async function passUses(db: Database, seconds: number): Promise<void> {
  await db.pool.query(
    `update usage_times set times = array(
       select used - make_interval(secs => $1) from unnest(times) as used order by used
     )`,
    [seconds],
  )
}

/** Uses up the rest of these limits. */
export async function fillUses(db: Database, uses: readonly Use[]): Promise<void> {
  for (const use of uses) while ((await countUses(db.queries, [use])).isCounted);
}

/** The number of uses of each of these limits. */
export async function usesOf(db: Database, uses: readonly Use[]): Promise<number[]> {
  const { rows } = await db.pool.query<{ count: number }>(
    `select coalesce(cardinality(times), 0) as count
     from unnest($1::text[]) with ordinality as named (name, place)
       left join usage_times on key = sha256(convert_to(name, 'UTF8')) order by place`,
    [uses.map(({ key }) => key)],
  )
  return rows.map(({ count }) => count)
}

/** As if nothing had been counted under these limits. */
export const forgetUses = (db: Database, uses: readonly Use[]): Promise<void> =>
  deleteAllUses(db.queries, uses)
