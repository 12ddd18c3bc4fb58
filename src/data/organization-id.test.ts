// Queries for an organization's rows take its proven id (docs/decisions/0090-proven-organization-id.md).
import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import type { Actor } from '#domain/accounts/access.ts'
import { findApplicant } from './applicants/applicants.ts'
import type { Database, Tx } from './database.ts'
import { listJobs } from './jobs/jobs.ts'
import { inOrganization } from './organization-filter.ts'

/** For the compiler alone: `tsc` fails where a line below a `@ts-expect-error` compiles after all. */
export const refused = (db: Database, tx: Tx, plain: string, actor: Actor) => [
  // @ts-expect-error a plain string
  db.forOrganization(plain, () => Promise.resolve()),
  // @ts-expect-error a plain string
  db.readForOrganization(plain, () => Promise.resolve()),
  // @ts-expect-error a plain string
  listJobs(tx, plain),
  // @ts-expect-error a plain string
  findApplicant(tx, plain, '1'),
  // @ts-expect-error a person who waits for approval has one too
  listJobs(tx, actor.organization_id),
  // @ts-expect-error a plain string
  inOrganization(plain),
  // @ts-expect-error a plain string
  tx.selectFrom('job_posts').where('organization_id', '=', plain),
  // @ts-expect-error a plain string
  tx.insertInto('visits').values({ organization_id: plain, user_id: '1', seen_at: '' }),
]

const root = `${import.meta.dirname}/../..`
const sources = globSync('{src,test,bench,standin}/**/*.{ts,tsx}', { cwd: root }).map((file) => ({
  file,
  text: readFileSync(`${root}/${file}`, 'utf8'),
}))
const count = (pattern: RegExp) =>
  Object.fromEntries(
    sources
      .map(({ file, text }) => [file, text.match(pattern)?.length ?? 0] as const)
      .filter(([, times]) => times > 0),
  )

test('few places make a proven id of a string', () => {
  // A change here needs its reason. What the database answers is typed by src/data/schema.ts.
  expect(count(/ as Organization(?:Id)\b/g)).toEqual({
    // A person, after a look at their profile.
    'src/domain/accounts/access.ts': 1,
    // A link that this installation signed.
    'src/features/mails/unsubscribe.ts': 1,
    'src/gateways/rights/page-links.ts': 1,
    // The encrypted log beside the backups.
    'src/data/backups/repeat-acts.ts': 1,
    // For all tests.
    'test/rows.ts': 1,
  })
})

test('no function of data takes another', () => {
  const plain = count(/\borganization(?:Id|_id)\??: string/g)
  expect(Object.keys(plain).filter((file) => file.startsWith('src/data/'))).toEqual([])
})
