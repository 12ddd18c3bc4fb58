// How many rows a piece of work reads: what grows with a table is seen in a small one.
import { sql } from 'kysely'
import type { Tx } from '#data/database.ts'

/**
 * The tables of which `work` reads more than `most` rows, with their numbers. Plans are those that a server keeps. What an index
 * answers by itself, without the table, is not counted.
 */
export async function tablesReadWidely(
  tx: Tx,
  work: () => Promise<unknown>,
  most: number,
): Promise<{ name: string; rows: number }[]> {
  await sql`set local plan_cache_mode = force_generic_plan`.execute(tx)
  // The statistics of earlier transactions may not have left the connection yet.
  const before = new Map((await listReads(tx)).map(({ name, rows }) => [name, rows]))
  await work()
  const read = (await listReads(tx)).map(({ name, rows }) => ({
    name,
    rows: rows - (before.get(name) ?? 0),
  }))
  if (!read.some(({ rows }) => rows > 0)) throw new Error('It read nothing')
  return read.filter(({ rows }) => rows > most)
}

async function listReads(tx: Tx): Promise<{ name: string; rows: number }[]> {
  const { rows } = await sql<{ name: string; rows: number }>`
    select relname as name, (seq_tup_read + coalesce(idx_tup_fetch, 0))::int as rows
    from pg_stat_xact_user_tables`.execute(tx)
  return rows
}
