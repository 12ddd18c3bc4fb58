// Exports all rows of a database as text, in one snapshot, and imports them into an empty one: the same on both
// engines, and from one to the other.
import { OperatorError } from '#domain/operator-error.ts'
import { Kysely, PostgresDialect } from 'kysely'
import type { Pool, PoolClient } from 'pg'
import type { Database, WholeTx } from '../database.ts'
import { beginWithTables, completeSchema } from '../migrate.ts'
import type { Schema } from '../schema.ts'

/** `columns`: with their types, without generated columns. */
export type DumpedTable = { name: string; columns: { name: string; type: string }[] }

export type DumpHead = {
  migrations: string[]
  tables: DumpedTable[]
  sequences: { name: string; value: string }[]
}

/** Each row is a JSON array of the texts of its columns. */
export type DumpedRows = { table: string; rows: string[] }

const AT_ONCE = 500
/** Written by the migrations themselves. */
const own = ['schema_migrations', 'schema_functions']

const quoted = (name: string) => `"${name.replaceAll('"', '""')}"`

async function readHead(client: PoolClient): Promise<DumpHead> {
  const { rows: done } = await client.query<{ name: string }>(
    'select name from schema_migrations order by name',
  )
  const { rows: tables } = await client.query<DumpedTable>(
    `select relname as name, jsonb_agg(
       jsonb_build_object('name', attname, 'type', format_type(atttypid, atttypmod)) order by attnum) as columns
     from pg_class join pg_attribute on attrelid = pg_class.oid
     where relnamespace = 'public'::regnamespace and relkind = 'r' and relname <> all ($1)
       and attnum > 0 and not attisdropped and attgenerated = ''
     group by relname order by relname`,
    [own],
  )
  const { rows: sequences } = await client.query<{ name: string; value: string }>(
    `select sequencename as name, last_value::text as value from pg_sequences
     where schemaname = 'public' and last_value is not null order by 1`,
  )
  return { migrations: done.map(({ name }) => name), tables, sequences }
}

/**
 * First the head, then the rows of every table in one snapshot. The embedded engine has one connection: all other
 * queries wait until the last row is read.
 */
export async function* dumpDatabase(db: Database): AsyncGenerator<DumpHead | DumpedRows> {
  const client = await db.pool.connect()
  let isOver = false
  try {
    await client.query('begin isolation level repeatable read read only')
    const head = await readHead(client)
    yield head
    for (const { name, columns } of head.tables) {
      const values = columns.map((column) => `${quoted(column.name)}::text`).join(', ')
      await client.query(
        `declare dumped no scroll cursor for select jsonb_build_array(${values})::text as row from ${quoted(name)}`,
      )
      for (;;) {
        const { rows } = await client.query<{ row: string }>(`fetch ${AT_ONCE} from dumped`)
        if (rows.length > 0) yield { table: name, rows: rows.map(({ row }) => row) }
        if (rows.length < AT_ONCE) break
      }
      await client.query('close dumped')
    }
    await client.query('commit')
    isOver = true
  } finally {
    // A consumer that stops early leaves the transaction open.
    if (!isOver) await client.query('rollback').catch(() => {})
    client.release()
  }
}

/** True when no migration has run. */
export async function isEmptyDatabase(asked: Pool | PoolClient): Promise<boolean> {
  const { rowCount } = await asked.query(
    `select from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r' limit 1`,
  )
  return rowCount === 0
}

/** The current number of rows of each table. */
export async function countRows(
  asked: Pool | PoolClient,
  tables: readonly DumpedTable[],
): Promise<Map<string, number>> {
  const counts = new Map<string, number>()
  for (const { name } of tables) {
    const { rows } = await asked.query<{ count: string }>(`select count(*) from ${quoted(name)}`)
    counts.set(name, Number(rows[0]?.count))
  }
  return counts
}

/** Queries on a connection that is in a transaction of the tables' owner, to whom row policies do not apply. */
export function transactionOn(client: PoolClient): WholeTx {
  const lent = { query: client.query.bind(client), release() {} }
  const pool = { connect: () => Promise.resolve(lent), end: () => Promise.resolve() }
  const dialect = new PostgresDialect({ pool: pool as unknown as Pool })
  return new Kysely<Schema>({ dialect }) as unknown as WholeTx
}

