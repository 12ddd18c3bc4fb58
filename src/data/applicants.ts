// Applicants and their status history.
import { sql, type SelectQueryBuilder } from 'kysely'
import {
  applicantStatuses,
  type Applicant,
  type ApplicantCounts,
  type ApplicantFilter,
  type ApplicantRow,
  type ApplicantStatus,
  type ApplicationInput,
  type OtherApplication,
  type StatusChange,
} from '#domain/applicants.ts'
import type { Queries } from './database.ts'
import { inOrganization } from './organization-filter.ts'
import type { Schema } from './schema.ts'

const rowColumns = [
  'id',
  'email',
  'job_post_id',
  'role_id',
  'role_title',
  'first_name',
  'last_name',
  'is_existing_customer',
  'status',
  'contacted',
  sql<boolean>`cv_url is not null`.as('has_cv'),
  'created_at',
] as const

/** Where a page of the list starts: after this row. */
export type Cursor = { created_at: string; id: string }

type Filter = Omit<ApplicantFilter, 'tab'>

function filtered<Output>(
  query: SelectQueryBuilder<Schema, 'applicants', Output>,
  organizationId: string,
  filter: Filter,
): SelectQueryBuilder<Schema, 'applicants', Output> {
  let narrowed = query.where(inOrganization(organizationId))
  if (filter.position) narrowed = narrowed.where('role_id', '=', filter.position)
  if (filter.customer) {
    narrowed = narrowed.where('is_existing_customer', '=', filter.customer === 'customer')
  }
  if (filter.contact) narrowed = narrowed.where('contacted', '=', filter.contact === 'contacted')
  if (filter.q) {
    const words = `%${filter.q.replace(/[\\%_]/g, '\\$&')}%`
    narrowed = narrowed.where(
      sql<string>`first_name || ' ' || last_name || ' ' || email`,
      'ilike',
      words,
    )
  }
  return narrowed
}

/** One page, newest first. By key, so that a deep page costs what the first costs. */
export function listApplicants(
  db: Queries,
  organizationId: string,
  filter: ApplicantFilter,
  page: { after: Cursor | null; limit: number },
): Promise<ApplicantRow[]> {
  let query = filtered(db.selectFrom('applicants').select(rowColumns), organizationId, filter)
  if (filter.tab !== 'all') query = query.where('status', '=', filter.tab)
  if (page.after) {
    const { created_at, id } = page.after
    query = query.where(sql<boolean>`(created_at, id) < (${created_at}::timestamptz, ${id}::uuid)`)
  }
  return query.orderBy('created_at', 'desc').orderBy('id', 'desc').limit(page.limit).execute()
}

export async function countApplicants(
  db: Queries,
  organizationId: string,
  filter: Filter,
): Promise<ApplicantCounts> {
  const rows = await filtered(
    db.selectFrom('applicants').select(['status', sql<number>`count(*)::int`.as('count')]),
    organizationId,
    filter,
  )
    .groupBy('status')
    .execute()
  const found = new Map(rows.map((row) => [row.status, row.count]))
  const counts = { all: 0 } as ApplicantCounts
  for (const status of applicantStatuses) {
    counts[status] = found.get(status) ?? 0
    counts.all += counts[status]
  }
  return counts
}

export function findApplicant(
  db: Queries,
  organizationId: string,
  id: string,
): Promise<Applicant | undefined> {
  return db
    .selectFrom('applicants')
    .leftJoin('cv_files', 'cv_files.applicant_id', 'applicants.id')
    .select([
      'applicants.id',
      'applicants.email',
      'applicants.job_post_id',
      'applicants.role_id',
      'applicants.role_title',
      'applicants.first_name',
      'applicants.last_name',
      'applicants.phone',
      'applicants.experience_years',
      'applicants.linkedin_url',
      'applicants.website_url',
      'applicants.cover_letter',
      'applicants.additional_info',
      'applicants.is_existing_customer',
      'applicants.status',
      'applicants.contacted',
      'applicants.cv_url',
      'cv_files.original_name as cv_name',
      'cv_files.byte_size as cv_size',
      'applicants.created_at',
      'applicants.updated_at',
    ])
    .where(inOrganization(organizationId, 'applicants.organization_id'))
    .where('applicants.id', '=', id)
    .executeTakeFirst()
}

