// `npm run migrate`: migrates the configured database without starting the server, for deployments that do it
// separately.
import { migrateDatabase } from './migrate.ts'
import { runWithDatabase } from '../run-with-database.ts'

await runWithDatabase(async ({ pool }) => {
  const ran = await migrateDatabase(pool)
  console.log(ran.length > 0 ? `Ran ${ran.join(', ')}.` : 'Nothing to do.')
})
