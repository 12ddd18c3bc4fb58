// The word of a job in its public address.
import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { jobSlugOf } from '#domain/jobs/jobs.ts'
import type { OrganizationId } from '#domain/organizations/organization-id.ts'
import type { Tx } from '../database.ts'
import { inOrganization } from '../organization-filter.ts'

/** Of the title, or with an ending where another job of the organization has it. Holds a lock until the transaction ends. */
export async function chooseJobSlug(
  tx: Tx,
  organizationId: OrganizationId,
  title: string,
): Promise<string> {
  // Two of the same title at the same moment: the second waits, and then sees the first.
  const { rows } = await sql<{ plain: string }>`
    select unaccent(normalize(${title}::text, NFKC)) as plain,
      pg_advisory_xact_lock(hashtextextended(${organizationId}::text, 77))`.execute(tx)
  const word = jobSlugOf(rows[0]?.plain ?? '')
  const words = [word, ...[2, 3, 4, 5].map((place) => `${word}-${place}`)]
  const taken = await tx
    .selectFrom('job_posts')
    .select('slug')
    .where(inOrganization(organizationId))
    .where('slug', 'in', words)
    .execute()
  const isFree = (each: string) => !taken.some(({ slug }) => slug === each)
  // A long row of the same titles is not counted through again for each.
  return words.find(isFree) ?? `${word}-${randomBytes(3).toString('hex')}`
}
