// Statistics and dead rows on the embedded engine.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestDatabase } from '#test/databases/engines.ts'
import type { Database } from './database.ts'
import { vacuumTables } from './vacuum.ts'

let db: Database
beforeAll(async () => {
  db = await openTestDatabase('embedded')
})
afterAll(() => db.close())

async function sizeOf(table: string): Promise<number> {
  const { rows } = await db.pool.query<{ size: number }>(
    `select pg_relation_size($1::regclass)::int as size`,
    [table],
  )
  return rows[0]?.size ?? 0
}

test('a table that has grown gets its statistics, and the room of rows that are gone', async () => {
  expect(db.hasAutovacuum).toBe(false)
  await vacuumTables(db.queries, 'all')
  await db.pool.query(
    `create table letters as select n as id, repeat('x', 200) as text from generate_series(1, 5000) as n`,
  )
  expect(await vacuumTables(db.queries, 'grown')).toEqual(['letters'])
  expect(await vacuumTables(db.queries, 'grown')).toEqual([])
  const { rows } = await db.pool.query(`select reltuples from pg_class where relname = 'letters'`)
  expect(rows).toEqual([{ reltuples: 5000 }])

  const before = await sizeOf('letters')
  await db.pool.query('delete from letters')
  expect(await vacuumTables(db.queries, 'all')).toContain('letters')
  expect(await sizeOf('letters')).toBeLessThan(before / 10)
})
