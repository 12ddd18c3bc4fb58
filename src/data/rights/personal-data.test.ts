// A person's copy holds every personal column that docs/privacy.md names, or the reason stands here.
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import {
  DummyDriver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
} from 'kysely'
import { expect, test } from 'vitest'
import { asOrganizationId } from '#test/rows.ts'
import type { WholeTx } from '../database.ts'
import type { Schema } from '../schema.ts'
import { listPersonalData } from './personal-data.ts'

const leftOut: Record<string, readonly string[]> = {
  // The file itself is in the copy; the others are derived from name and address.
  applicants: ['cv_url', 'sort_name', 'sort_email'],
  // Of another person, the staff member.
  applicant_notes: ['author_id'],
  applicant_status_history: ['changed_by'],
  rights_requests: ['email', 'recorded_by', 'completed_by'],
  // `data_sealed` and `words`: the same mail before it is sent. `further_applicants`: applications that are in the copy.
  applicant_mails: ['further_applicants', 'words', 'data_sealed', 'created_by'],
  applicant_tags: ['tag_key'],
  // Keys and addresses of the file, which is in the copy; whence it came is forgotten by then.
  cv_files: ['verification_id', 'storage_key', 'key_sealed', 'scan_name', 'sent_from'],
  // Figures of the store, for an hour; later they are in applicant_customers.
  email_verifications: ['customer_sealed'],
  applicant_customers: [],
}

/** The columns that are selected of each table; nothing is sent to a database. */
async function selected(): Promise<Map<string, string[]>> {
  const columns = new Map<string, string[]>()
  const db = new Kysely<Schema>({
    dialect: {
      createAdapter: () => new PostgresAdapter(),
      createDriver: () => new DummyDriver(),
      createIntrospector: (of) => new PostgresIntrospector(of),
      createQueryCompiler: () => new PostgresQueryCompiler(),
    },
    log: ({ query }) => {
      const [, list = '', table = ''] = /^select (.+?) from "(\w+)"/.exec(query.sql) ?? []
      columns.set(
        table,
        [...list.matchAll(/"(\w+)"/g)].map(([, name = '']) => name),
      )
    },
  })
  // Not a real transaction: the test reads the statements alone.
  await listPersonalData(db as unknown as WholeTx, asOrganizationId('o1'), 'a@example.com')
  return columns
}

test('the copy has what the data map says is about the person', async () => {
  const map = await readFile(path.join(import.meta.dirname, '../../../docs/privacy.md'), 'utf8')
  const columns = await selected()
  expect([...columns.keys()].toSorted()).toEqual(Object.keys(leftOut).toSorted())
  for (const [table, found] of columns) {
    const [, personal = ''] = new RegExp(`^\\| \`${table}\` \\| ([^|]+) \\|`, 'm').exec(map) ?? []
    const named = [...personal.matchAll(/`(\w+)`/g)].map(([, name = '']) => name)
    expect(named.length).toBeGreaterThan(0)
    const missing = named.filter((name) => !found.includes(name))
    expect([table, missing.toSorted()]).toEqual([table, [...(leftOut[table] ?? [])].toSorted()])
  }
})
