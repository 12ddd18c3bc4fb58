// `npm run audit:verify`: checks all chains of the audit log, and the ledger of erasures against them, and reports what is broken; the exit code is then 1.
import path from 'node:path'
import { readConfig } from '#config'
import { openEmbeddedDatabase } from '#data/embedded-database.ts'
import { openPostgres } from '#data/postgres.ts'
import { checkAllChains } from '#features/audit/check-chain.ts'

const config = readConfig(process.env)
const database = config.databaseUrl
  ? await openPostgres(config.databaseUrl, { connections: 1 })
  : await openEmbeddedDatabase(path.resolve(config.dataDir, 'database'))
const checks = await checkAllChains(database.queries)
await database.close()
for (const { chain_id, rows, broken_at, head, begins_after, unproven_receipt } of checks) {
  const result =
    broken_at === null
      ? `${rows} rows hold, from ${begins_after + 1} on; it ends with ${head}`
      : `BROKEN at row ${broken_at}`
  console.log(`${chain_id}  ${result}`)
  if (unproven_receipt !== null) {
    console.log(`${chain_id}  The ledger of erasures DIFFERS at receipt ${unproven_receipt}`)
  }
}
if (checks.some((check) => check.broken_at !== null || check.unproven_receipt !== null))
  process.exitCode = 1
