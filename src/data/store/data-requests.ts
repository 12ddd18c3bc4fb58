// Customers who asked their store what is known of them, and everything that is held here about an address.
import { sql } from 'kysely'
import type { DataRequest } from '#domain/store/store-pages.ts'
import type { OrganizationId } from '#domain/organizations/organization-id.ts'
import type { Queries } from '../database.ts'
import { inOrganization } from '../organization-filter.ts'

const columns = ['id', 'email', 'requested_at', 'due_at', 'exported_at'] as const

export function insertDataRequest(
  db: Queries,
  organizationId: OrganizationId,
  request: { shop: string; email: string; requested_at: Date; due_at: Date },
): Promise<DataRequest> {
  return db
    .insertInto('data_requests')
    .values({ ...request, organization_id: organizationId })
    .returning(columns)
    .executeTakeFirstOrThrow()
}

/** Those that are not over yet, the most urgent first. */
export function listDataRequests(
  db: Queries,
  organizationId: OrganizationId,
  now: Date,
): Promise<DataRequest[]> {
  return db
    .selectFrom('data_requests')
    .select(columns)
    .where(inOrganization(organizationId))
    .where((eb) => eb.or([eb('exported_at', 'is', null), eb('due_at', '>', now.toISOString())]))
    .orderBy('due_at')
    .orderBy('id')
    .execute()
}

export function findDataRequest(
  db: Queries,
  organizationId: OrganizationId,
  id: string,
): Promise<DataRequest | undefined> {
  return db
    .selectFrom('data_requests')
    .select(columns)
    .where(inOrganization(organizationId))
    .where('id', '=', id)
    .executeTakeFirst()
}

export async function updateDataRequestExported(
  db: Queries,
  organizationId: OrganizationId,
  id: string,
  at: Date,
): Promise<void> {
  await db
    .updateTable('data_requests')
    .set({ exported_at: at })
    .where(inOrganization(organizationId))
    .where('id', '=', id)
    .execute()
}

/** Those that were answered and whose day is over, and those that nobody answers any more. */
export async function deleteOldDataRequests(
  db: Queries,
  { now, forgotten }: { now: Date; forgotten: Date },
): Promise<void> {
  await db
    .deleteFrom('data_requests')
    .where((eb) =>
      eb.or([
        eb.and([eb('exported_at', 'is not', null), eb('due_at', '<=', now.toISOString())]),
        eb('due_at', '<', forgotten.toISOString()),
      ]),
    )
    .execute()
}

export async function deleteDataRequestsOf(
  db: Queries,
  organizationId: OrganizationId,
  email: string,
): Promise<void> {
  await db
    .deleteFrom('data_requests')
    .where(inOrganization(organizationId))
    .where(sql<string>`lower(email)`, '=', email.toLowerCase())
    .execute()
}

/** Everything an organization holds about one address, table by table; file names, not files. */
export async function listPersonalData(
  db: Queries,
  organizationId: OrganizationId,
  email: string,
): Promise<Record<string, unknown[]>> {
  const address = email.toLowerCase()
  const applications = await db
    .selectFrom('applicants')
    .select([
      'id',
      'email',
      'role_title',
      'first_name',
      'last_name',
      'phone',
      'experience_years',
      'linkedin_url',
      'website_url',
      'cover_letter',
      'additional_info',
      'is_existing_customer',
      'status',
      'contacted',
      'created_at',
      'updated_at',
    ])
    .where(inOrganization(organizationId))
    .where(sql<string>`lower(email)`, '=', address)
    .orderBy('created_at')
    .execute()
  const verifications = await db
    .selectFrom('email_verifications')
    .select(['email', 'verified', 'consent_version', 'created_at', 'expires_at'])
    .where(inOrganization(organizationId))
    .where(sql<string>`lower(email)`, '=', address)
    .orderBy('created_at')
    .execute()
  const ids = applications.map(({ id }) => id)
  if (ids.length === 0) return { applications, verifications, notes: [], statuses: [], files: [] }
  const notes = await db
    .selectFrom('applicant_notes')
    .select(['applicant_id', 'body', 'created_at', 'edited_at'])
    .where(inOrganization(organizationId))
    .where('applicant_id', 'in', ids)
    .orderBy('created_at')
    .execute()
  const statuses = await db
    .selectFrom('applicant_status_history')
    .select(['applicant_id', 'from_status', 'to_status', 'changed_at'])
    .where(inOrganization(organizationId))
    .where('applicant_id', 'in', ids)
    .orderBy('seq')
    .execute()
  const files = await db
    .selectFrom('cv_files')
    .select(['applicant_id', 'original_name', 'kind', 'byte_size', 'created_at'])
    .where(inOrganization(organizationId))
    .where('applicant_id', 'in', ids)
    .execute()
  return { applications, verifications, notes, statuses, files }
}
