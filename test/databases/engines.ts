// Both database engines, freshly migrated, with the interface that the product uses.
import { afterAll } from 'vitest'
import type { Database } from '#data/database.ts'
import { createEmbedded, embeddedPool } from '#data/embedded-database.ts'
import { connectionsOf } from '#data/embedded-engine.ts'
import { databaseOn, openPrimary } from '#data/postgres.ts'
import { createPostgresDatabase, loadEmbedded } from './database.ts'
import { leasing } from './leased-databases.ts'
import { runsEverything } from '../../scripts/test-extent.ts'

export type Engine = 'embedded' | 'postgres'
/** `npm run test:fast` starts no server. */
export const engines: readonly Engine[] =
  process.env['TEST_ENGINES'] === 'embedded' ? ['embedded'] : ['embedded', 'postgres']

/**
 * For tests above the layer of data, which has run every statement on both: the server, which is the cheaper one to create, and the
 * embedded one where there is no server.
 */
export const oneEngine: readonly Engine[] = engines.slice(-1)

/**
 * For those of them whose order of statements differs by engine, and for many rows and migrations: one for a change, both in
 * `npm run test:all`.
 */
export const enginesAbove: readonly Engine[] = runsEverything ? engines : oneEngine

const lease: Record<Engine, () => Promise<Database>> = {
  // Each takes a hundred megabytes.
  embedded: leasing(async () => {
    const embedded = await loadEmbedded()
    return {
      pool: embeddedPool(connectionsOf(embedded)),
      on: (pool) => createEmbedded(pool, async () => {}),
      end: () => embedded.close(),
    }
  }, 1),
  // As many as the apps of one test.
  postgres: leasing(async () => {
    const { localUrl, drop } = await createPostgresDatabase()
    return {
      pool: openPrimary(localUrl, 5),
      on: (pool) => databaseOn(pool, localUrl, true),
      end: drop,
    }
  }, 3),
}

/** A separate database; closing it ends its contents. */
export const openTestDatabase = (engine: Engine): Promise<Database> => lease[engine]()

/** For all tests of a file or of a group, which awaits it outside of them; closed after the last one. */
export async function openDatabase(engine: Engine): Promise<Database> {
  const database = await openTestDatabase(engine)
  afterAll(() => database.close())
  return database
}
