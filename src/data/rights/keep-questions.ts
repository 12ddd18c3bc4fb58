// Which applicants to ask whether their application may be kept for another six months.
import { titleForApplicant } from '../jobs/job-texts.ts'
import { sql } from 'kysely'
import { RETENTION, type Day } from '#domain/retention/retention.ts'
import type { OrganizationId } from '#domain/organizations/organization-id.ts'
import type { Queries, Tx } from '../database.ts'
import { inOrganization } from '../organization-filter.ts'

const months = sql`make_interval(months => ${sql.lit(RETENTION.applicantMonths)})`

/** The address wants no mail of this organization. */
const isNoContact = sql<boolean>`exists (
  select from applicants as other
  where other.organization_id = applicants.organization_id and other.sort_email = applicants.sort_email
    and other.no_contact_at is not null
)`

/** Not asked yet, old enough, and neither withdrawn nor without contact. */
const isToAsk = (from: Day, through: Day) => sql<boolean>`
  applicants.keep_asked_at is null and applicants.kept_at is null
  and applicants.withdrawn_at is null and not ${isNoContact}
  and applicants.created_at < ((${through}::date - ${months}) + interval '4 days') at time zone 'UTC'
  and ((applicants.created_at at time zone 'UTC')::date + ${months})::date between ${from}::date and ${through}::date
  and coalesce(applicants.keep_question, organizations.asks_to_keep)`

/** Organizations with such applicants, whose application is deleted between these days. */
export async function listOrganizationsAsking(
  db: Queries,
  from: Day,
  through: Day,
): Promise<OrganizationId[]> {
  const rows = await db
    .selectFrom('applicants')
    .innerJoin('organizations', 'organizations.id', 'applicants.organization_id')
    .select('applicants.organization_id')
    .distinct()
    .where(isToAsk(from, through))
    .execute()
  return rows.map(({ organization_id }) => organization_id)
}

/** Whether the question may still be sent: not after an answer, and not after an opt-out. */
export async function findIsKeepQuestionOpen(
  tx: Tx,
  organizationId: OrganizationId,
  applicantId: string,
): Promise<boolean> {
  const row = await tx
    .selectFrom('applicants')
    .select('id')
    .where(inOrganization(organizationId))
    .where('id', '=', applicantId)
    .where(
      sql<boolean>`kept_at is null and withdrawn_at is null and not ${isNoContact} and objected_at is null
        and restricted_at is null`,
    )
    // A concurrent opt-out waits, or is seen.
    .forShare()
    .executeTakeFirst()
  return row !== undefined
}

/**
 * Marks them as asked, so that each is asked once, and returns them. Restricted ones are hidden, and so never asked.
 */
export async function updateKeepAsked(
  tx: Tx,
  organizationId: OrganizationId,
  { from, through, now, most }: { from: Day; through: Day; now: Date; most: number },
): Promise<
  {
    id: string
    email: string
    first_name: string
    last_name: string
    role_title: string
    created_at: string
    link_generation: number
    language: string | null
  }[]
> {
  const asked = tx
    .selectFrom('applicants')
    .innerJoin('organizations', 'organizations.id', 'applicants.organization_id')
    .select('applicants.id')
    .where(inOrganization(organizationId, 'applicants.organization_id'))
    .where(isToAsk(from, through))
    .orderBy('applicants.id')
    .limit(most)
  return tx
    .updateTable('applicants')
    .set({ keep_asked_at: now })
    .where(inOrganization(organizationId))
    .where('id', 'in', asked)
    .where('keep_asked_at', 'is', null)
    .returning([
      'id',
      'email',
      'first_name',
      'last_name',
      titleForApplicant.as('role_title'),
      'created_at',
      'link_generation',
      'language',
    ])
    .execute()
}
