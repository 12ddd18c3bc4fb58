// Brings a database to the newest form: the baseline, then numbered SQL files, each in a transaction of its own, under one lock.
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import type { Pool, PoolClient } from 'pg'

const folder = path.join(import.meta.dirname, 'migrations')
/** Any constant will do, as long as nothing else in the database takes the same advisory lock. */
const LOCK = 7_305_187

/** The files of the folder by this name, which make up a whole schema in the order of their numbers. Recorded as one. */
const BASELINE = 'baseline'
/** What a database that already has the schema of the baseline still needs of it. */
const ROW_POLICIES = 'baseline/0002_row_policies.sql'

/**
 * The migrations that the baseline replaced: where all of them ran, the schema is the baseline's. Numbers go on after the last
 * of them. The commit is the last one that has them.
 */
export const formerMigrations = {
  last: '0090_disconnected_stores.sql',
  count: 61,
  commit: 'b4c153c',
}

/** The database has a version that this one cannot continue from. The message says what the operator has to do. */
export class DatabaseVersionError extends Error {}

const sqlFiles = (directory: string) =>
  readdirSync(path.join(folder, directory))
    .filter((file) => file.endsWith('.sql'))
    .toSorted()

/** Throws where these migrations are neither ours nor all of those that the baseline replaced. */
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
        `Bring it up to date with commit ${commit} first (git checkout ${commit}, then npm run migrate with the same settings), ` +
        'then start this version again.',
    )
  }
}

/** Runs these files and records them under the name. */
async function run(client: PoolClient, name: string, files: readonly string[]): Promise<void> {
  let current = name
  try {
    for (const file of files) {
      current = file
      await client.query(readFileSync(path.join(folder, file), 'utf8'))
    }
    await client.query('insert into schema_migrations (name) values ($1)', [name])
  } catch (error) {
    throw new Error(`Migration ${current} failed`, { cause: error })
  }
}

/** The same, all or nothing. */
async function runOnce(client: PoolClient, name: string, files: readonly string[]): Promise<void> {
  await client.query('begin')
  try {
    await run(client, name, files)
    await client.query('commit')
  } catch (error) {
    await client.query('rollback')
    throw error
  }
}

const createList = (client: PoolClient) =>
  client.query(
    'create table if not exists schema_migrations (name text primary key, ran_at timestamptz not null default now())',
  )

const baselineFiles = () => sqlFiles(BASELINE).map((file) => `${BASELINE}/${file}`)

/**
 * Gives an empty database the schema that these migrations made, inside the transaction that is open on the connection: what comes after them
 * in it is there with the schema, or neither is.
 */
export async function createSchema(client: PoolClient, names: ReadonlySet<string>): Promise<void> {
  // A process that starts on this database waits, and then finds it whole.
  await client.query('select pg_advisory_xact_lock($1)', [LOCK])
  const files = sqlFiles('.')
  checkVersion(names, files)
  await createList(client)
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

/**
 * Runs the migrations that have not run yet and returns their names. Of two processes at once the second waits, then finds nothing
 * to do. A database on which all migrations before the baseline ran is taken over as it is; an older one, and one that a later
 * version made, throws a `DatabaseVersionError`.
 */
export async function migrateDatabase(pool: Pool): Promise<string[]> {
  const client = await pool.connect()
  try {
    await client.query('select pg_advisory_lock($1)', [LOCK])
    await createList(client)
    const { rows } = await client.query<{ name: string }>('select name from schema_migrations')
    const done = new Set(rows.map((row) => row.name))
    const files = sqlFiles('.')
    checkVersion(done, files)
    const ran: string[] = []
    if (done.size === 0) {
      await runOnce(client, BASELINE, baselineFiles())
      ran.push(BASELINE)
    } else if (!done.has(BASELINE)) {
      await runOnce(client, BASELINE, [ROW_POLICIES])
    }
    for (const file of files.filter((name) => !done.has(name))) {
      await runOnce(client, file, [file])
      ran.push(file)
    }
    return ran
  } finally {
    await client.query('select pg_advisory_unlock($1)', [LOCK])
    client.release()
  }
}
