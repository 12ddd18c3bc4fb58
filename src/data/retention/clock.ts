// Whether this machine and the database agree on the time.
import { sql } from 'kysely'
import { RETENTION } from '#domain/retention/retention.ts'
import type { Queries } from '../database.ts'

/** Seconds that the machine is ahead of the database, negative behind; null while the two agree well enough. */
export async function findClockOffset(db: Queries, machine: Date): Promise<number | null> {
  const { rows } = await sql<{ seconds: number }>`
    select extract(epoch from ${machine.toISOString()}::timestamptz - clock_timestamp())::float8 as seconds`.execute(
    db,
  )
  const seconds = Math.round(rows[0]?.seconds ?? 0)
  return Math.abs(seconds) > RETENTION.clockSeconds ? seconds : null
}
