// `npm run migrate`: migrates the configured database without starting the server, for deployments that do it
// separately.
import path from 'node:path'
import { readConfig } from '#config'
import { openEmbeddedDatabase } from './embedded-database.ts'
import { DatabaseVersionError, migrateDatabase } from './migrate.ts'
import { openPostgres } from './postgres.ts'

const config = readConfig(process.env)
const database = config.databaseUrl
  ? await openPostgres(config.databaseUrl, { connections: 1 })
  : await openEmbeddedDatabase(path.resolve(config.dataDir, 'database'))
try {
  const ran = await migrateDatabase(database.pool)
  console.log(ran.length > 0 ? `Ran ${ran.join(', ')}.` : 'Nothing to do.')
} catch (error) {
  console.error(error instanceof DatabaseVersionError ? error.message : error)
  process.exitCode = 1
} finally {
  await database.close()
}