/**
 * Foreign keys and indexes, which are created after the rows: checking or building them once is faster than row by row.
 */
const madeLater = `
  select format('alter table %s drop constraint %I', conrelid::regclass, conname) as undo,
    format('alter table %s add constraint %I %s', conrelid::regclass, conname, pg_get_constraintdef(oid)) as again, 2 as turn
  from pg_constraint where contype = 'f' and connamespace = 'public'::regnamespace
  union all
  select format('drop index %s', indexrelid::regclass), pg_get_indexdef(indexrelid), 1
  from pg_index join pg_class on pg_class.oid = indexrelid
  where relnamespace = 'public'::regnamespace and not indisunique
    and not exists (select from pg_constraint where conindid = indexrelid)
  order by turn desc`

/**
 * A process that had leased a task runs at the former installation, if at all; here the task would wait for the end of
 * that lease.
 */
const releaseTasks = `update background_tasks set leased_until = null, due_at = now() where leased_until is not null`

/** The names and types go into statements, so they must be those of the schema. */
function requireOwnTables(tables: readonly DumpedTable[], own: readonly DumpedTable[]): void {
  const known = new Set(
    own.flatMap(({ name, columns }) => columns.map((column) => keyOfColumn(name, column))),
  )
  const columns = tables.flatMap((table) =>
    table.columns.map((column) => keyOfColumn(table.name, column)),
  )
  if (columns.every((column) => known.has(column))) return
  throw new OperatorError(
    'This is no whole archive: it has tables or columns that its version of Storehand did not have. Use another one.',
  )
}
const keyOfColumn = (table: string, { name, type }: DumpedTable['columns'][number]) =>
  JSON.stringify([table, name, type])

/**
 * Fills an empty database in one transaction: the tables of the dump, its rows, newer migrations, and then `work`. Until
 * it commits the database is empty for all others. Triggers, foreign keys and indexes come after the rows: these come in
 * any order, and audit chains are not written a second time.
 */
export async function loadDatabase(
  db: Database,
  head: DumpHead,
  rows: AsyncIterable<DumpedRows>,
  work: (client: PoolClient) => Promise<void>,
): Promise<void> {
  const client = await db.pool.connect()
  try {
    await beginWithTables(client, new Set(head.migrations))
    requireOwnTables(head.tables, (await readHead(client)).tables)
    const { rows: later } = await client.query<{ undo: string; again: string }>(madeLater)
    for (const { undo } of later) await client.query(undo)
    const tables = new Map(head.tables.map((table) => [table.name, table]))
    for (const name of tables.keys()) {
      // Rows that migrations inserted.
      await client.query(`delete from ${quoted(name)}`)
    }
    for await (const { table, rows: texts } of rows) {
      const columns = tables.get(table)?.columns
      if (!columns)
        throw new OperatorError(
          `This is no whole archive: it names no table ${table}. Use another one.`,
        )
      const names = columns.map(({ name }) => quoted(name)).join(', ')
      const values = columns.map(({ type }, place) => `(row ->> ${place})::${type}`).join(', ')
      await client.query(
        `insert into ${quoted(table)} (${names}) overriding system value
         select ${values} from (select text::jsonb as row from unnest($1::text[]) as text) as given`,
        [texts],
      )
    }
    for (const { name, value } of head.sequences) {
      await client.query('select setval($1::regclass, $2)', [quoted(name), value])
    }
    // Indexes before the foreign keys, which may need them.
    for (const { again } of later.toReversed()) await client.query(again)
    await client.query(releaseTasks)
    await completeSchema(client)
    // Otherwise the first queries are planned for empty tables.
    for (const name of tables.keys()) await client.query(`analyze ${quoted(name)}`)
    await work(client)
    await client.query('commit')
  } catch (error) {
    await client.query('rollback').catch(() => {})
    throw error
  } finally {
    client.release()
  }
}
