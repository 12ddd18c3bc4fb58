// Counts of one organization's applicants for the overview, from index-only scans.
import { sql } from 'kysely'
import { funnelSteps, type Funnel, type Week } from '#domain/overview/overview.ts'
import type { Day } from '#domain/retention/retention.ts'
import type { SourceCount } from '#domain/careers/sources.ts'
import type { OrganizationId } from '#domain/organizations/organization-id.ts'
import { DIFFERENCES_KEPT } from '../applicants/applicant-counts.ts'
import type { Queries } from '../database.ts'
import { inOrganization } from '../organization-filter.ts'

/** Of applicants since a moment, or of all. */
export function countFunnel(
  db: Queries,
  organizationId: OrganizationId,
  { since, position }: { since: Date | null; position: string | undefined },
): Promise<Omit<Funnel, 'seen'>> {
  let query = db
    .selectFrom('applicants')
    .select([
      // `reached`: how many reached each step (`step_of` in the schema).
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

/** Limit of counted sources; more would be of no use in a chart. */
const MOST_SOURCES = 50

/** The sources of applicants since a moment, or of all; the most frequent first. */
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

/**
 * Weeks with applications since a Monday, and one row without a week for their total. From what triggers maintain, in
 * which a wait is as precise as `wait_of` in the schema.
 */
export async function listWeeks(
  db: Queries,
  organizationId: OrganizationId,
  since: Day,
): Promise<(Omit<Week, 'starts_on'> & { starts_on: Day | null })[]> {
  // The median is between the last of the first half and the first of the second.
  const { rows } = await sql<Omit<Week, 'starts_on'> & { starts_on: Day | null }>`
    with kept as (
      select week, wait, sum(difference) as people
      from applicant_weeks
      where ${inOrganization(organizationId)} and week >= ${since}::date
      group by week, wait
      having sum(difference) <> 0
    ), counted as (
      select week, wait, people from kept
      union all
      select null, wait, sum(people) from kept group by wait
    ), placed as (
      select week, wait, people,
        sum(people) filter (where wait is not null) over (partition by week order by wait) as up_to,
        sum(people) filter (where wait is not null) over (partition by week) as answered
      from counted
    )
    select week::text as starts_on, sum(people)::int as applications,
      ((min(wait) filter (where 2 * up_to >= answered) + min(wait) filter (where 2 * up_to > answered)) / 2.0)::float8
        as median_seconds
    from placed
    group by week`.execute(db)
  return rows
}

/** Sums up the differences of a week when there are more than a few of one kind, and deletes weeks before a Monday. */
export async function updateApplicantWeeks(db: Queries, before: Day): Promise<void> {
  await sql`
    with kinds as (
      select organization_id, week, wait from applicant_weeks
      group by 1, 2, 3 having count(*) > ${DIFFERENCES_KEPT} or week < ${before}::date
    ), taken as (
      delete from applicant_weeks using kinds
      where applicant_weeks.organization_id = kinds.organization_id and applicant_weeks.week = kinds.week
        and applicant_weeks.wait is not distinct from kinds.wait
      returning applicant_weeks.*
    )
    insert into applicant_weeks
    select organization_id, week, wait, sum(difference) from taken
    where week >= ${before}::date
    group by 1, 2, 3 having sum(difference) <> 0`.execute(db)
}

/** Those who applied before a moment and have had no reply. */
export async function countWaiting(
  db: Queries,
  organizationId: OrganizationId,
  before: Date,
): Promise<number> {
  const { waiting } = await db
    .selectFrom('applicants')
    .select(sql<number>`count(*)::int`.as('waiting'))
    .where(inOrganization(organizationId))
    // Must match the index's condition exactly.
    .where(sql<boolean>`status = 'applied' and not contacted and withdrawn_at is null`)
    .where('created_at', '<', before.toISOString())
    .executeTakeFirstOrThrow()
  return waiting
}
