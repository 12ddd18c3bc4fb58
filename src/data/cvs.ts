// The files applicants sent: what they are called, where they lie, and whose they are.
import { sql } from 'kysely'
import type { CvKind, UploadedCv } from '#domain/cvs.ts'
import type { Queries } from './database.ts'
import { inOrganization } from './organization-filter.ts'

export type CvFile = { storage_key: string; original_name: string; kind: CvKind; byte_size: number }

export function insertCv(
  db: Queries,
  organizationId: string,
  values: CvFile & { verification_id: string | null; applicant_id?: string },
): Promise<UploadedCv> {
  return db
    .insertInto('cv_files')
    .values({ ...values, organization_id: organizationId })
    .returning(['id', 'original_name as name', 'byte_size as size'])
    .executeTakeFirstOrThrow()
}

export async function countCvsOfVerification(
  db: Queries,
  organizationId: string,
  verificationId: string,
): Promise<number> {
  const row = await db
    .selectFrom('cv_files')
    .select(sql<number>`count(*)::int`.as('count'))
    .where(inOrganization(organizationId))
    .where('verification_id', '=', verificationId)
    .executeTakeFirstOrThrow()
  return row.count
}

/** A file that was uploaded under this verification and no applicant has yet. */
export function findUnclaimedCv(
  db: Queries,
  organizationId: string,
  verificationId: string,
  id: string,
): Promise<(UploadedCv & { storage_key: string }) | undefined> {
  return (
    db
      .selectFrom('cv_files')
      .select(['id', 'original_name as name', 'byte_size as size', 'storage_key'])
      .where(inOrganization(organizationId))
      .where('verification_id', '=', verificationId)
      // As text: the id comes from a form, and one that is none is just not there.
      .where(sql<string>`id::text`, '=', id.toLowerCase())
      .where('applicant_id', 'is', null)
      .executeTakeFirst()
  )
}

/** Gives a file to an applicant; false when another application took it first. */
export async function updateCvOwner(
  db: Queries,
  organizationId: string,
  id: string,
  applicantId: string,
): Promise<boolean> {
  const row = await db
    .updateTable('cv_files')
    .set({ applicant_id: applicantId })
    .where(inOrganization(organizationId))
    .where('id', '=', id)
    .where('applicant_id', 'is', null)
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

export function findCvOfApplicant(
  db: Queries,
  organizationId: string,
  applicantId: string,
): Promise<CvFile | undefined> {
  return db
    .selectFrom('cv_files')
    .select(['storage_key', 'original_name', 'kind', 'byte_size'])
    .where(inOrganization(organizationId))
    .where('applicant_id', '=', applicantId)
    .executeTakeFirst()
}

export function findCvByKey(db: Queries, storageKey: string): Promise<CvFile | undefined> {
  return db
    .selectFrom('cv_files')
    .select(['storage_key', 'original_name', 'kind', 'byte_size'])
    .where('storage_key', '=', storageKey)
    .executeTakeFirst()
}

/** Which of these keys a row owns. */
export async function listOwnedKeys(db: Queries, keys: readonly string[]): Promise<Set<string>> {
  if (keys.length === 0) return new Set()
  const rows = await db
    .selectFrom('cv_files')
    .select('storage_key')
    .where('storage_key', 'in', keys)
    .execute()
  return new Set(rows.map((row) => row.storage_key))
}

/** Forgets uploads that no application claimed before `before`; their files are then owned by no row. */
export async function deleteUnclaimedCvs(db: Queries, before: Date): Promise<string[]> {
  const rows = await db
    .deleteFrom('cv_files')
    .where('applicant_id', 'is', null)
    .where('created_at', '<', before.toISOString())
    .returning('storage_key')
    .execute()
  return rows.map((row) => row.storage_key)
}
