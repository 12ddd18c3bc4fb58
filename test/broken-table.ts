// A database that fails: one of its tables is away while the work runs.
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
