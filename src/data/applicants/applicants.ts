// Applicants: queries and updates of one, or of several by their ids.
import { sql } from 'kysely'
import type { ApplicantRow, ApplicantStatus } from '#domain/applicants/applicants.ts'
import type { Applicant, OtherApplication } from '#domain/applicants/applicant-profile.ts'
import type { OrganizationId } from '#domain/organizations/organization-id.ts'
import type { Queries, Tx } from '../database.ts'
import { titleForApplicant } from '../jobs/job-texts.ts'
import { inOrganization } from '../organization-filter.ts'
import { hasNotes, tagsOf, ownColumns, rowColumns, named } from './applicant-columns.ts'
import { progressOfMove } from './progress.ts'

export async function findApplicant(
  db: Queries,
  organizationId: OrganizationId,
  id: string,
): Promise<Applicant | undefined> {
  const row = await db
    .selectFrom('applicants')
    .leftJoin('cv_files', 'cv_files.applicant_id', 'applicants.id')
    .select([
      'applicants.id',
      'applicants.email',
      'applicants.job_post_id',
      'applicants.role_id',
      'applicants.role_title',
      ...ownColumns,
      'applicants.is_existing_customer',
      'applicants.status',
      'applicants.contacted',
      'applicants.cv_url',
      'cv_files.original_name as cv_name',
      'cv_files.byte_size as cv_size',
      hasNotes,
      'applicants.starred',
      tagsOf,
      'applicants.source',
      'applicants.language',
      'applicants.withdrawn_at',
      'applicants.no_contact_at',
      'applicants.keep_asked_at',
      'applicants.kept_at',
      'applicants.keep_question',
      'applicants.created_at',
      'applicants.updated_at',
    ])
    .where(inOrganization(organizationId, 'applicants.organization_id'))
    .where('applicants.id', '=', id)
    .executeTakeFirst()
  return row && named(row)
}

/** The language of each of these applications, by its id. */
export async function listReaders(
  db: Queries,
  organizationId: OrganizationId,
  ids: readonly string[],
): Promise<Map<string, { language: string | null; title: string }>> {
  const rows = await db
    .selectFrom('applicants')
    .select(['id', 'language', titleForApplicant.as('title')])
    .where(inOrganization(organizationId))
    .where('id', '=', sql<string>`any(${ids}::uuid[])`)
    .execute()
  return new Map(rows.map(({ id, ...reader }) => [id, reader]))
}

/** Other applications of this one's address, newest first. */
export function listOtherApplications(
  db: Queries,
  organizationId: OrganizationId,
  id: string,
): Promise<OtherApplication[]> {
  return db
    .selectFrom('applicants')
    .select(['id', 'role_title', 'status', 'created_at'])
    .where(inOrganization(organizationId))
    .where('sort_email', '=', (eb) =>
      eb
        .selectFrom('applicants as one')
        .select('one.sort_email')
        .where(inOrganization(organizationId, 'one.organization_id'))
        .where('one.id', '=', id),
    )
    .where('id', '!=', id)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .execute()
}

/** The newest application of an address. */
export function findApplicantOfAddress(
  db: Queries,
  organizationId: OrganizationId,
  email: string,
): Promise<{ id: string; email: string } | undefined> {
  return db
    .selectFrom('applicants')
    .select(['id', 'email'])
    .where(inOrganization(organizationId))
    .where('sort_email', '=', email.toLowerCase())
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .limit(1)
    .executeTakeFirst()
}

/** When this address applied for this job; undefined if it has not. */
export async function findAppliedAt(
  db: Queries,
  organizationId: OrganizationId,
  jobId: string,
  email: string,
): Promise<string | undefined> {
  const row = await db
    .selectFrom('applicants')
    .select('created_at')
    .where(inOrganization(organizationId))
    .where('job_post_id', '=', jobId)
    .where('sort_email', '=', email.toLowerCase())
    .executeTakeFirst()
  return row?.created_at
}

export function listApplicantRows(
  db: Queries,
  organizationId: OrganizationId,
  ids: readonly string[],
): Promise<ApplicantRow[]> {
  return db
    .selectFrom('applicants')
    .select(rowColumns)
    .where(inOrganization(organizationId))
    .where('id', '=', sql<string>`any(${ids}::uuid[])`)
    .execute()
}

export type LockedApplicant = Pick<ApplicantRow, 'id' | 'status' | 'withdrawn_at'>

/** Locks them until the transaction ends, always in the order of their ids, so that two batches never deadlock. */
export function listApplicantsForUpdate(
  db: Tx,
  organizationId: OrganizationId,
  ids: readonly string[],
): Promise<LockedApplicant[]> {
  return db
    .selectFrom('applicants')
    .select(['id', 'status', 'withdrawn_at'])
    .where(inOrganization(organizationId))
    .where('id', '=', sql<string>`any(${ids}::uuid[])`)
    .orderBy('id')
    .forUpdate()
    .execute()
}

/** In the same order. */
export async function listApplicantsOfJobForUpdate(
  db: Tx,
  organizationId: OrganizationId,
  jobId: string,
): Promise<string[]> {
  const rows = await db
    .selectFrom('applicants')
    .select('id')
    .where(inOrganization(organizationId))
    .where('job_post_id', '=', jobId)
    .orderBy('id')
    .forUpdate()
    .execute()
  return rows.map(({ id }) => id)
}

export function updateApplicantStatuses(
  db: Tx,
  organizationId: OrganizationId,
  ids: readonly string[],
  to: ApplicantStatus,
): Promise<ApplicantRow[]> {
  const now = new Date().toISOString()
  return db
    .updateTable('applicants')
    .set({ status: to, updated_at: now, ...progressOfMove(to, now) })
    .where(inOrganization(organizationId))
    .where('id', '=', sql<string>`any(${ids}::uuid[])`)
    .returning(rowColumns)
    .execute()
}

/** Returns the changed rows. */
export function updateApplicantsContacted(
  db: Queries,
  organizationId: OrganizationId,
  ids: readonly string[],
  contacted: boolean,
): Promise<ApplicantRow[]> {
  const now = new Date().toISOString()
  return db
    .updateTable('applicants')
    .set({
      contacted,
      updated_at: now,
      ...(contacted && { first_reply_at: sql<string>`coalesce(first_reply_at, ${now})` }),
    })
    .where(inOrganization(organizationId))
    .where('id', '=', sql<string>`any(${ids}::uuid[])`)
    .where('contacted', '!=', contacted)
    .returning(rowColumns)
    .execute()
}

/** Undefined when there is no such applicant; a star does not change `updated_at`. */
export async function updateStarred(
  db: Queries,
  organizationId: OrganizationId,
  id: string,
  starred: boolean,
): Promise<ApplicantRow | undefined> {
  return db
    .updateTable('applicants')
    .set({ starred })
    .where(inOrganization(organizationId))
    .where('id', '=', id)
    .returning(rowColumns)
    .executeTakeFirst()
}
