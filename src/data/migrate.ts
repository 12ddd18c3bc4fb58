// Migrates a database to the newest version: the baseline, then numbered SQL files, each in its own transaction, one
// process at a time.
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import type { Pool, PoolClient } from 'pg'

const folder = path.join(import.meta.dirname, 'migrations')
/** Any constant, as long as nothing else in the database uses the same advisory lock. */
const LOCK = 7_305_187

/**
 * The files of the folder of this name, which together make a whole schema in the order of their numbers. Recorded as
 * one migration.
 */
const BASELINE = 'baseline'
/** The part of the baseline that a database with the same schema still needs. */
const ROW_POLICIES = 'baseline/0002_row_policies.sql'

/**
 * The migrations that the baseline replaced: where all of them ran, the schema equals the baseline's. Numbers continue
 * after the last of them. The commit is the last one that contains them.
 */
export const formerMigrations = {
  last: '0090_disconnected_stores.sql',
  count: 61,
  commit: 'b4c153c',
}

/** The database has a version that this one cannot continue from. The message tells the operator what to do. */
export class DatabaseVersionError extends Error {}

const sqlFiles = (directory: string) =>
  readdirSync(path.join(folder, directory))
    .filter((file) => file.endsWith('.sql'))
    .toSorted()

/** Throws when these migrations are neither ours nor all of those that the baseline replaced. */
function checkVersion(done: ReadonlySet<string>, files: readonly string[]): void {
  const { last, count, commit } = formerMigrations
  const isKnown = (name: string) => name === BASELINE || name <= last || files.includes(name)
  const unknown = [...done].filter((name) => !isKnown(name)).toSorted()
  if (unknown.length > 0) {
    throw new DatabaseVersionError(
      `This database was last used by a later version of Storehand: it has ${unknown.at(-1)}, which this version does not know. ` +
        'Nothing was changed. Start the later version again.',
    )
  }
  if (done.size === 0 || done.has(BASELINE)) return
  if (done.size !== count || !done.has(last)) {
    throw new DatabaseVersionError(
      `This database was last used by an earlier version of Storehand: its last migration is ${[...done].toSorted().at(-1)}, ` +
        `and this version continues after ${last}. Nothing was changed. ` +
        `Stop all its processes and make a backup, bring it up to date with commit ${commit} (git checkout ${commit}, npm ci, then npm run migrate with the same settings), ` +
        'then start this version again.',
    )
  }
}

/** Runs these files and records them under the name, in the connection's open transaction. */
async function run(client: PoolClient, name: string, files: readonly string[]): Promise<void> {
  let current = name
  try {
    for (const file of files) {
      current = file
      await client.query(readFileSync(path.join(folder, file), 'utf8'))
    }
    await client.query('insert into schema_migrations (name) values ($1)', [name])
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    throw new Error(`Migration ${current} failed: ${reason}`, { cause: error })
  }
}

/**
 * The lock ends with the transaction: a session lock would stay behind when a pooler gives each transaction another
 * connection.
 */
const beginAlone = `
  begin; select pg_advisory_xact_lock(${LOCK});
  create table if not exists schema_migrations (name text primary key, ran_at timestamptz not null default now())`

const baselineFiles = () => sqlFiles(BASELINE).map((file) => `${BASELINE}/${file}`)

/**
 * Begins a transaction that gives an empty database the schema of these migrations; further statements in the same
 * transaction commit with the schema or not at all.
 */
export async function beginWithSchema(
  client: PoolClient,
  names: ReadonlySet<string>,
): Promise<void> {
  const files = sqlFiles('.')
  checkVersion(names, files)
  // A process that starts on this database waits, and then finds it complete.
  await client.query(beginAlone)
  await run(client, BASELINE, baselineFiles())
  for (const file of files.filter((name) => names.has(name))) await run(client, file, [file])
}

/** Throws a `DatabaseVersionError` unless exactly the migrations of this version ran. Changes nothing. */
export async function checkIsCurrent(pool: Pool): Promise<void> {
  const { rows: lists } = await pool.query<{ is_there: boolean }>(
    `select to_regclass('schema_migrations') is not null as is_there`,
  )
  const { rows } = lists[0]?.is_there
    ? await pool.query<{ name: string }>('select name from schema_migrations')
    : { rows: [] }
  const done = new Set(rows.map(({ name }) => name))
  const files = sqlFiles('.')
  checkVersion(done, files)
  const missing = [BASELINE, ...files].filter((name) => !done.has(name))
  if (missing.length > 0) {
    throw new DatabaseVersionError(
      `This database was last used by an earlier version of Storehand: it lacks ${missing.join(', ')}. Nothing was changed. ` +
        'Start this version with it once, or run npm run migrate with the same settings.',
    )
  }
}

/** Runs the next pending migration atomically, and returns its name. */
async function runNext(client: PoolClient, files: readonly string[]): Promise<string | undefined> {
  try {
    await client.query(beginAlone)
    const { rows } = await client.query<{ name: string }>('select name from schema_migrations')
    const done = new Set(rows.map((row) => row.name))
    checkVersion(done, files)
    const next = [BASELINE, ...files].find((name) => !done.has(name))
    if (next === BASELINE) {
      await run(client, BASELINE, done.size === 0 ? baselineFiles() : [ROW_POLICIES])
    } else if (next) await run(client, next, [next])
    await client.query('commit')
    return next
  } catch (error) {
    // A broken connection has rolled back already, and the first error is the one to report.
    await client.query('rollback').catch(() => {})
    throw error
  }
}

/** A deadlock with requests of a running version happens rarely; this many in a row have another cause. */
const MOST_DEADLOCKS = 5
/** Postgres ended this transaction to resolve a deadlock. */
const DEADLOCK = '40P01'

const isDeadlock = (error: unknown): boolean =>
  error instanceof Error &&
  (('code' in error && error.code === DEADLOCK) || isDeadlock(error.cause))

/**
 * `runNext`, repeated after a deadlock with requests of the version that still runs: the failed migration was rolled
 * back completely.
 */
async function runNextPatiently(
  client: PoolClient,
  files: readonly string[],
): Promise<string | undefined> {
  for (let deadlocks = 0; ; deadlocks++) {
    try {
      return await runNext(client, files)
    } catch (error) {
      if (!isDeadlock(error) || deadlocks === MOST_DEADLOCKS) throw error
    }
  }
}

/**
 * Runs the pending migrations and returns their names. Of several processes at once each waits for the others, and
 * returns when nothing is left to do. A database on which all migrations before the baseline ran is accepted as it is;
 * an older one, and one of a later version, throws a `DatabaseVersionError`.
 */
export async function migrateDatabase(pool: Pool): Promise<string[]> {
  const files = sqlFiles('.')
  const client = await pool.connect()
  try {
    const ran: string[] = []
    for (;;) {
      const name = await runNextPatiently(client, files)
      if (name === undefined) return ran
      ran.push(name)
    }
  } finally {
    client.release()
  }
}
