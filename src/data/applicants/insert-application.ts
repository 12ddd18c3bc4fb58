// Inserts an applicant: a complete application in one statement, or only the row.
import { sql } from 'kysely'
import type { ApplicantRow, ApplicantStatus } from '#domain/applicants/applicants.ts'
import type { ApplicationInput } from '#domain/applicants/application-input.ts'
import { byColumn, fieldColumns, fieldNames, isOf } from '#domain/applicants/application-fields.ts'
import type { FullUse, Use } from '#domain/limits.ts'
import type { OrganizationId } from '#domain/organizations/organization-id.ts'
import { recordPublished, recordQueued } from '../commits.ts'
import { hasBegun, type Queries, type Tx } from '../database.ts'
import { awaitTexts } from '../cvs/cv-texts.ts'
import { isOpen } from '../jobs/job-columns.ts'
import { inOrganization } from '../organization-filter.ts'
import { countOf, readCount, type CountRow } from '../rate-limits.ts'
import { rowColumns } from './applicant-columns.ts'
import { firstProgress } from './progress.ts'

/** The result of an application: the new row, or why it was refused. */
export type Inserted =
  | {
      applicant: ApplicantRow
      isConfirmed: boolean
      /** Encrypted: the key that hashes the addresses of no contact. Null where the organization has none. */
      noContactKey: string | null
    }
  | { applicant: undefined; refused: 'job closed' | 'proof gone' | 'file gone' }
  | { applicant: undefined; refused: 'too many'; full: FullUse[] }

type ApplicationValues = {
  email: string
  jobId: string
  verificationId: string
  cvId: string | null
  /** Accepts another file that replaced this one later under the same grant. */
  isAnyCvTaken?: boolean
  form: ApplicationInput
  isExistingCustomer: boolean
  /** The page's language. */
  language?: string
  now: Date
  /** Limits that are counted in the same statement; both roll back together. */
  uses?: readonly Use[]
}

type InsertedRow = Omit<ApplicantRow, 'id'> & {
  id: string | null
  event_id: string
  is_job_open: boolean
  is_proved: boolean
  is_confirmed: boolean
  is_cv_checked: boolean
  no_contact_key: string | null
} & CountRow

/**
 * A complete application: the row, its file, its history, its audit event, its confirmation if the organization sends
 * one, and the live event in one statement, while the job is locked so that it stays open. The consent is copied from the
 * verification, which is deleted long before the application: an erasure of it waits, or leaves nothing to apply with. It may be sent together with
 * the beginning of its transaction: if that failed, the statement finds no job. Refused by the index
 * applicants_job_email_idx when this address has already applied for this job.
 */
export async function insertApplication(
  tx: Tx,
  organizationId: OrganizationId,
  values: ApplicationValues,
): Promise<Inserted> {
  const { cvId, uses = [] } = values
  const { rows } = await sql<InsertedRow>`
    with counted as materialized (
      select is_counted, waits from ${countOf(uses)}
    ), job as materialized (
      select id, title from job_posts
      where ${inOrganization(organizationId)} and id = ${values.jobId} and ${isOpen} and ${hasBegun(organizationId)}
      for share
    ), asked as materialized (
      select came_by, source, consent_version, consented_at, language as consent_language
      from email_verifications
      where ${inOrganization(organizationId)} and id = ${values.verificationId}
      for key share
    ), file as materialized (
      select id, storage_key, checked_at from cv_files
      where ${inOrganization(organizationId)} and verification_id = ${values.verificationId}
        and (id::text = ${cvId?.toLowerCase() ?? null} or ${values.isAnyCvTaken ?? false}::boolean) and applicant_id is null
      for update
    ), applicant as (
      ${applicantRow(organizationId, values)}
    ), ${consequences(organizationId, values.now)}
    select exists (select from job) as is_job_open, exists (select from asked) as is_proved, exists (select from confirmed) as is_confirmed,
      exists (select from file where checked_at is not null) as is_cv_checked,
      (select id from published) as event_id,
      (select key_sealed from job_invitation_keys where ${inOrganization(organizationId)}) as no_contact_key, counted.*, applicant.id, applicant.email,
      applicant.job_post_id, applicant.role_id, applicant.role_title, applicant.first_name,
      applicant.last_name, applicant.is_existing_customer, applicant.status, applicant.contacted,
      applicant.cv_url is not null as has_cv, applicant.starred, array[]::text[] as tags, applicant.source, applicant.withdrawn_at, applicant.created_at
    from counted left join applicant on true`.execute(tx)
  return recordInserted(tx, organizationId, uses, rows[0])
}

