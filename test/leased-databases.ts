// Databases on the server that serve one test after another: emptying one takes a sixth of the processor's time of creating it
// and of the first queries of each of its connections.
import type { Database } from '#data/database.ts'
import { databaseOn, openPrimary } from '#data/postgres.ts'
import type pg from 'pg'
import { createPostgresDatabase } from './database.ts'

/** As many as the apps of a test; each keeps its connections. */
const MOST_FREE = 3
/** Rows stay as dead ones, and many of them would change the plans of the next test. */
const MOST_BYTES = 2_000_000

type Place = {
  pool: pg.Pool
  url: string
  drop: () => Promise<void>
  /** What was there at first: the schema, as a text that differs after any change to it, and the marks of time. */
  schema: string
  marks: string
}
const free: Place[] = []

const CATALOGS =
  'pg_class pg_attribute pg_constraint pg_db_role_setting pg_index pg_namespace pg_policy pg_proc pg_trigger schema_migrations schema_functions'
const SCHEMA = `select concat_ws(' ', ${CATALOGS.split(' ')
  .map((name) => `(select concat(count(*), '-', max(xmin::text::bigint)) from ${name})`)
  .join(', ')}) as schema`
/** The tables that have had rows, with the bytes of them all. */
const USED = `select array_agg(oid::regclass::text) as tables, sum(pg_relation_size(oid))::int as bytes from pg_class
  where relkind = 'r' and relnamespace = 'public'::regnamespace and relname not like 'schema\\_%' and pg_relation_size(oid) > 0`

async function schemaOf(pool: pg.Pool): Promise<string> {
  const { rows } = await pool.query<{ schema: string }>(SCHEMA)
  return rows[0]?.schema ?? ''
}

async function marksOf(pool: pg.Pool): Promise<string> {
  const { rows } = await pool.query<{ marks: string }>(
    'select to_json(t)::text as marks from time_marks as t',
  )
  return rows[0]?.marks ?? ''
}

async function create(): Promise<Place> {
  const { localUrl, drop } = await createPostgresDatabase()
  const pool = openPrimary(localUrl, 5)
  return { pool, url: localUrl, drop, schema: await schemaOf(pool), marks: await marksOf(pool) }
}

/** Whether it is again as it was at first. */
async function empty({ pool, schema, marks }: Place): Promise<boolean> {
  // A test may have ended the pool, or something may still be at work.
  if (pool.ended || pool.ending || pool.waitingCount > 0 || pool.idleCount < pool.totalCount) {
    return false
  }
  if ((await schemaOf(pool)) !== schema) return false
  const { rows } = await pool.query<{ tables: string[]; bytes: number }>(USED)
  const [used] = rows
  if (!used || used.bytes > MOST_BYTES) return false
  const statements = [
    // No triggers: rows that refer to others, and the trail of acts, go like everything else.
    `set local session_replication_role = replica`,
    ...used.tables.map((name) => `delete from ${name}`),
    `insert into time_marks select * from json_populate_record(null::time_marks, '${marks}')`,
    `select setval(oid::regclass, 1, false) from pg_class where relkind = 'S' and relnamespace = 'public'::regnamespace`,
  ]
  await pool.query(`begin; ${statements.join('; ')}; commit`)
  return true
}

/** A pool that ends for its user, and not for the next one. */
function poolOf(place: Place): pg.Pool {
  let isOver = false
  return new Proxy(place.pool, {
    get(pool, name) {
      if (name === 'end') return async () => void (isOver = true)
      if (isOver && (name === 'query' || name === 'connect')) {
        return () => Promise.reject(new Error('The database of this test is closed'))
      }
      const value: unknown = Reflect.get(pool, name, pool)
      return typeof value === 'function' ? value.bind(pool) : value
    },
  })
}

/** An empty, migrated database of its own; closing it leaves it, emptied, to the next test of this worker. */
export async function leaseDatabase(): Promise<Database> {
  const place = free.pop() ?? (await create())
  const database = databaseOn(poolOf(place), place.url, true)
  return {
    ...database,
    async close() {
      await database.close()
      if (free.length < MOST_FREE && (await empty(place).catch(() => false))) free.push(place)
      else {
        await place.pool.end().catch(() => undefined)
        await place.drop()
      }
    },
  }
}
