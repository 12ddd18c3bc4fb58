// For commands of the operator that need the database and nothing beside it.
import path from 'node:path'
import type { Database } from '#data/database.ts'
import { openEmbeddedDatabase } from '#data/embedded-database.ts'
import { openPostgres } from '#data/postgres.ts'
import { startPrivately } from './private-start.ts'

/** Opens the configured database for `work`, and closes it. A failure is said as in `sayFailure`. */
export async function runWithDatabase(work: (database: Database) => Promise<void>): Promise<void> {
  try {
    const config = startPrivately()
    const database = config.databaseUrl
      ? await openPostgres(config.databaseUrl, { connections: 1 })
      : await openEmbeddedDatabase(path.resolve(config.dataDir, 'database'))
    try {
      await work(database)
    } finally {
      await database.close()
    }
  } catch (error) {
    sayFailure(error)
  }
}

/** Its message to stderr, without a stack trace; the exit code is then 1. */
export function sayFailure(error: unknown): void {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
}
