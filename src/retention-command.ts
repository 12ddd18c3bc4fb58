// `npm run retention`: runs the scheduled deletion now; with `-- --dry-run` it only reports what it would delete, and with
// `-- --time-is-right` it goes on after the server found that it cannot tell whether its clock is wrong.
import { deleteExpired } from '#features/retention/delete-expired.ts'
import { forecastRetention } from '#features/retention/read-retention.ts'
import { systemClock } from '#gateways/clock.ts'
import { openStorehand } from './open.ts'
import { runOperatorCommand } from './run-operator-command.ts'
import { startPrivately } from './private-start.ts'
import { runWithDatabase, sayFailure } from './run-with-database.ts'

async function deleteNow(): Promise<void> {
  const config = startPrivately()
  const appUrl = config.appUrl ?? `http://localhost:${config.port}`
  const storehand = await openStorehand(config, { appUrl, work: 'none' })
  try {
    console.log(`Deleted: ${await deleteExpired(storehand.deps)}.`)
  } finally {
    await storehand.close()
  }
}

const options = process.argv.slice(2)
if (options.length === 0) await deleteNow().catch(sayFailure)
else if (options.join(' ') === '--dry-run') {
  // Opens only the database: nothing is sent or changed.
  await runWithDatabase(async (db) => {
    const forecasts = await forecastRetention({ db, clock: systemClock })
    for (const { organization, due, total, soon, is_stopped, goes_on } of forecasts) {
      const waits = is_stopped ? `; an owner is asked first, without an answer on ${goes_on}` : ''
      console.log(`${organization}: ${due} of ${total} due, ${soon} within two weeks${waits}`)
    }
    console.log(`Organizations with somebody to delete: ${forecasts.length}. Nothing was changed.`)
  })
} else if (options.join(' ') === '--time-is-right') await runOperatorCommand('retention', options)
else {
  console.error('Usage: npm run retention [-- --dry-run | -- --time-is-right]')
  process.exitCode = 1
}
