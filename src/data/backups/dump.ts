// All rows of a database as texts, read in one snapshot, and written into an empty one: the same on both engines, and from one to the other.
import type { PoolClient } from 'pg'
import type { Database } from '../database.ts'
import { migrateDatabase } from '../migrate.ts'

/** `columns`: with their types; what the database computes itself is not among them. */
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
const MIGRATIONS = 'schema_migrations'

const quoted = (name: string) => `"${name.replaceAll('"', '""')}"`

async function readHead(client: PoolClient): Promise<DumpHead> {
  const { rows: done } = await client.query<{ name: string }>(
    `select name from ${MIGRATIONS} order by name`,
  )
  const { rows: tables } = await client.query<DumpedTable>(
    `select relname as name, jsonb_agg(
       jsonb_build_object('name', attname, 'type', format_type(atttypid, atttypmod)) order by attnum) as columns
     from pg_class join pg_attribute on attrelid = pg_class.oid
     where relnamespace = 'public'::regnamespace and relkind = 'r' and relname <> $1
       and attnum > 0 and not attisdropped and attgenerated = ''
     group by relname order by relname`,
    [MIGRATIONS],
  )
  const { rows: sequences } = await client.query<{ name: string; value: string }>(
    `select sequencename as name, last_value::text as value from pg_sequences
     where schemaname = 'public' and last_value is not null order by 1`,
  )
  return { migrations: done.map(({ name }) => name), tables, sequences }
}

/**
 * First the head, then the rows of every table, as they were at one moment. The embedded engine has one connection: everybody else waits
 * until the last row is read.
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

/** True where nothing was ever migrated. */
export async function isEmptyDatabase(db: Database): Promise<boolean> {
  const { rowCount } = await db.pool.query(
    `select from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r' limit 1`,
  )
  return rowCount === 0
}

/**
 * Fills an empty database, with the schema of the dump, in one transaction, in which `work` then runs; and brings it up to date after it. Triggers
 * and foreign keys are off meanwhile: rows come in any order, and no chain is written a second time.
 */
export async function loadDatabase(
  db: Database,
  head: DumpHead,
  rows: AsyncIterable<DumpedRows>,
  work: (client: PoolClient) => Promise<void>,
): Promise<void> {
  await migrateDatabase(db.pool, new Set(head.migrations))
  const client = await db.pool.connect()
  try {
    await client.query('begin')
    const { rows: foreignKeys } = await client.query<{ table: string; name: string; text: string }>(
      `select conrelid::regclass::text as table, conname as name, pg_get_constraintdef(oid) as text
       from pg_constraint where contype = 'f' and connamespace = 'public'::regnamespace`,
    )
    const tables = new Map(head.tables.map((table) => [table.name, table]))
    for (const { table, name } of foreignKeys) {
      await client.query(`alter table ${table} drop constraint ${quoted(name)}`)
    }
    for (const name of tables.keys()) {
      await client.query(`alter table ${quoted(name)} disable trigger user`)
      // What the migrations put there.
      await client.query(`delete from ${quoted(name)}`)
    }
    for await (const { table, rows: texts } of rows) {
      const columns = tables.get(table)?.columns
      if (!columns) throw new Error(`The archive names no table ${table}`)
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
    for (const name of tables.keys()) {
      await client.query(`alter table ${quoted(name)} enable trigger user`)
    }
    for (const { table, name, text } of foreignKeys) {
      await client.query(`alter table ${table} add constraint ${quoted(name)} ${text}`)
    }
    await work(client)
    await client.query('commit')
  } catch (error) {
    await client.query('rollback').catch(() => {})
    throw error
  } finally {
    client.release()
  }
  await migrateDatabase(db.pool)
}
