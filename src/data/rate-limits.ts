// How often something was done in the time just gone by, counted where all server processes see it.
import { sql, type RawBuilder } from 'kysely'
import { longestWait, type FullUse, type Use } from '#domain/limits.ts'
import type { Queries } from './database.ts'

export type RateLimitCounts = {
  /** False: one of the limits was full, and nothing was counted. */
  isCounted: boolean
  /** Those that have no room for the next use, in the order in which they were given. */
  full: FullUse[]
}
export type CountRow = { is_counted: boolean; waits: number[] }

/**
 * Counts one more use under each of these limits, in one statement. If one of them is full, none is counted: asking again over
 * the limit does not make the wait longer. `at` is for tests: otherwise the database's clock counts.
 */
export async function countUses(
  db: Queries,
  uses: readonly Use[],
  at: Date | null = null,
): Promise<RateLimitCounts> {
  if (uses.length === 0) return { isCounted: true, full: [] }
  const { rows } = await sql<CountRow>`select * from ${countOf(uses, at)}`.execute(db)
  const [row] = rows
  if (!row) throw new Error('Nothing was counted')
  return readCount(uses, row)
}

/** The call by itself, for a statement that counts in the same trip as it does what is counted. */
export const countOf = (uses: readonly Use[], at: Date | null = null): RawBuilder<CountRow> =>
  sql<CountRow>`count_uses(${uses.map(({ key }) => key)}::text[],
    ${uses.map(({ seconds }) => seconds)}::integer[], ${uses.map(({ most }) => most)}::integer[],
    ${at}::timestamptz)`

export function readCount(uses: readonly Use[], { is_counted, waits }: CountRow): RateLimitCounts {
  // By this process's clock: the database's may differ, and only the wait counts.
  const now = Date.now()
  const full = uses.flatMap((use, place) => {
    const wait = waits[place] ?? 0
    return wait > 0 ? [{ ...use, until: new Date(now + wait * 1000) }] : []
  })
  return { isCounted: is_counted, full }
}

/** The same for who only asks whether it was too often: what has to be waited for longest, or undefined. */
export async function insertUses(db: Queries, uses: readonly Use[]): Promise<FullUse | undefined> {
  const { isCounted, full } = await countUses(db, uses)
  return isCounted ? undefined : longestWait(full)
}

/** Takes one use of each back: what was counted beforehand turned out not to be a failure. */
export async function deleteUses(db: Queries, uses: readonly Use[]): Promise<void> {
  if (uses.length === 0) return
  await sql`select forget_uses(${uses.map(({ key }) => key)}::text[])`.execute(db)
}

/** Takes all of them back. */
export async function deleteAllUses(db: Queries, uses: readonly Use[]): Promise<void> {
  await sql`
    delete from usage_times
    where key in (select sha256(convert_to(name, 'UTF8')) from unnest(${uses.map(({ key }) => key)}::text[]) as name)
  `.execute(db)
}

/** What was over before then. */
export async function deleteOldUses(db: Queries, before: Date): Promise<void> {
  await db.deleteFrom('usage_times').where('over_at', '<', before.toISOString()).execute()
}
