// `npm run move-to-postgres`: copies the embedded database in DATA_DIR into the empty database of DATABASE_URL.
import { OperatorError } from '#domain/operator-error.ts'
import { existsSync } from 'node:fs'
import path from 'node:path'
import type { Config } from '#config'
import { isEmptyDatabase } from '#data/backups/dump.ts'
import type { Database } from '#data/database.ts'
import { checkIsCurrent } from '#data/migrate.ts'
import { checkAllChains } from '#features/audit/check-chain.ts'
import { moveDatabase, type Moved } from '#features/backups/move-database.ts'
import { openDatabase } from '../open-database.ts'
import { startPrivately } from '../private-start.ts'
import { printFailure } from '../operator/run-operator-command.ts'

async function move(config: Config): Promise<void> {
  if (!config.databaseUrl) {
    throw new OperatorError('Set DATABASE_URL to an empty database on a PostgreSQL server.')
  }
  const folder = path.resolve(config.dataDir, 'database')
  if (!existsSync(path.join(folder, 'PG_VERSION'))) {
    throw new OperatorError(
      `There is no embedded database in ${folder}. Set DATA_DIR to its data folder.`,
    )
  }
  const from = await openDatabase({ dataDir: config.dataDir, databaseUrl: undefined })
  try {
    const moved = await moveFrom(from, config.databaseUrl)
    console.log(
      `Moved ${moved.rows} rows of ${moved.tables} tables: counted on both sides, and the audit log's chains (${moved.chains}) hold.`,
    )
  } finally {
    await from.close()
  }
  console.log(
    [
      'Now start the server with DATABASE_URL and all other settings as they were. DATA_DIR stays: the main key and the files are in it, unless',
      'SECRET_KEY and STORAGE_URL say otherwise.',
      `${folder} was kept as it was, and nothing is written there any more: delete it when you have seen that everything is right. Do not start the`,
      'server without DATABASE_URL again: it would go on from the old state and send its mails a second time.',
    ].join('\n'),
  )
}

async function moveFrom(from: Database, url: string): Promise<Moved> {
  await checkIsCurrent(from.pool)
  const to = await openDatabase({ dataDir: '', databaseUrl: url }, { connections: 1 })
  try {
    if (!(await isEmptyDatabase(to.pool))) {
      throw new OperatorError(
        'The database of DATABASE_URL is not empty: everything is moved into a new one.',
      )
    }
    return await moveDatabase(from, to, checkAllChains)
  } finally {
    await to.close()
  }
}

try {
  await move(startPrivately())
} catch (error) {
  printFailure(error, 'Nothing was moved, and nothing was changed.')
}