/** Newest first, with the name of whoever made the change. */
export function listStatusChanges(
  db: Queries,
  organizationId: string,
  applicantId: string,
): Promise<StatusChange[]> {
  return db
    .selectFrom('applicant_status_history as history')
    .leftJoin('profiles', 'profiles.id', 'history.changed_by')
    .select([
      'history.id',
      'history.from_status',
      'history.to_status',
      'history.changed_by',
      sql<string | null>`profiles.first_name || ' ' || profiles.last_name`.as('changed_by_name'),
      'history.changed_at',
    ])
    .where(inOrganization(organizationId, 'history.organization_id'))
    .where('history.applicant_id', '=', applicantId)
    .orderBy('history.changed_at', 'desc')
    .orderBy('history.id', 'desc')
    .execute()
}

/** An applicant as the list shows them. */
export function findApplicantRow(
  db: Queries,
  organizationId: string,
  id: string,
): Promise<ApplicantRow | undefined> {
  return db
    .selectFrom('applicants')
    .select(rowColumns)
    .where(inOrganization(organizationId))
    .where('id', '=', id)
    .executeTakeFirst()
}

/** What else came from the same address, newest first. */
export function listOtherApplications(
  db: Queries,
  organizationId: string,
  applicant: { id: string; email: string },
): Promise<OtherApplication[]> {
  return db
    .selectFrom('applicants')
    .select(['id', 'role_title', 'status', 'created_at'])
    .where(inOrganization(organizationId))
    .where(sql<string>`lower(email)`, '=', applicant.email.toLowerCase())
    .where('id', '!=', applicant.id)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .execute()
}

/** What came of an application: the new row, or why there is none. */
export type Inserted =
  | { applicant: ApplicantRow }
  | { applicant: undefined; refused: 'job closed' | 'file gone' }

/**
 * An application, whole: the row, its file, its history and its audit event in one statement, while the job is held open.
 * Refused by the index applicants_job_email_idx when this address has applied for this job already.
 */
export async function insertApplication(
  db: Queries,
  organizationId: string,
  values: {
    email: string
    jobId: string
    verificationId: string
    cvId: string | null
    form: ApplicationInput
    isExistingCustomer: boolean
  },
): Promise<Inserted> {
  const { form, cvId } = values
  const { rows } = await sql<
    Omit<ApplicantRow, 'id'> & { id: string | null; is_job_open: boolean }
  >`
    with job as materialized (
      select id, title from job_posts
      where ${inOrganization(organizationId)} and id = ${values.jobId} and is_active
      for share
    ), file as materialized (
      select id, storage_key from cv_files
      where ${inOrganization(organizationId)} and verification_id = ${values.verificationId}
        and id::text = ${cvId?.toLowerCase() ?? null} and applicant_id is null
      for update
    ), applicant as (
      insert into applicants (organization_id, email, job_post_id, role_id, role_title, first_name,
        last_name, phone, experience_years, linkedin_url, website_url, cover_letter,
        additional_info, is_existing_customer, cv_url)
      select ${organizationId}::uuid, ${values.email}, job.id, job.id, job.title, ${form.firstName},
        ${form.lastName}, ${form.phone}, ${form.experienceYears}::int, ${form.linkedinUrl},
        ${form.websiteUrl}, ${form.coverLetter}, ${form.additionalInfo},
        ${values.isExistingCustomer}::boolean, (select storage_key from file)
      from job
      where ${cvId}::text is null or exists (select from file)
      returning *
    ), claimed as (
      update cv_files set applicant_id = applicant.id
      from applicant
      where ${inOrganization(organizationId, 'cv_files.organization_id')} and cv_files.id = (select id from file)
    ), history as (
      insert into applicant_status_history (organization_id, applicant_id, to_status)
      select organization_id, id, status from applicant
    ), audit as (
      insert into audit_events (organization_id, action, resource_type, resource_id)
      select organization_id, 'applicant.created', 'applicant', id::text from applicant
    )
    select exists (select from job) as is_job_open, applicant.id, applicant.email,
      applicant.job_post_id, applicant.role_id, applicant.role_title, applicant.first_name,
      applicant.last_name, applicant.is_existing_customer, applicant.status, applicant.contacted,
      applicant.cv_url is not null as has_cv, applicant.created_at
    from (values (1)) as one left join applicant on true`.execute(db)
  const [row] = rows
  if (!row?.is_job_open) return { applicant: undefined, refused: 'job closed' }
  const { is_job_open: _, id, ...applicant } = row
  return id === null
    ? { applicant: undefined, refused: 'file gone' }
    : { applicant: { ...applicant, id } }
}

