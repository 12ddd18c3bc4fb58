// Everything that an organization stores about a person.
import { sql, type RawBuilder } from 'kysely'
import { fieldColumns } from '#domain/applicants/application-fields.ts'
import type { OrganizationId } from '#domain/organizations/organization-id.ts'
import type { WholeTx } from '../database.ts'
import { inOrganization } from '../organization-filter.ts'

/** Under one address, table by table; the names of files, not the files. */
export async function listPersonalData(tx: WholeTx, organizationId: OrganizationId, email: string) {
  const address = email.toLowerCase()
  const applications = await listApplications(tx, organizationId, address)
  const verifications = await listVerifications(tx, organizationId, address)
  // An empty list matches nothing, which saves a special case.
  const ids = sql<string>`any(${applications.map(({ id }) => id)}::uuid[])`
  const { files, ...held } = await listOfApplicants(tx, organizationId, ids)
  const requests = await listRequests(tx, organizationId, ids, address)
  return { applications, verifications, ...held, requests, files }
}

const listApplications = (tx: WholeTx, organizationId: OrganizationId, address: string) =>
  tx
    .selectFrom('applicants')
    .select([
      'id',
      'email',
      'role_title',
      ...fieldColumns,
      'is_existing_customer',
      'status',
      'contacted',
      'starred',
      'came_by',
      'source',
      'language',
      'consent_version',
      'consented_at',
      'consent_language',
      'reached',
      'first_reply_at',
      'opened_at',
      'withdrawn_at',
      'restricted_at',
      'objected_at',
      'upheld_at',
      'no_contact_at',
      'keep_asked_at',
      'kept_at',
      'keep_question',
      'created_at',
      'updated_at',
    ])
    .where(inOrganization(organizationId))
    .where('sort_email', '=', address)
    .orderBy('created_at')
    .execute()

const listVerifications = (tx: WholeTx, organizationId: OrganizationId, address: string) =>
  tx
    .selectFrom('email_verifications')
    .select([
      'email',
      'verified',
      'verified_at',
      'consent_version',
      'consented_at',
      'came_by',
      'source',
      'language',
      'created_at',
      'expires_at',
    ])
    .where(inOrganization(organizationId))
    .where('email', '=', address)
    .orderBy('created_at')
    .execute()

/** What is stored about applications beside their rows. */
async function listOfApplicants(
  tx: WholeTx,
  organizationId: OrganizationId,
  ids: RawBuilder<string>,
) {
  const notes = await tx
    .selectFrom('applicant_notes')
    .select(['applicant_id', 'body', 'created_at', 'edited_at'])
    .where(inOrganization(organizationId))
    .where('applicant_id', '=', ids)
    .orderBy('created_at')
    .execute()
  const statuses = await tx
    .selectFrom('applicant_status_history')
    .select(['applicant_id', 'from_status', 'to_status', 'changed_at'])
    .where(inOrganization(organizationId))
    .where('applicant_id', '=', ids)
    .orderBy('seq')
    .execute()
  const tags = await tx
    .selectFrom('applicant_tags')
    .select(['applicant_id', 'tag', 'created_at'])
    .where(inOrganization(organizationId))
    .where('applicant_id', '=', ids)
    .orderBy('tag_key')
    .execute()
  const mails = await tx
    .selectFrom('applicant_mails')
    .select(['applicant_id', 'kind', 'recipient', 'subject', 'body', 'state', 'send_at'])
    .where(inOrganization(organizationId))
    .where('applicant_id', '=', ids)
    .orderBy('created_at')
    .execute()
  const customers = await tx
    .selectFrom('applicant_customers')
    .select([
      'applicant_id',
      'shop',
      'customer_status',
      'customer_id',
      'orders_count',
      'total_spent',
      'currency',
      'customer_since',
      'read_at',
    ])
    .where(inOrganization(organizationId))
    .where('applicant_id', '=', ids)
    .execute()
  const files = await tx
    .selectFrom('cv_files')
    .select(['applicant_id', 'original_name', 'kind', 'byte_size', 'created_at'])
    .where(inOrganization(organizationId))
    .where('applicant_id', '=', ids)
    .execute()
  return { notes, statuses, tags, mails, customers, files }
}

const listRequests = (
  tx: WholeTx,
  organizationId: OrganizationId,
  ids: RawBuilder<string>,
  address: string,
) =>
  tx
    .selectFrom('rights_requests')
    .select([
      'applicant_id',
      'kind',
      'came_by',
      'verified_by',
      'requested_at',
      'due_at',
      'completed_at',
      'outcome',
      'words',
      'reason',
    ])
    .where(inOrganization(organizationId))
    .where((eb) =>
      eb.or([eb('applicant_id', '=', ids), eb(sql<string>`lower(email)`, '=', address)]),
    )
    .orderBy('requested_at')
    .execute()

/** The files of every application under one address. */
export function listCopiedFiles(tx: WholeTx, organizationId: OrganizationId, email: string) {
  return tx
    .selectFrom('cv_files')
    .innerJoin('applicants', 'applicants.id', 'cv_files.applicant_id')
    .select([
      'applicants.id as applicant_id',
      'cv_files.storage_key',
      'cv_files.key_sealed',
      'cv_files.scan_state',
      'cv_files.key_sealed',
      'cv_files.original_name',
      'cv_files.kind',
      'cv_files.byte_size',
    ])
    .where(inOrganization(organizationId, 'cv_files.organization_id'))
    .where('applicants.sort_email', '=', email.toLowerCase())
    .orderBy('cv_files.created_at')
    .execute()
}
