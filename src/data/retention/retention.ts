// The scheduled deletion: which applications are due, and its state between runs.
import type { Cutoff } from '#domain/retention/deletion-time.ts'
import { sql } from 'kysely'
import {
  dayOf,
  RETENTION,
  type Day,
  type ExpiringApplication,
  type Waited,
} from '#domain/retention/retention.ts'
import type { OrganizationId } from '#domain/organizations/organization-id.ts'
import type { Queries, Tx, WholeTx } from '../database.ts'
import type { ApplicationToErase } from './erasures.ts'
import { countOfAll } from '../applicants/applicant-counts.ts'
import { inOrganization } from '../organization-filter.ts'
import { isUnrestricted } from '../rights/own-application.ts'

const months = sql`make_interval(months => ${sql.lit(RETENTION.applicantMonths)})`

/** The same day as `deletionDay` of domain/retention/retention.ts. */
const expiresOn = sql<Day>`((created_at at time zone 'UTC')::date
  + case when kept_at is null then 1 else 2 end * ${months})::date`

/** A superset of those due by `day`, which the index of the list serves: short months shift a day by three at most. */
const oldEnough = (day: Day) =>
  sql<boolean>`created_at < ((${day}::date - ${months}) + interval '4 days') at time zone 'UTC'`

const upTo = (day: Day) => sql<boolean>`${oldEnough(day)} and ${expiresOn} <= ${day}::date`

/** Organizations with an application to delete by that day, and those whose deletion is stopped until an owner confirms. */
export async function listOrganizationsExpiring(
  db: Queries,
  through: Day,
): Promise<OrganizationId[]> {
  const rows = await db
    .selectFrom('organizations')
    .select('organizations.id')
    .where((eb) =>
      eb.or([
        eb.exists(
          eb
            .selectFrom('applicants')
            .select('applicants.id')
            .whereRef('applicants.organization_id', '=', 'organizations.id')
            .where(upTo(through)),
        ),
        eb.exists(
          eb
            .selectFrom('retention_states')
            .select('retention_states.organization_id')
            .whereRef('retention_states.organization_id', '=', 'organizations.id')
            .where('stopped_at', 'is not', null),
        ),
      ]),
    )
    .orderBy('organizations.id')
    .execute()
  return rows.map(({ id }) => id)
}

export type RetentionState = {
  stopped_on: Day | null
  confirmed_through: Day | null
  announced_through: Day | null
  mailed_on: Day | null
} & Waited

/** Locks the organization's retention state until the transaction ends. */
export async function findRetentionStateLocked(
  tx: Tx,
  organizationId: OrganizationId,
): Promise<RetentionState> {
  await tx
    .insertInto('retention_states')
    .values({ organization_id: organizationId })
    .onConflict((conflict) => conflict.column('organization_id').doNothing())
    .execute()
  return state(tx, organizationId).forUpdate().executeTakeFirstOrThrow()
}

const state = (db: Queries, organizationId: OrganizationId) =>
  db
    .selectFrom('retention_states')
    .select([
      sql<Day | null>`(stopped_at at time zone 'UTC')::date::text`.as('stopped_on'),
      sql<Day | null>`confirmed_through::text`.as('confirmed_through'),
      sql<Day | null>`announced_through::text`.as('announced_through'),
      sql<Day | null>`mailed_on::text`.as('mailed_on'),
      'waited_days',
      sql<Day | null>`waited_on::text`.as('waited_on'),
    ])
    .where(inOrganization(organizationId))

export async function updateRetentionState(
  tx: Tx,
  organizationId: OrganizationId,
  values: {
    stopped_at?: Date | null
    confirmed_through?: Day
    confirmed_by?: string | null
    announced_through?: Day
    mailed_on?: Day
    waited_days?: number
    waited_on?: Day
  },
): Promise<void> {
  await tx
    .updateTable('retention_states')
    .set(values)
    .where(inOrganization(organizationId))
    .execute()
}

/** Of the whole installation, for its metrics. */
export async function countStoppedRetention(db: Queries): Promise<number> {
  const { count } = await db
    .selectFrom('retention_states')
    .select(sql<number>`count(*)::int`.as('count'))
    .where('stopped_at', 'is not', null)
    .executeTakeFirstOrThrow()
  return count
}

export type ExpiringCounts = {
  total: number
  /** Due by today, and how many of them an owner has confirmed. */
  due: number
  agreed: number
  /** Due after today within the warning period; how many of them were not announced to owners yet; and the first day. */
  soon: number
  unannounced: number
  first_on: Day | null
} & Waited

/** Includes restricted applications, which are deleted on their day like all others. */
export async function countExpiring(
  db: Queries,
  organizationId: OrganizationId,
  { today, warned }: { today: Day; warned: Day },
): Promise<ExpiringCounts> {
  const { rows } = await sql<ExpiringCounts>`
    with hidden as materialized (
      select created_at, kept_at from restricted_ages()
    ), aged as (
      select created_at, kept_at from applicants
      where ${inOrganization(organizationId)} and ${isUnrestricted} and ${oldEnough(warned)}
      union all
      select created_at, kept_at from hidden
    )
    select (${countOfAll(organizationId)} + (select count(*) from hidden) + (
        select count(*) from applicants
        where ${inOrganization(organizationId)} and ${isUnrestricted} and withdrawn_at is not null
      ))::int as total,
      count(*) filter (where day <= ${today}::date)::int as due,
      count(*) filter (where day <= ${today}::date and day <= confirmed_through)::int as agreed,
      count(*) filter (where day > ${today}::date)::int as soon,
      count(*) filter (where day > ${today}::date and day > coalesce(announced_through, '-infinity'))::int as unannounced,
      (min(day) filter (where day > ${today}::date))::text as first_on,
      coalesce(max(waited_days), 0)::int as waited_days, max(waited_on)::text as waited_on
    from (select ${expiresOn} as day from aged) as expiring
    left join retention_states on ${inOrganization(organizationId)}
    where day <= ${warned}::date`.execute(db)
  const [counts] = rows
  if (!counts) throw new Error('A count is always one row')
  return counts
}

/** Some of the applications due by that day, locked until the transaction ends; skips those that another process has locked. */
export function listExpiredLocked(
  tx: WholeTx,
  organizationId: OrganizationId,
  { through, now }: { through: Day; now: Cutoff },
  most: number,
): Promise<ApplicationToErase[]> {
  const today = dayOf(now)
  return tx
    .selectFrom('applicants')
    .select(['id', 'email', 'role_id'])
    .where(inOrganization(organizationId))
    .where(upTo(through < today ? through : today))
    .orderBy('id')
    .limit(most)
    .forUpdate()
    .skipLocked()
    .execute()
}

/** Applications due by that day, oldest first. */
export function listExpiring(
  db: Queries,
  organizationId: OrganizationId,
  through: Day,
  most: number,
): Promise<ExpiringApplication[]> {
  return db
    .selectFrom('applicants')
    .select([
      'id',
      'first_name',
      'last_name',
      'role_title',
      'created_at',
      sql<Day>`${expiresOn}::text`.as('expires_on'),
    ])
    .where(inOrganization(organizationId))
    .where(upTo(through))
    .orderBy('created_at')
    .orderBy('id')
    .limit(most)
    .execute()
}
