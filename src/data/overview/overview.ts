// Counts of one organization's applicants for the overview, from what triggers maintain and from indexes.
import type { Cutoff } from '#domain/retention/deletion-time.ts'
import { sql, type RawBuilder } from 'kysely'
import { firstOfWeeks, funnelSteps, type Funnel, type Week } from '#domain/overview/overview.ts'
import { addDays, dayOf, type Day } from '#domain/retention/retention.ts'
import type { SourceCount } from '#domain/careers/sources.ts'
import type { OrganizationId } from '#domain/organizations/organization-id.ts'
import { DIFFERENCES_KEPT } from '../applicants/applicant-counts.ts'
import type { Queries } from '../database.ts'
import { inOrganization } from '../organization-filter.ts'

type Reported = { since: Date | null; position: string | undefined }

/**
 * Applicants by what a report tells them apart by. Of a position they are counted one by one; otherwise from what triggers maintain by
 * day, and the first day, of which `since` is a moment, one by one.
 */
function reported(organizationId: OrganizationId, { since, position }: Reported) {
  const counted = (condition: RawBuilder<boolean>) => sql`
    select source, reached, status = 'rejected' as is_rejected, count(*) as people from applicants
    where ${inOrganization(organizationId)} and ${condition}
    group by 1, 2, 3`
  const isSince = since ? sql<boolean>`created_at >= ${since.toISOString()}` : sql<boolean>`true`
  if (position) return counted(sql<boolean>`role_id = ${position} and ${isSince}`)
  const kept = sql`
    select source, reached, is_rejected, sum(difference) as people from applicant_days
    where ${inOrganization(organizationId)} and ${since ? sql`day > ${dayOf(since)}::date` : sql`true`}
    group by 1, 2, 3`
  if (!since) return kept
  const nextDay = `${addDays(dayOf(since), 1)}T00:00:00Z`
  return sql`${kept} union all ${counted(sql<boolean>`${isSince} and created_at < ${nextDay}`)}`
}

/** Of applicants since a moment, or of all. */
export async function countFunnel(
  db: Queries,
  organizationId: OrganizationId,
  report: Reported,
): Promise<Omit<Funnel, 'seen'>> {
  // `reached`: how many reached each step (src/data/applicants/progress.ts).
  const steps = funnelSteps.map(
    (step, place) =>
      sql`coalesce(sum(people) filter (where reached >= ${sql.lit(place)}), 0)::int as ${sql.ref(step)}`,
  )
  const { rows } = await sql<Omit<Funnel, 'seen'>>`
    select ${sql.join(steps)}, coalesce(sum(people) filter (where is_rejected), 0)::int as rejected
    from (${reported(organizationId, report)}) as reported`.execute(db)
  const [funnel] = rows
  if (!funnel) throw new Error('A sum without a row')
  return funnel
}

/** Limit of counted sources; more would be of no use in a chart. */
const MOST_SOURCES = 50

/** The sources of applicants since a moment, or of all; the most frequent first. */
export async function countSources(
  db: Queries,
  organizationId: OrganizationId,
  report: Reported,
): Promise<SourceCount[]> {
  const { rows } = await sql<SourceCount>`
    select source, sum(people)::int as count
    from (${reported(organizationId, report)}) as reported
    group by source
    having sum(people) <> 0
    order by count desc, source
    limit ${MOST_SOURCES}`.execute(db)
  return rows
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

const FIRST_MONDAY: Day = '1970-01-05'

/** Sums up the differences of a week when there are more than a few of one kind, and, when the time is known, deletes the weeks before those that are shown. */
export async function updateApplicantWeeks(db: Queries, now: Cutoff | undefined): Promise<void> {
  const before: Day = now ? firstOfWeeks(now) : FIRST_MONDAY
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

/** Sums up the differences of a day when there are more than a few of one kind, and deletes those that cancel each other out. */
export async function updateApplicantDays(db: Queries): Promise<void> {
  await sql`
    with kinds as (
      select organization_id, day, source, reached, is_rejected from applicant_days
      group by 1, 2, 3, 4, 5 having count(*) > ${DIFFERENCES_KEPT} or sum(difference) = 0
    ), taken as (
      delete from applicant_days using kinds
      where (applicant_days.organization_id, applicant_days.day, applicant_days.reached, applicant_days.is_rejected)
          = (kinds.organization_id, kinds.day, kinds.reached, kinds.is_rejected)
        and applicant_days.source is not distinct from kinds.source
      returning applicant_days.*
    )
    insert into applicant_days
    select organization_id, day, source, reached, is_rejected, sum(difference) from taken
    group by 1, 2, 3, 4, 5 having sum(difference) <> 0`.execute(db)
}

/**
 * Those who applied before a moment and have had no reply: all who have had none, as triggers maintain them, without those since.
 * Only where restricted applications are hidden, as they are in what is maintained.
 */
export async function countWaiting(
  db: Queries,
  organizationId: OrganizationId,
  before: Date,
): Promise<number> {
  // The conditions of the second must match its index exactly.
  const { rows } = await sql<{ waiting: number }>`
    select (
      select coalesce(sum(difference), 0) from applicant_counts
      where ${inOrganization(organizationId)} and status = 'applied' and not contacted
    )::int - (
      select count(*) from applicants
      where ${inOrganization(organizationId)} and status = 'applied' and not contacted and withdrawn_at is null
        and created_at >= ${before.toISOString()}
    )::int as waiting`.execute(db)
  return rows[0]?.waiting ?? 0
}
