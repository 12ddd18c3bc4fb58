// Counts of one organization's applicants for the overview. They are answered from an index alone.
import { sql } from 'kysely'
import { funnelSteps, type Funnel, type Week } from '#domain/overview/overview.ts'
import type { Day } from '#domain/retention/retention.ts'
import type { SourceCount } from '#domain/careers/sources.ts'
import type { OrganizationId } from '#domain/organizations/organization-id.ts'
import type { Queries } from '../database.ts'
import { inOrganization } from '../organization-filter.ts'

/** Of those who applied since a moment, or ever. */
export function countFunnel(
  db: Queries,
  organizationId: OrganizationId,
  { since, position }: { since: Date | null; position: string | undefined },
): Promise<Omit<Funnel, 'seen'>> {
  let query = db
    .selectFrom('applicants')
    .select([
      // `reached` counts the steps (`step_of` in the schema).
      ...funnelSteps.map((step, place) =>
        sql<number>`count(*) filter (where reached >= ${sql.lit(place)})::int`.as(step),
      ),
      sql<number>`count(*) filter (where status = 'rejected')::int`.as('rejected'),
    ])
    .where(inOrganization(organizationId))
  if (since) query = query.where('created_at', '>=', since.toISOString())
  if (position) query = query.where('role_id', '=', position)
  return query.executeTakeFirstOrThrow()
}

/** More kinds of links are counted as the rest would be of no use in a chart. */
const MOST_SOURCES = 50

/** Where those who applied since a moment, or ever, found the job; the most first. */
export function countSources(
  db: Queries,
  organizationId: OrganizationId,
  { since, position }: { since: Date | null; position: string | undefined },
): Promise<SourceCount[]> {
  let query = db
    .selectFrom('applicants')
    .select(['source', sql<number>`count(*)::int`.as('count')])
    .where(inOrganization(organizationId))
    .groupBy('source')
    .orderBy('count', 'desc')
    .orderBy('source')
    .limit(MOST_SOURCES)
  if (since) query = query.where('created_at', '>=', since.toISOString())
  if (position) query = query.where('role_id', '=', position)
  return query.execute()
}

/** Weeks with applications since a Monday, and one row without a week for all of them together. */
export function listWeeks(
  db: Queries,
  organizationId: OrganizationId,
  since: Day,
): Promise<(Omit<Week, 'starts_on'> & { starts_on: Day | null })[]> {
  const week = sql`date_trunc('week', created_at at time zone 'UTC')::date`
  return db
    .selectFrom((eb) =>
      eb
        .selectFrom('applicants')
        .select([
          sql<Day>`${week}`.as('week'),
          sql<number | null>`extract(epoch from first_reply_at - created_at)::float8`.as('wait'),
        ])
        .where(inOrganization(organizationId))
        .where('created_at', '>=', `${since}T00:00:00Z`)
        .as('arrived'),
    )
    .select([
      sql<Day | null>`week::text`.as('starts_on'),
      sql<number>`count(*)::int`.as('applications'),
      sql<number | null>`percentile_cont(0.5) within group (order by wait)`.as('median_seconds'),
    ])
    .groupBy(sql`grouping sets ((week), ())`)
    .execute()
}

/** Those who applied before a moment and have not heard anything. */
export async function countWaiting(
  db: Queries,
  organizationId: OrganizationId,
  before: Date,
): Promise<number> {
  const { waiting } = await db
    .selectFrom('applicants')
    .select(sql<number>`count(*)::int`.as('waiting'))
    .where(inOrganization(organizationId))
    // As the index says it.
    .where(sql<boolean>`status = 'applied' and not contacted and withdrawn_at is null`)
    .where('created_at', '<', before.toISOString())
    .executeTakeFirstOrThrow()
  return waiting
}
