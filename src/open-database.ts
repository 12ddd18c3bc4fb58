// Opens the configured database, for the server and for every command: what fails is said in one sentence.
import { statfsSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import type { Config } from '#config'
import type { Database } from '#data/database.ts'
import { openPostgres, type PostgresOptions } from '#data/postgres.ts'
import { OperatorError } from '#domain/operator-error.ts'
import { DatabaseAway, sentenceFor } from './operator/failure-sentences.ts'

/** The first and the longest pause between two tries, and the time after which the last one counts. */
const PATIENCE = { firstMs: 250, longestMs: 8000, allMs: 60_000 }

/**
 * Tries again while the database server may be about to start. `onWait` is called once, with the reason; afterwards the
 * last failure is thrown.
 */
export async function openPatiently<T>(
  open: () => Promise<T>,
  onWait: (reason: string) => void,
  { firstMs, longestMs, allMs } = PATIENCE,
): Promise<T> {
  const began = performance.now()
  for (let pause = firstMs; ; pause = Math.min(pause * 2, longestMs)) {
    try {
      return await open()
    } catch (error) {
      const left = allMs - (performance.now() - began)
      if (!(error instanceof DatabaseAway && error.passes) || left <= 0) throw error
      if (pause === firstMs) onWait(error.message)
      await wait(Math.min(pause, left))
    }
  }
}

type Options = PostgresOptions & {
  /** Called when the embedded engine cannot go on. Commands say so and end. */
  onLost?: (reason: string) => void
}

export async function openDatabase(
  { databaseUrl, dataDir }: Pick<Config, 'databaseUrl' | 'dataDir'>,
  { onLost = endCommand, ...options }: Options = {},
): Promise<Database> {
  if (databaseUrl !== undefined) return openServer(databaseUrl, options)
  const folder = path.resolve(dataDir, 'database')
  // Its code is loaded only when no database server is configured.
  const { openEmbeddedDatabase } = await import('#data/embedded-database.ts')
  try {
    return await openEmbeddedDatabase(folder, { onLost })
  } catch (error) {
    if (sentenceFor(error) !== undefined) throw error
    // The engine has many words for it.
    throw isFull(folder)
      ? new OperatorError(
          `The disk of ${folder} is full (ENOSPC). Make room there, and run this again.`,
        )
      : new OperatorError(
          `The embedded database in ${folder} does not open. Look at the disk and at the free memory; if its files are damaged, restore a backup into another DATA_DIR.`,
          { cause: error },
        )
  }
}

async function openServer(url: string, options: PostgresOptions): Promise<Database> {
  try {
    return await openPostgres(url, options)
  } catch (error) {
    throw error instanceof OperatorError ? error : new DatabaseAway(url, error)
  }
}

/** Less than a new file of the write-ahead log. */
const TOO_LITTLE_BYTES = 20_000_000

function isFull(folder: string): boolean {
  const { bavail, bsize } = statfsSync(folder)
  return bavail * bsize < TOO_LITTLE_BYTES
}

function endCommand(): never {
  console.error(
    'The embedded database cannot go on, perhaps because the disk of DATA_DIR is full. Nothing that was stored is lost: make room, and run this again.',
  )
  process.exit(1)
}