/** The statement's row as a result, whose events and tasks are passed on when the transaction commits. */
function recordInserted(
  tx: Tx,
  organizationId: OrganizationId,
  uses: readonly Use[],
  row: InsertedRow | undefined,
): Inserted {
  if (!row?.is_job_open) return { applicant: undefined, refused: 'job closed' }
  if (!row.is_proved) return { applicant: undefined, refused: 'proof gone' }
  const {
    is_job_open: _,
    is_proved: __,
    is_confirmed,
    is_cv_checked,
    no_contact_key,
    ...rest
  } = row
  const { is_counted, waits, event_id, id, ...applicant } = rest
  if (!is_counted) {
    const { full } = readCount(uses, { is_counted, waits })
    return { applicant: undefined, refused: 'too many', full }
  }
  if (id === null) return { applicant: undefined, refused: 'file gone' }
  const event = {
    organization_id: organizationId,
    name: 'applicant.created',
    subject_id: id,
  } as const
  recordPublished(tx, [{ ...event, id: Number(event_id) }])
  recordQueued(tx, 'queue-mails')
  // The worker that checks the file also reads its text.
  if (is_cv_checked) recordQueued(tx, 'read-cv')
  return {
    applicant: { ...applicant, id },
    isConfirmed: is_confirmed,
    noContactKey: no_contact_key,
  }
}

/** The applicant, as the statement inserts it from `job`, `counted`, `asked` and `file`. */
const applicantRow = (
  organizationId: OrganizationId,
  { form, cvId, ...values }: ApplicationValues,
) => sql`insert into applicants (organization_id, email, job_post_id, role_id, role_title,
        ${sql.join(fieldColumns.map((column) => sql.ref(column)))}, is_existing_customer, cv_url, language, came_by, source,
        consent_version, consented_at, consent_language, no_contact_at)
      select ${organizationId}::uuid, ${values.email}, job.id, job.id, job.title,
        ${sql.join(fieldNames.map((field) => (isOf(field, 'years') ? sql`${form[field]}::int` : sql`${form[field]}`)))},
        ${values.isExistingCustomer}::boolean, (select storage_key from file), ${values.language ?? null},
        asked.came_by, asked.source, asked.consent_version, asked.consented_at, asked.consent_language, (
          -- The wish is of the address, so it holds for each further application.
          select max(no_contact_at) from applicants
          where ${inOrganization(organizationId)} and sort_email = lower(${values.email}) and no_contact_at is not null
        )
      from job cross join counted cross join asked
      where counted.is_counted and (${cvId}::text is null or exists (select from file))
      returning *`

/** What follows from the applicant: the file, history, audit event, mail, notification and live event. */
const consequences = (organizationId: OrganizationId, now: Date) => sql`claimed as (
      update cv_files set applicant_id = applicant.id, sent_from = null
      from applicant
      where ${inOrganization(organizationId, 'cv_files.organization_id')} and cv_files.id = (select id from file)
      returning cv_files.*
    ), ${awaitTexts}, history as (
      insert into applicant_status_history (organization_id, applicant_id, to_status)
      select organization_id, id, status from applicant
    ), audit as (
      insert into audit_events (organization_id, action, resource_type, resource_id)
      select organization_id, 'applicant.created', 'applicant', id::text from applicant
    ), confirmed as (
      insert into applicant_mails (organization_id, applicant_id, kind, recipient, send_at)
      select applicant.organization_id, applicant.id, 'received', lower(applicant.email), ${now}::timestamptz
      from applicant join organizations on organizations.id = applicant.organization_id
      where organizations.confirmation_mails
      returning id
    ), news as (
      insert into notification_events (organization_id, kind, applicant_id)
      select organization_id, 'application', id from applicant
    ), published as (
      insert into live_events (organization_id, name, subject_id)
      select organization_id, 'applicant.created', id from applicant
      returning id
    )`

/** Only a row, for the demo. */
export function insertApplicant(
  db: Queries,
  organizationId: OrganizationId,
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
    source?: string
  },
): Promise<ApplicantRow> {
  const { form, status = 'applied', contacted = false } = values
  return db
    .insertInto('applicants')
    .values({
      organization_id: organizationId,
      email: values.email,
      job_post_id: values.job.id,
      role_id: values.job.id,
      role_title: values.job.title,
      ...byColumn(form),
      source: values.source ?? null,
      is_existing_customer: values.isExistingCustomer,
      cv_url: values.cvUrl,
      status,
      contacted,
      ...firstProgress(status, contacted, values.updatedAt),
      ...(values.createdAt && { created_at: values.createdAt }),
      ...(values.updatedAt && { updated_at: values.updatedAt }),
    })
    .returning(rowColumns)
    .executeTakeFirstOrThrow()
}

export const APPLICANT_DUPLICATE = 'applicants_job_email_idx'
