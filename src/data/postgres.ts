// A Postgres server as the engine: for several processes, or heavier use.
import pg from 'pg'
import { createDatabase, type Database } from './database.ts'

/** Refuses servers older than version 15, whose foreign keys cannot clear a single column. */
export async function openPostgres(url: string, connections = 10): Promise<Database> {
  const pool = new pg.Pool({
    connectionString: url,
    max: connections,
    connectionTimeoutMillis: 5000,
    application_name: 'storehand',
  })
  // A connection that breaks while idle is replaced by the pool; without a listener it would end the process.
  pool.on('error', () => {})
  const { rows } = await pool.query<{ version: number }>(
    `select current_setting('server_version_num')::int as version`,
  )
  const version = rows[0]?.version ?? 0
  if (version < 150_000) {
    await pool.end()
    throw new Error(`Postgres 15 or newer is needed; the server says ${version}.`)
  }
  return createDatabase(pool)
}
