// How the facts of a job are selected, and when it is open.
import { sql, type Expression } from 'kysely'
import type { OrganizationId } from '#domain/organizations/organization-id.ts'
import type { PayPeriod } from '#domain/jobs/job-facts.ts'
import { inOrganization } from '../organization-filter.ts'

/** Opened by its owner, and its closing day is not over, even when the scheduled work that closes it is late. */
export const isOpen = sql<boolean>`(job_posts.is_active and (job_posts.closes_at is null or job_posts.closes_at > now()))`

const figure = <Name extends 'salary_from' | 'salary_to' | 'weekly_hours'>(name: Name) =>
  sql<number | null>`job_posts.${sql.ref(name)}::float8`.as(name)
const day = <Name extends 'starts_on' | 'closes_on'>(name: Name) =>
  sql<string | null>`job_posts.${sql.ref(name)}::text`.as(name)

export const salaryColumns = [
  'job_posts.salary_range',
  figure('salary_from'),
  figure('salary_to'),
  'job_posts.salary_currency',
  sql<PayPeriod | null>`job_posts.salary_period`.as('salary_period'),
] as const

export const placeColumns = [
  'job_posts.location',
  'job_posts.is_remote',
  'job_posts.town',
  'job_posts.region',
  'job_posts.country',
  'job_posts.further_places',
] as const

export const closesOn = day('closes_on')
/** The end of a closing day where the organization is. */
export const closingMoment = (organizationId: OrganizationId, closingDay: Expression<unknown>) =>
  sql<string>`(${closingDay}::date + 1)::timestamp at time zone coalesce(
    (select time_zone from organizations where ${inOrganization(organizationId, 'organizations.id')}), 'UTC')`
export const weeklyHours = figure('weekly_hours')

/** All of `JobFacts`, and the two texts in which the owner describes the same freely. */
export const factColumns = [
  ...salaryColumns,
  ...placeColumns,
  'job_posts.street',
  'job_posts.postcode',
  'job_posts.remote_countries',
  weeklyHours,
  'job_posts.openings',
  day('starts_on'),
  closesOn,
  'job_posts.contact',
  'job_posts.is_unlisted',
] as const
