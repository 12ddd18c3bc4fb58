// Whether this machine and the database agree on the time.
import { sql } from 'kysely'
import { RETENTION } from '#domain/retention/retention.ts'
import type { Queries } from '../database.ts'

/** Seconds that the machine is ahead of the database, negative behind. */
export async function readClockDifference(db: Queries, machine: Date): Promise<number> {
  const { rows } = await sql<{ seconds: number }>`
    select extract(epoch from ${machine.toISOString()}::timestamptz - clock_timestamp())::float8 as seconds`.execute(
    db,
  )
  return rows[0]?.seconds ?? 0
}

/** The same in whole seconds; null while the two agree well enough. */
export async function findClockOffset(db: Queries, machine: Date): Promise<number | null> {
  const seconds = Math.round(await readClockDifference(db, machine))
  return Math.abs(seconds) > RETENTION.clockSeconds ? seconds : null
}
