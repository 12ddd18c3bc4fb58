// The tables of applicants.
import type { ApplicationField, Columns } from '#domain/applicants/application-fields.ts'
import type { ColumnType, Generated } from 'kysely'
import type { ApplicantStatus } from '#domain/applicants/applicants.ts'
import type { OrganizationId } from '#domain/organizations/organization-id.ts'
import type { DefaultMoment, OptionalMoment } from '../column-types.ts'

export type ApplicantTables = {
  applicants: {
    id: Generated<string>
    organization_id: OrganizationId
    email: string
    job_post_id: string | null
    role_id: string
    role_title: string
    is_existing_customer: Generated<boolean>
    status: Generated<ApplicantStatus>
    cv_url: string | null
    came_by: string | null
    source: string | null
    language: string | null
    consent_version: string | null
    consented_at: OptionalMoment
    consent_language: string | null
    contacted: Generated<boolean>
    starred: Generated<boolean>
    withdrawn_at: OptionalMoment
    restricted_at: OptionalMoment
    objected_at: OptionalMoment
    no_contact_at: OptionalMoment
    upheld_at: OptionalMoment
    keep_asked_at: OptionalMoment
    kept_at: OptionalMoment
    keep_question: boolean | null
    created_at: DefaultMoment
    updated_at: DefaultMoment
    sort_name: ColumnType<string, never, never>
    reached: Generated<number>
    first_reply_at: OptionalMoment
    sort_role: ColumnType<string, never, never>
    sort_email: ColumnType<string, never, never>
    opened_at: OptionalMoment
    link_generation: Generated<number>
  } & Columns<ApplicationField>
  applicant_tags: {
    organization_id: OrganizationId
    applicant_id: string
    tag: string
    tag_key: string
    created_at: DefaultMoment
  }
  // Differences maintained by triggers on applicants: their sum is the count.
  applicant_counts: {
    organization_id: ColumnType<OrganizationId, never, never>
    role_id: ColumnType<string, never, never>
    is_existing_customer: ColumnType<boolean, never, never>
    contacted: ColumnType<boolean, never, never>
    status: ColumnType<ApplicantStatus, never, never>
    difference: ColumnType<number, never, never>
  }
  // The same by week and by the waiting time for a reply.
  applicant_weeks: {
    organization_id: ColumnType<OrganizationId, never, never>
    week: ColumnType<string, never, never>
    wait: ColumnType<number | null, never, never>
    difference: ColumnType<number, never, never>
  }
  // The same by day, for the funnel and the sources.
  applicant_days: {
    organization_id: ColumnType<OrganizationId, never, never>
    day: ColumnType<string, never, never>
    source: ColumnType<string | null, never, never>
    reached: ColumnType<number, never, never>
    is_rejected: ColumnType<boolean, never, never>
    difference: ColumnType<number, never, never>
  }
  applicant_status_history: {
    id: Generated<string>
    organization_id: OrganizationId
    applicant_id: string
    from_status: ApplicantStatus | null
    to_status: ApplicantStatus
    changed_by: string | null
    changed_at: DefaultMoment
    seq: ColumnType<string, never, never>
    batch_id: string | null
    undoes: string | null
  }
  applicant_notes: {
    id: Generated<string>
    organization_id: OrganizationId
    applicant_id: string
    author_id: string | null
    body: string
    created_at: DefaultMoment
    edited_at: OptionalMoment
  }
  applicant_searches: {
    applicant_id: string
    organization_id: OrganizationId
    created_at: DefaultMoment
    person: string
    document: string
  }
  sent_changes: {
    organization_id: OrganizationId
    key: string
    act: string
    answer: ColumnType<unknown, string | undefined, string>
    created_at: DefaultMoment
  }
}
