import { expect, test } from 'vitest'
import { applicationFields } from '#domain/applicants/application-fields.ts'
import { oneEngine, openDatabase } from '#test/databases/engines.ts'

const db = await openDatabase(oneEngine[0] ?? 'embedded')

const limited = Object.entries(applicationFields).flatMap(([field, row]) =>
  'max' in row ? [[field, row.column, row.max] as const] : [],
)

test.each(limited)('the database takes %s up to the same limit', async (_, column, max) => {
  const { rows } = await db.pool.query<{ rule: string }>(
    `select pg_get_constraintdef(oid) as rule from pg_constraint
     where conrelid = 'applicants'::regclass and contype = 'c'`,
  )
  const limits = rows.flatMap(({ rule }) =>
    [...rule.matchAll(/\b(\w+)\)? <= (\d+)/g)].flatMap(([, named, limit]) =>
      named === column ? [Number(limit)] : [],
    ),
  )
  expect(limits).toEqual([max])
})
