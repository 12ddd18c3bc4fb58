// The tables of job posts.
import type { TextLanguage } from '#domain/jobs/job-texts.ts'
import type { ColumnType, Generated } from 'kysely'
import type { JobPlace, PayPeriod } from '#domain/jobs/job-facts.ts'
import type { EmploymentType, ExperienceLevel } from '#domain/jobs/jobs.ts'
import type { OrganizationId } from '#domain/organizations/organization-id.ts'
import type { DefaultMoment, DecimalColumn } from '../column-types.ts'

export type JobTables = {
  job_views: {
    organization_id: OrganizationId
    job_post_id: string
    day: string
    views: number
  }
  job_posts: {
    id: Generated<string>
    title: string
    description: string
    requirements: Generated<string>
    benefits: Generated<string>
    location: string | null
    employment_type: Generated<EmploymentType>
    salary_range: string | null
    experience_level: Generated<ExperienceLevel>
    revision: Generated<number>
    slug: string
    is_active: Generated<boolean>
    organization_id: OrganizationId
    created_by: string | null
    created_at: DefaultMoment
    /** Read as a number by `factColumns`. */
    salary_from: DecimalColumn
    salary_to: DecimalColumn
    salary_currency: string | null
    salary_period: PayPeriod | null
    is_remote: Generated<boolean>
    street: string | null
    town: string | null
    region: string | null
    postcode: string | null
    country: string | null
    remote_countries: Generated<string[]>
    further_places: ColumnType<JobPlace[], string | undefined, string>
    weekly_hours: DecimalColumn
    openings: number | null
    starts_on: string | null
    closes_on: string | null
    /** From `closes_on` and the organization's time zone. */
    closes_at: string | null
    contact: string | null
    is_unlisted: Generated<boolean>
    /** The language of its original text; null: the organization's. */
    language: TextLanguage | null
    /** When visitors last saw it change; kept by triggers. */
    changed_at: ColumnType<string | null, never, never>
  }
  job_texts: {
    organization_id: OrganizationId
    job_id: string
    language: TextLanguage
    title: string
    description: string
    requirements: Generated<string>
    benefits: Generated<string>
    changed_at: DefaultMoment
    is_machine_made: Generated<boolean>
    revision: Generated<number>
  }
}
