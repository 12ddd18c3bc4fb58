// Databases that fail during a test: one table is missing, or the server cannot be reached.
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

/** Refuses every new connection, with this error. */
export async function withoutDatabase<Result>(
  { pool }: Pick<Database, 'pool'>,
  work: () => Promise<Result>,
  refused: () => Error = () => Object.assign(new Error('secret'), { code: 'ECONNREFUSED' }),
): Promise<Result> {
  const connect = pool.connect.bind(pool)
  // The pool's own queries use a callback: one that is never called would block a worker forever.
  const gone = (callback?: (error: Error) => void) =>
    callback ? callback(refused()) : Promise.reject(refused())
  Object.assign(pool, { connect: gone })
  try {
    return await work()
  } finally {
    Object.assign(pool, { connect })
  }
}
