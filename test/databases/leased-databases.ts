// Databases that serve one test after another. On a server, emptying one takes a sixth of the processor's time of creating it
// and of the first queries of each of its connections; an embedded one takes two seconds to load.
import type { Database } from '#data/database.ts'
import type pg from 'pg'

/** Rows stay as dead ones, and many of them would change the plans of the next test. */
const MOST_BYTES = 2_000_000

export type Opened = {
  pool: pg.Pool
  /** The interface of the product, whose pool may be ended without ending this one. */
  on: (pool: pg.Pool) => Database
  /** After its pool. */
  end: () => Promise<void>
}

/** `schema` and `marks`: what was there at first, as texts. The first differs after any change to the schema. */
type Place = Opened & { schema: string; marks: string }

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
function poolOf(place: Opened): pg.Pool {
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

/**
 * Leases empty, migrated databases to the tests of this worker. Closing one leaves it, emptied, to the next test, unless `most` are
 * free already.
 */
export function leasing(create: () => Promise<Opened>, most: number): () => Promise<Database> {
  const free: Place[] = []

  async function createPlace(): Promise<Place> {
    const opened = await create()
    return { ...opened, schema: await schemaOf(opened.pool), marks: await marksOf(opened.pool) }
  }

  return async () => {
    const place = free.pop() ?? (await createPlace())
    const database = place.on(poolOf(place))
    return {
      ...database,
      async close() {
        await database.close()
        if (free.length < most && (await empty(place).catch(() => false))) free.push(place)
        else {
          await place.pool.end().catch(() => undefined)
          await place.end()
        }
      },
    }
  }
}
