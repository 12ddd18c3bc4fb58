// `npm run migrate`: brings the configured database up to date without starting the server, for deployments that do it apart.
import path from 'node:path'
import { readConfig } from '#config'
import { openEmbedded } from './embedded.ts'
import { migrateDatabase } from './migrate.ts'
import { openPostgres } from './postgres.ts'

const config = readConfig(process.env)
const database = config.databaseUrl
  ? await openPostgres(config.databaseUrl, 1)
  : await openEmbedded(path.resolve(config.dataDir, 'database'))
const ran = await migrateDatabase(database.pool)
await database.close()
console.log(ran.length > 0 ? `Ran ${ran.join(', ')}.` : 'Nothing to do.')
