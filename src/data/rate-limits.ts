// Counts uses within a sliding window, shared by all server processes.
import type { Cutoff } from '#domain/retention/deletion-time.ts'
import { sql, type RawBuilder } from 'kysely'
import { longestWait, type FullUse, type Use } from '#domain/limits.ts'
import type { SlowedTries } from '#domain/accounts/account-limits.ts'
import type { Queries } from './database.ts'

export type RateLimitCounts = {
  /** False: one of the limits was full, and nothing was counted. */
  isCounted: boolean
  /** The full limits, in the given order. */
  full: FullUse[]
}
export type CountRow = { is_counted: boolean; waits: number[] }

/**
 * Counts one more use under each of these limits, in one statement. If one of them is full, none is counted: asking
 * again over the limit does not make the wait longer. `at` is for tests: otherwise the database's clock counts.
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

/** The call as an expression, for a statement that counts in the same round trip as it does the counted work. */
export const countOf = (uses: readonly Use[], at: Date | null = null): RawBuilder<CountRow> =>
  sql<CountRow>`count_uses(${uses.map(({ key }) => key)}::text[],
    ${uses.map(({ seconds }) => seconds)}::integer[], ${uses.map(({ most }) => most)}::integer[],
    ${at}::timestamptz)`

export function readCount(uses: readonly Use[], { is_counted, waits }: CountRow): RateLimitCounts {
  // By this process's clock: the database's may differ, and only the difference matters.
  const now = Date.now()
  const full = uses.flatMap((use, place) => {
    const wait = waits[place] ?? 0
    return wait > 0 ? [{ ...use, until: new Date(now + wait * 1000) }] : []
  })
  return { isCounted: is_counted, full }
}

/** How many uses count under a limit now; 0 without one. */
export async function countUsed(db: Queries, [use]: readonly Use[]): Promise<number> {
  if (!use) return 0
  const { rows } = await sql<{ used: number }>`
    select count(*)::int as used from usage_times, unnest(times) as moment
    where key = sha256(convert_to(${use.key}, 'UTF8'))
      and moment > clock_timestamp() - make_interval(secs => ${use.seconds})`.execute(db)
  return rows[0]?.used ?? 0
}

/** The same for callers that need only the full limit with the longest wait, or undefined. */
export async function insertUses(db: Queries, uses: readonly Use[]): Promise<FullUse | undefined> {
  const { isCounted, full } = await countUses(db, uses)
  return isCounted ? undefined : longestWait(full)
}

/** Uncounts one use of each: the attempt counted in advance was no failure. */
export async function deleteUses(db: Queries, uses: readonly Pick<Use, 'key'>[]): Promise<void> {
  if (uses.length === 0) return
  await sql`select forget_uses(${uses.map(({ key }) => key)}::text[])`.execute(db)
}

/** Of tries that wait longer and longer, so many are stored: more of them wait no longer. */
const SLOWED_TRIES = 30

/**
 * Counts one more try, or says how long it has to wait. In one statement, and those at once one after the other, so that none is counted
 * while another one makes it wait. `at` is for tests.
 */
export async function insertSlowedUse(
  db: Queries,
  { key, free, firstWait, longestWait, keptSeconds }: SlowedTries,
  at: Date | null = null,
): Promise<{ tries: number } | { waitSeconds: number }> {
  const hash = sql`sha256(convert_to(${key}, 'UTF8'))`
  const moment = sql<Date>`coalesce(${at}::timestamptz, clock_timestamp())`
  const tries = sql`cardinality(known.times)`
  // How long after the last of them the next one may come.
  const pause = sql`make_interval(secs => case when ${tries} < ${free}::integer then 0
    else least(${firstWait}::float8 * power(2, ${tries} - ${free}::integer), ${longestWait}::float8) end)`
  const isOver = sql`known.over_at <= excluded.times[1]`
  const { rows } = await sql<{ tries: number }>`
    insert into usage_times as known (key, times, over_at)
    select ${hash}, array[moment], moment + make_interval(secs => ${keptSeconds}::float8)
    from (select ${moment} as moment) as asked
    on conflict (key) do update set
      times = case when ${isOver} then excluded.times
        else known.times[greatest(${tries} - ${SLOWED_TRIES - 2}::integer, 1):] || excluded.times end,
      over_at = excluded.over_at
    where ${isOver} or ${tries} = 0 or known.times[${tries}] + ${pause} <= excluded.times[1]
    returning cardinality(times) as tries`.execute(db)
  const [counted] = rows
  if (counted) return counted
  const waits = await sql<{ seconds: number }>`
    select greatest(extract(epoch from known.times[${tries}] + ${pause} - ${moment}), 1)::float8 as seconds
    from usage_times as known where key = ${hash}`.execute(db)
  return { waitSeconds: waits.rows[0]?.seconds ?? 1 }
}

/** Uncounts all uses. */
export async function deleteAllUses(db: Queries, uses: readonly Pick<Use, 'key'>[]): Promise<void> {
  await sql`
    delete from usage_times
    where key in (select sha256(convert_to(name, 'UTF8')) from unnest(${uses.map(({ key }) => key)}::text[]) as name)
  `.execute(db)
}

/** Deletes uses that expired before then. */
export async function deleteOldUses(db: Queries, before: Cutoff): Promise<void> {
  await db.deleteFrom('usage_times').where('over_at', '<', before.toISOString()).execute()
}
