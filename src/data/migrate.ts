// Brings a database to this version: the baseline and the numbered SQL files, each once, and then the SQL functions whose
// files have changed. Each step is a transaction, one process at a time.
import { createHash } from 'node:crypto'
import { globSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import type { Pool, PoolClient } from 'pg'

const folder = path.join(import.meta.dirname, 'migrations')
const functionFolder = path.join(import.meta.dirname, 'functions')
/** Any constant, as long as nothing else in the database uses the same advisory lock. */
const LOCK = 7_305_187

/**
 * The files of the folder `baseline`, which together make a whole schema in the order of their numbers. Recorded as one
 * migration.
 */
export const BASELINE = '0137_baseline'

/**
 * The migrations that the baseline replaced: where all of them ran, the tables equal the baseline's. The commit is the
 * last one that contains them.
 */
export const formerMigrations = {
  first: '0091_background_tasks.sql',
  last: '0137_reports_from_kept_numbers.sql',
  count: 50,
  commit: '6557a064',
}

/** The functions of this folder are in row policies and indexes, and need no table: they come before all tables. */
const BEFORE_TABLES = 'before-tables'
/**
 * Drops what is no more, after all others. Files of the folder `for-last-release` go there at the next release: they do
 * what this version does itself, for processes of the version before during an upgrade.
 */
const DROPPED = 'dropped.sql'

/** The database has a version that this one cannot continue from. The message tells the operator what to do. */
export class DatabaseVersionError extends Error {}

const sqlFiles = (directory: string) =>
  readdirSync(path.join(folder, directory))
    .filter((file) => file.endsWith('.sql'))
    .toSorted()

/** One function with its triggers, or a few lines of the same kind. */
export type FunctionFile = { name: string; text: string; hash: string }

const hashOf = (text: string) => createHash('sha256').update(text).digest('hex').slice(0, 16)

/** In the order in which they are run: the condition of a trigger may call a function of another file. */
export function functionFiles(): FunctionFile[] {
  const rank = ({ name, text }: FunctionFile) => {
    if (name.startsWith(BEFORE_TABLES)) return 0
    if (name === DROPPED) return 3
    return text.includes('create or replace trigger') ? 2 : 1
  }
  return globSync('**/*.sql', { cwd: functionFolder })
    .toSorted()
    .map((name) => {
      const text = readFileSync(path.join(functionFolder, name), 'utf8')
      return { name, text, hash: hashOf(text) }
    })
    .toSorted((one, other) => rank(one) - rank(other))
}

/** Of all files together; `versions.txt` lists those of every version, the newest last. */
export const versionOfFunctions = (files: readonly FunctionFile[]): string =>
  hashOf(files.map(({ name, hash }) => `${name} ${hash}\n`).join(''))

/** What `migrateDatabase` calls the last step. */
export const FUNCTIONS = 'functions'
const versionPrefix = 'functions '
const knownVersions = (): string[] =>
  readFileSync(path.join(functionFolder, 'versions.txt'), 'utf8').trim().split('\n')

/** What has these migrations: a database, or an archive of one. */
const subjects = { database: 'This database was last used', archive: 'This archive was made' }

/** Throws when these migrations are neither ours nor all of those that the baseline replaced. */
function checkVersion(
  done: ReadonlySet<string>,
  files: readonly string[],
  subject: keyof typeof subjects = 'database',
): void {
  const { first, last, count, commit } = formerMigrations
  const functions = new Set(knownVersions().map((version) => versionPrefix + version))
  const isKnown = (name: string) =>
    name <= last || name === 'baseline' || files.includes(name) || functions.has(name)
  const unknown = [...done].filter((name) => !isKnown(name)).toSorted()
  if (unknown.length > 0) {
    throw new DatabaseVersionError(
      `${subjects[subject]} by a later version of Storehand: it has ${unknown.at(-1)}, which this version does not know. ` +
        `Nothing was changed. ${subject === 'archive' ? 'Restore it with that one.' : 'Start the later version again.'}`,
    )
  }
  if (done.size === 0 || done.has(BASELINE)) return
  const former = [...done].filter((name) => name >= first && name <= last)
  if (former.length !== count || !done.has(last)) {
    const latest = [...done].filter((name) => name !== 'baseline').toSorted()
    const how =
      subject === 'archive'
        ? `Restore it with commit ${commit} (git checkout ${commit}, npm ci, then npm run restore with the same settings)`
        : `Stop all its processes and make a backup, bring it up to date with commit ${commit} (git checkout ${commit}, npm ci, then npm run migrate with the same settings)`
    throw new DatabaseVersionError(
      `${subjects[subject]} by an earlier version of Storehand: its last migration is ${latest.at(-1) ?? 'baseline'}, ` +
        `and this version continues after ${last}. Nothing was changed. ${how}, then start this version again.`,
    )
  }
}

/** Runs this SQL in the connection's open transaction. */
async function runFile(client: PoolClient, name: string, text: string): Promise<void> {
  try {
    await client.query(text)
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    throw new Error(`Migration ${name} failed: ${reason}`, { cause: error })
  }
}

const record = (client: PoolClient, name: string) =>
  client.query('insert into schema_migrations (name) values ($1)', [name])

async function runMigration(client: PoolClient, name: string): Promise<void> {
  await runFile(client, name, readFileSync(path.join(folder, name), 'utf8'))
  await record(client, name)
}

async function runBaseline(client: PoolClient): Promise<void> {
  const [foundation = '', ...tables] = sqlFiles('baseline')
  const run = (file: string) =>
    runFile(client, file, readFileSync(path.join(folder, 'baseline', file), 'utf8'))
  await run(foundation)
  await runFunctions(client, true)
  for (const file of tables) await run(file)
  await record(client, BASELINE)
}

/**
 * Runs the files that differ from those that ran last, and returns whether there were any. `onlyBeforeTables`:
 * no others than those.
 */
async function runFunctions(client: PoolClient, onlyBeforeTables = false): Promise<boolean> {
  const { rows } = await client.query<{ name: string; hash: string }>(
    'select name, hash from schema_functions',
  )
  const done = new Map(rows.map(({ name, hash }) => [name, hash]))
  const files = functionFiles()
  const changed = files.filter(
    ({ name, hash }) =>
      done.get(name) !== hash && (!onlyBeforeTables || name.startsWith(BEFORE_TABLES)),
  )
  if (changed.length === 0) return false
  // A function may call one that comes later.
  await client.query('set local check_function_bodies = off')
  for (const { name, text, hash } of changed) {
    await runFile(client, name, text)
    await client.query(
      `insert into schema_functions (name, hash) values ($1, $2)
       on conflict (name) do update set hash = excluded.hash`,
      [name, hash],
    )
  }
  if (onlyBeforeTables) return true
  await client.query('delete from schema_functions where name <> all ($1)', [
    files.map(({ name }) => name),
  ])
  // Files that somebody is just changing are of no version.
  const version = versionOfFunctions(files)
  if (knownVersions().includes(version)) {
    await client.query('insert into schema_migrations (name) values ($1) on conflict do nothing', [
      versionPrefix + version,
    ])
  }
  return true
}

/**
 * The lock ends with the transaction: a session lock would stay behind when a pooler gives each transaction another
 * connection.
 */
const beginAlone = `
  begin; select pg_advisory_xact_lock(${LOCK});
  create table if not exists schema_migrations (name text primary key, ran_at timestamptz not null default now());
  create table if not exists schema_functions (name text primary key, hash text not null)`

/**
 * Begins a transaction that gives an empty database the tables of these migrations, without triggers.
 * `completeSchema` goes on in it; further statements commit with the schema or not at all.
 */
export async function beginWithTables(
  client: PoolClient,
  names: ReadonlySet<string>,
): Promise<void> {
  const files = sqlFiles('.')
  checkVersion(names, files, 'archive')
  // A process that starts on this database waits, and then finds it complete.
  await client.query(beginAlone)
  await runBaseline(client)
  for (const file of files.filter((name) => names.has(name))) await runMigration(client, file)
}

/** Runs what is missing, in the connection's open transaction. */
export async function completeSchema(client: PoolClient): Promise<void> {
  const { rows } = await client.query<{ name: string }>('select name from schema_migrations')
  const done = new Set(rows.map(({ name }) => name))
  for (const file of sqlFiles('.').filter((name) => !done.has(name))) {
    await runMigration(client, file)
  }
  await runFunctions(client)
}

/** Throws a `DatabaseVersionError` unless exactly the migrations and functions of this version ran. Changes nothing. */
export async function checkIsCurrent(pool: Pool): Promise<void> {
  const read = async (table: string, columns: string) => {
    const { rows: lists } = await pool.query<{ is_there: boolean }>(
      'select to_regclass($1) is not null as is_there',
      [table],
    )
    if (!lists[0]?.is_there) return []
    const { rows } = await pool.query<{ name: string }>(`select ${columns} as name from ${table}`)
    return rows.map(({ name }) => name)
  }
  const done = new Set(await read('schema_migrations', 'name'))
  const files = sqlFiles('.')
  checkVersion(done, files)
  const functions = new Set(await read('schema_functions', "name || ' ' || hash"))
  const missing = [
    ...[BASELINE, ...files].filter((name) => !done.has(name)),
    ...functionFiles()
      .filter(({ name, hash }) => !functions.has(`${name} ${hash}`))
      .map(({ name }) => `functions/${name}`),
  ]
  if (missing.length > 0) {
    const [some, more] = [missing.slice(0, 5).join(', '), missing.length - 5]
    throw new DatabaseVersionError(
      `This database was last used by an earlier version of Storehand: it lacks ${some}${more > 0 ? ` and ${more} more` : ''}. Nothing was changed. ` +
        'Start this version with it once, or run npm run migrate with the same settings.',
    )
  }
}

/** Runs the next step that is missing, atomically, and returns its name. */
async function runNext(client: PoolClient, files: readonly string[]): Promise<string | undefined> {
  try {
    await client.query(beginAlone)
    const { rows } = await client.query<{ name: string }>('select name from schema_migrations')
    const done = new Set(rows.map((row) => row.name))
    checkVersion(done, files)
    const next = [BASELINE, ...files].find((name) => !done.has(name))
    let ran = next
    if (next === BASELINE) {
      if (done.size === 0) await runBaseline(client)
      else await record(client, BASELINE)
    } else if (next) {
      await runFunctions(client, true)
      await runMigration(client, next)
    } else if (await runFunctions(client)) ran = FUNCTIONS
    await client.query('commit')
    return ran
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
 * returns when nothing is left to do. A database on which all migrations of the baseline ran is taken over; an older one,
 * and one of a later version, throws a `DatabaseVersionError`.
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
