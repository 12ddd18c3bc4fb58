// Databases that fail during a test: one table is missing, the server cannot be reached, or its answers are lost.
import type { PoolClient } from 'pg'
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

/** Every transaction is committed, and the connection breaks before the answer to its commit. */
export async function withoutCommitAnswers<Result>(
  { pool }: Pick<Database, 'pool'>,
  work: () => Promise<Result>,
): Promise<Result> {
  const connect = pool.connect.bind(pool) as (...callback: unknown[]) => Promise<PoolClient>
  const changed: { client: PoolClient; query: (...args: unknown[]) => Promise<unknown> }[] = []
  const connectLosing = async (...callback: unknown[]) => {
    // The pool's own queries, which are no transactions.
    if (callback.length > 0) return connect(...callback)
    const client = await connect()
    const query = client.query.bind(client) as (...args: unknown[]) => Promise<unknown>
    changed.push({ client, query })
    const losing = async (...args: unknown[]) => {
      const answer = await query(...args)
      if (args[0] === 'commit') throw new Error('Connection terminated unexpectedly')
      return answer
    }
    return Object.assign(client, { query: losing })
  }
  Object.assign(pool, { connect: connectLosing })
  try {
    return await work()
  } finally {
    Object.assign(pool, { connect })
    for (const { client, query } of changed.toReversed()) Object.assign(client, { query })
  }
}
