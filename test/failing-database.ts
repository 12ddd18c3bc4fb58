// Databases that fail: one of their tables is away, or none of them can be reached, while the work runs.
import type { Database } from '#data/database.ts'

export async function withoutTable<Result>(
  { pool }: Pick<Database, 'pool'>,
  table: string,
  work: () => Promise<Result>,
): Promise<Result> {
  await pool.query(`alter table ${table} rename to ${table}_away`)
  try {
    return await work()
  } finally {
    await pool.query(`alter table ${table}_away rename to ${table}`)
  }
}

/** Every new connection is refused, as by a server that is away. */
export async function withoutDatabase<Result>(
  { pool }: Pick<Database, 'pool'>,
  work: () => Promise<Result>,
): Promise<Result> {
  const connect = pool.connect.bind(pool)
  const refused = () => Object.assign(new Error('secret'), { code: 'ECONNREFUSED' })
  // The pool's own queries ask by callback: one that is never called would keep a worker waiting for good.
  const gone = (callback?: (error: Error) => void) =>
    callback ? callback(refused()) : Promise.reject(refused())
  Object.assign(pool, { connect: gone })
  try {
    return await work()
  } finally {
    Object.assign(pool, { connect })
  }
}
