// docs/scale.md names every key of an organization's rows that does not begin with the organization, and says why.
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { openTestDatabase } from '../engines.ts'

const page = readFileSync(path.join(import.meta.dirname, '../../docs/scale.md'), 'utf8')
const namesIn = (section: string): string[] => {
  const [, text = ''] = page.split(`## ${section}\n`)
  const rows = text.split('\n## ')[0]!.matchAll(/^\| (`.+?) \|/gm)
  return [...rows].flatMap(([, cell = '']) =>
    [...cell.matchAll(/`(\w+)`/g)].map(([, name]) => name!),
  )
}

test('each key that does not lead with the organization has its reason, and each table without one too', async () => {
  const db = await openTestDatabase('postgres')
  const keys = await db.pool.query<{ name: string }>(
    `select index.relname as name
     from pg_index join pg_class index on index.oid = indexrelid join pg_attribute first on first.attrelid = indrelid and first.attnum = indkey[0]
     where (indisunique or indisprimary) and first.attname <> 'organization_id'
       and exists (select from pg_attribute own where own.attrelid = indrelid and own.attname = 'organization_id')
       and index.relnamespace = 'public'::regnamespace
     union all
     select conname from pg_constraint
     where contype = 'f' and connamespace = 'public'::regnamespace and confrelid <> 'organizations'::regclass
       and exists (select from pg_attribute own where own.attrelid = conrelid and own.attname = 'organization_id')
       and not exists (select from pg_attribute own where own.attrelid = conrelid and own.attname = 'organization_id' and own.attnum = any (conkey))`,
  )
  const tables = await db.pool.query<{ name: string }>(
    `select relname as name from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace
     and not exists (select from pg_attribute own where own.attrelid = pg_class.oid and own.attname = 'organization_id')`,
  )
  await db.close()
  const sorted = (rows: { name: string }[]) => rows.map(({ name }) => name).toSorted()
  expect(namesIn('Keys without the organization').toSorted()).toEqual(sorted(keys.rows))
  expect(namesIn('Tables without an organization').toSorted()).toEqual(sorted(tables.rows))
})
