// Brings a database to the newest form: numbered SQL files, each in a transaction of its own, under one lock.
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import type { Pool } from 'pg'

const folder = path.join(import.meta.dirname, 'migrations')
/** Any constant will do, as long as nothing else in the database takes the same advisory lock. */
const LOCK = 7_305_187

/** Runs what has not run yet and returns its names. Two processes at once: the second waits, then finds nothing to do. */
export async function migrateDatabase(pool: Pool): Promise<string[]> {
  const client = await pool.connect()
  try {
    await client.query('select pg_advisory_lock($1)', [LOCK])
    await client.query(
      'create table if not exists schema_migrations (name text primary key, ran_at timestamptz not null default now())',
    )
    const { rows } = await client.query<{ name: string }>('select name from schema_migrations')
    const done = new Set(rows.map((row) => row.name))
    const due = readdirSync(folder)
      .filter((file) => file.endsWith('.sql') && !done.has(file))
      .toSorted()
    for (const name of due) {
      await client.query('begin')
      try {
        await client.query(readFileSync(path.join(folder, name), 'utf8'))
        await client.query('insert into schema_migrations (name) values ($1)', [name])
        await client.query('commit')
      } catch (error) {
        await client.query('rollback')
        throw new Error(`Migration ${name} failed`, { cause: error })
      }
    }
    return due
  } finally {
    await client.query('select pg_advisory_unlock($1)', [LOCK])
    client.release()
  }
}
