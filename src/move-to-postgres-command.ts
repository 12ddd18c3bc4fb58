// `npm run move-to-postgres`: copies the embedded database in DATA_DIR into the empty database of DATABASE_URL.
import { existsSync } from 'node:fs'
import path from 'node:path'
import type { Config } from '#config'
import { openEmbeddedDatabase } from '#data/embedded-database.ts'
import { isEmptyDatabase } from '#data/backups/dump.ts'
import type { Database } from '#data/database.ts'
import { checkIsCurrent } from '#data/migrate.ts'
import { openPostgres } from '#data/postgres.ts'
import { checkAllChains } from '#features/audit/check-chain.ts'
import { moveDatabase, type Moved } from '#features/backups/move-database.ts'
import { startPrivately } from './private-start.ts'

/** Messages for the database server's errors, by the beginning of their code. */
const refusals: [code: RegExp, sentence: string][] = [
  [/^42501$/, 'The user of DATABASE_URL may not do this on the server'],
  [/^53100$/, 'The server has no room'],
  [/^(?:08|28|3D|57)|^E[A-Z]+$/, 'The server of DATABASE_URL does not let us in, or went away'],
]

async function move(config: Config): Promise<void> {
  if (!config.databaseUrl) {
    throw new Error('Set DATABASE_URL to an empty database on a PostgreSQL server.')
  }
  const folder = path.resolve(config.dataDir, 'database')
  if (!existsSync(path.join(folder, 'PG_VERSION'))) {
    throw new Error(`There is no embedded database in ${folder}. Set DATA_DIR to its data folder.`)
  }
  const from = await openEmbeddedDatabase(folder)
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
  const to = await openPostgres(url, { connections: 1 })
  try {
    if (!(await isEmptyDatabase(to.pool))) {
      throw new Error(
        'The database of DATABASE_URL is not empty: everything is moved into a new one.',
      )
    }
    return await moveDatabase(from, to, checkAllChains)
  } finally {
    await to.close()
  }
}

/** One sentence; for an error of the database server, with its own message. */
function sentenceFor(error: Error): string {
  for (let cause: unknown = error; cause instanceof Error; cause = cause.cause) {
    const code = 'code' in cause ? String(cause.code) : ''
    const refusal = refusals.find(([pattern]) => pattern.test(code))
    if (refusal) return `${refusal[1]}: ${cause.message || code}.`
  }
  return error.message
}

try {
  await move(startPrivately())
} catch (error) {
  const sentence = error instanceof Error ? sentenceFor(error) : String(error)
  console.error(`${sentence} Nothing was moved, and nothing was changed.`)
  process.exitCode = 1
}
