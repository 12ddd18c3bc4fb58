// `npm run audit:verify`: checks all chains of the audit log, and the ledger of erasures against them, and reports what is broken; the exit code is then 1.
import { checkAllChains } from '#features/audit/check-chain.ts'
import { runWithDatabase } from './run-with-database.ts'

await runWithDatabase(async ({ queries }) => {
  const checks = await checkAllChains(queries)
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
  if (checks.some((check) => check.broken_at !== null || check.unproven_receipt !== null)) {
    process.exitCode = 1
  }
})
