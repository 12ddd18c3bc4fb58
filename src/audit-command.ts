// `npm run audit:verify`: checks all chains of the audit log and reports broken ones; the exit code is then 1.
import path from 'node:path'
import { readConfig } from '#config'
import { openEmbeddedDatabase } from '#data/embedded-database.ts'
import { openPostgres } from '#data/postgres.ts'
import { checkAllChains } from '#features/audit/check-chain.ts'

const config = readConfig(process.env)
const database = config.databaseUrl
  ? await openPostgres(config.databaseUrl, 1)
  : await openEmbeddedDatabase(path.resolve(config.dataDir, 'database'))
const checks = await checkAllChains(database.queries)
await database.close()
for (const { chain_id, rows, broken_at, head, begins_after } of checks) {
  const result =
    broken_at === null
      ? `${rows} rows hold, from ${begins_after + 1} on; it ends with ${head}`
      : `BROKEN at row ${broken_at}`
  console.log(`${chain_id}  ${result}`)
}
if (checks.some(({ broken_at }) => broken_at !== null)) process.exitCode = 1
