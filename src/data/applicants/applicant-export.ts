// The export of applicants: everything that staff see of them, and their CVs.
import { sql } from 'kysely'
import type { ApplicantSelection } from '#domain/applicants/applicant-batches.ts'
import type { Applicant } from '#domain/applicants/applicant-profile.ts'
import { fieldColumns } from '#domain/applicants/application-fields.ts'
import type { CvKind, StoredCheck } from '#domain/cvs/cvs.ts'
import type { OrganizationId } from '#domain/organizations/organization-id.ts'
import type { Queries } from '../database.ts'
import { inOrganization } from '../organization-filter.ts'
import { listPage, type Page, type PageRequest } from '../paging.ts'
import { tagsOf, named } from './applicant-columns.ts'
import { hitsOf, selected } from './applicant-filter.ts'
import { applicantOrder } from './applicant-order.ts'
import type { Hits } from './applicant-search.ts'

export type ExportedApplicant = Omit<
  Applicant,
  | 'cv_size'
  | 'has_notes'
  | 'updated_at'
  | 'language'
  | 'withdrawn_at'
  | 'no_contact_at'
  | 'keep_asked_at'
  | 'kept_at'
  | 'keep_question'
>

/** Everything that staff see of applicants, newest first, in batches. */
export async function listApplicantsToExport(
  db: Queries,
  organizationId: OrganizationId,
  selection: ApplicantSelection,
  request: PageRequest,
): Promise<Page<ExportedApplicant>> {
  const query = db
    .selectFrom('applicants')
    .select([
      'id',
      'email',
      'job_post_id',
      'role_id',
      'role_title',
      ...fieldColumns,
      'is_existing_customer',
      'status',
      'contacted',
      sql<
        string | null
      >`(select original_name from cv_files where cv_files.applicant_id = applicants.id limit 1)`.as(
        'cv_name',
      ),
      'cv_url',
      'starred',
      tagsOf,
      'source',
      'created_at',
    ])
  const all = selected(query, organizationId, selection, await hitsOf(db, selection))
  const page = await listPage(all, applicantOrder('-applied'), request)
  return { ...page, rows: page.rows.map(named) }
}

export type ExportedCv = {
  applicant_id: string
  first_name: string
  last_name: string
  storage_key: string
  key_sealed: string | null
  kind: CvKind
  created_at: string
} & StoredCheck

const cvsOf = (
  db: Queries,
  organizationId: OrganizationId,
  selection: ApplicantSelection,
  hits: Hits | undefined,
) =>
  db
    .selectFrom('cv_files')
    .innerJoin('applicants', 'applicants.id', 'cv_files.applicant_id')
    .where(inOrganization(organizationId, 'cv_files.organization_id'))
    .where(
      'cv_files.applicant_id',
      'in',
      selected(db.selectFrom('applicants').select('id'), organizationId, selection, hits),
    )

export async function countCvsToExport(
  db: Queries,
  organizationId: OrganizationId,
  selection: ApplicantSelection,
): Promise<{ count: number; bytes: number }> {
  return cvsOf(db, organizationId, selection, await hitsOf(db, selection))
    .select([
      sql<number>`count(*)::int`.as('count'),
      sql<number>`coalesce(sum(byte_size), 0)::float8`.as('bytes'),
    ])
    .executeTakeFirstOrThrow()
}

export async function listCvsToExport(
  db: Queries,
  organizationId: OrganizationId,
  selection: ApplicantSelection,
): Promise<ExportedCv[]> {
  return cvsOf(db, organizationId, selection, await hitsOf(db, selection))
    .select([
      sql<string>`applicants.id`.as('applicant_id'),
      'applicants.first_name',
      'applicants.last_name',
      'cv_files.storage_key',
      'cv_files.key_sealed',
      'cv_files.kind',
      'cv_files.created_at',
      'cv_files.checked_at',
      'cv_files.active_content',
      'cv_files.scan_state',
      'cv_files.scan_name',
    ])
    .orderBy('applicants.created_at', 'desc')
    .orderBy('applicants.id', 'desc')
    .execute()
}