export async function hasApplied(
  db: Queries,
  organizationId: string,
  jobId: string,
  email: string,
): Promise<boolean> {
  const row = await db
    .selectFrom('applicants')
    .select('id')
    .where(inOrganization(organizationId))
    .where('job_post_id', '=', jobId)
    .where(sql<string>`lower(email)`, '=', email.toLowerCase())
    .executeTakeFirst()
  return row !== undefined
}

/** A row alone, as the demo brings them. */
export function insertApplicant(
  db: Queries,
  organizationId: string,
  values: {
    email: string
    job: { id: string; title: string }
    form: ApplicationInput
    cvUrl: string | null
    isExistingCustomer: boolean
    status?: ApplicantStatus
    contacted?: boolean
    createdAt?: Date
    updatedAt?: Date
  },
): Promise<ApplicantRow> {
  const { form } = values
  return db
    .insertInto('applicants')
    .values({
      organization_id: organizationId,
      email: values.email,
      job_post_id: values.job.id,
      role_id: values.job.id,
      role_title: values.job.title,
      first_name: form.firstName,
      last_name: form.lastName,
      phone: form.phone,
      experience_years: form.experienceYears,
      linkedin_url: form.linkedinUrl,
      website_url: form.websiteUrl,
      cover_letter: form.coverLetter,
      additional_info: form.additionalInfo,
      is_existing_customer: values.isExistingCustomer,
      cv_url: values.cvUrl,
      ...(values.status && { status: values.status }),
      ...(values.contacted !== undefined && { contacted: values.contacted }),
      ...(values.createdAt && { created_at: values.createdAt }),
      ...(values.updatedAt && { updated_at: values.updatedAt }),
    })
    .returning(rowColumns)
    .executeTakeFirstOrThrow()
}

export const APPLICANT_DUPLICATE = 'applicants_job_email_idx'

export async function insertStatusChange(
  db: Queries,
  organizationId: string,
  change: {
    applicantId: string
    from: ApplicantStatus | null
    to: ApplicantStatus
    changedBy: string | null
    changedAt?: Date
  },
): Promise<void> {
  await db
    .insertInto('applicant_status_history')
    .values({
      organization_id: organizationId,
      applicant_id: change.applicantId,
      from_status: change.from,
      to_status: change.to,
      changed_by: change.changedBy,
      ...(change.changedAt && { changed_at: change.changedAt }),
    })
    .execute()
}

/** Undefined when the applicant is gone or, in the meantime, in another status than `from`. */
export function updateApplicantStatus(
  db: Queries,
  organizationId: string,
  id: string,
  from: ApplicantStatus,
  to: ApplicantStatus,
): Promise<ApplicantRow | undefined> {
  return db
    .updateTable('applicants')
    .set({ status: to, updated_at: new Date().toISOString() })
    .where(inOrganization(organizationId))
    .where('id', '=', id)
    .where('status', '=', from)
    .returning(rowColumns)
    .executeTakeFirst()
}

export function updateApplicantContacted(
  db: Queries,
  organizationId: string,
  id: string,
  contacted: boolean,
): Promise<ApplicantRow | undefined> {
  return db
    .updateTable('applicants')
    .set({ contacted, updated_at: new Date().toISOString() })
    .where(inOrganization(organizationId))
    .where('id', '=', id)
    .returning(rowColumns)
    .executeTakeFirst()
}
