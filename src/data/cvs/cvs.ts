// The files of applicants: their names, storage keys and owners.
import type { Cutoff } from '#domain/retention/deletion-time.ts'
import type { OrganizationId } from '#domain/organizations/organization-id.ts'
import { sql } from 'kysely'
import type { CvKind, StoredCheck, UploadedCv } from '#domain/cvs/cvs.ts'
import { recordQueued } from '../commits.ts'
import type { Queries, Tx } from '../database.ts'
import { isUnrestricted } from '../rights/own-application.ts'
import { inOrganization } from '../organization-filter.ts'
import { awaitTexts } from './cv-texts.ts'

export type CvFile = {
  storage_key: string
  /** The key of the file, encrypted; null for one from before files had keys. */
  key_sealed: string | null
  original_name: string
  kind: CvKind
  byte_size: number
}

/** A file with the results of its checks. */
export type CheckedCv = CvFile & StoredCheck
const checkedColumns = [
  'storage_key',
  'key_sealed',
  'original_name',
  'kind',
  'byte_size',
  'checked_at',
  'active_content',
  'scan_state',
  'scan_name',
] as const

/** A file that already belongs to an applicant. */
export async function insertCv(
  db: Queries,
  organizationId: OrganizationId,
  values: Omit<CvFile, 'key_sealed'> & { key_sealed?: string | null; applicant_id: string },
): Promise<void> {
  await sql`
    with claimed as (
      insert into cv_files (organization_id, applicant_id, storage_key, key_sealed, original_name, kind, byte_size)
      values (${organizationId}, ${values.applicant_id}, ${values.storage_key}, ${values.key_sealed ?? null},
        ${values.original_name}, ${values.kind}, ${values.byte_size})
      returning *
    ), ${awaitTexts}
    insert into background_tasks (kind, key, organization_id)
    select 'check-cv', id::text, organization_id from claimed`.execute(db)
}

/** The network of an upload, as a hash, and how much of it may wait. */
export type Sender = { hash: Buffer; mostBytes: number }

/**
 * A file that waits for its application. It replaces an earlier one, whose stored file no row refers to any more.
 * 'claimed' when an application has already claimed the verification's file, 'no room' when too much of this sender waits:
 * then nothing has changed. Of two concurrent uploads one is refused by the index cv_files_verification_idx, and may try
 * again.
 */
export async function insertUnclaimedCv(
  tx: Tx,
  organizationId: OrganizationId,
  verificationId: string,
  values: CvFile,
  sender: Sender | null = null,
): Promise<{ cv: UploadedCv; replaced: string | null } | 'claimed' | 'no room'> {
  const { rows } = await sql<
    { is_enough: boolean; replaced: string | null } & (UploadedCv | Record<keyof UploadedCv, null>)
  >`
    with room as materialized (
      select ${sender?.hash ?? null}::bytea is null or has_room_to_wait(${organizationId}::uuid, ${verificationId}::uuid,
        ${sender?.hash ?? null}::bytea, ${values.byte_size}::bigint, ${sender?.mostBytes ?? 0}::bigint) as is_enough
    ), replaced as (
      delete from cv_files
      where ${inOrganization(organizationId)} and verification_id = ${verificationId} and applicant_id is null
        and (select is_enough from room)
      returning storage_key
    ), inserted as (
      insert into cv_files (organization_id, verification_id, storage_key, key_sealed, original_name, kind, byte_size,
        sent_from)
      select ${organizationId}::uuid, ${verificationId}::uuid, ${values.storage_key}, ${values.key_sealed}, ${values.original_name},
        ${values.kind}, ${values.byte_size}::int, ${sender?.hash ?? null}::bytea
      -- All of them: the place is free before it is taken.
      from (select count(*) from replaced) as freed
      where (select is_enough from room) and not exists (
        select from cv_files where ${inOrganization(organizationId)} and verification_id = ${verificationId}
          and applicant_id is not null
      )
      returning id, organization_id, original_name as name, byte_size as size
    ), queued as (
      insert into background_tasks (kind, key, organization_id)
      select 'check-cv', id::text, organization_id from inserted
    )
    select room.is_enough, (select storage_key from replaced) as replaced, inserted.id, inserted.name, inserted.size
    from room left join inserted on true`.execute(tx)
  const [row] = rows
  if (!row?.is_enough) return 'no room'
  if (row.id === null) return 'claimed'
  recordQueued(tx, 'check-cv')
  const { id, name, size, replaced } = row
  return { cv: { id, name, size }, replaced }
}

/** Undefined when the application was deleted; otherwise the stored files that no row refers to any more. */
export async function replaceCvOfApplicant(
  tx: Tx,
  organizationId: OrganizationId,
  applicantId: string,
  values: CvFile,
): Promise<string[] | undefined> {
  const changed = await tx
    .updateTable('applicants')
    .set({ cv_url: values.storage_key, updated_at: new Date().toISOString() })
    .where(inOrganization(organizationId))
    .where('id', '=', applicantId)
    .returning('id')
    .executeTakeFirst()
  if (!changed) return undefined
  // Its text is deleted with it.
  const before = await tx
    .deleteFrom('cv_files')
    .where(inOrganization(organizationId))
    .where('applicant_id', '=', applicantId)
    .returning('storage_key')
    .execute()
  // No trigger does it: the new file may have no text, and a deleted application needs no search.
  await sql`select refresh_applicant_search(${applicantId})`.execute(tx)
  await insertCv(tx, organizationId, { ...values, applicant_id: applicantId })
  recordQueued(tx, 'check-cv')
  return before.map(({ storage_key }) => storage_key)
}

export const CV_PLACE_TAKEN = 'cv_files_verification_idx'

/** The file uploaded under this verification that belongs to no applicant yet. */
export function findUnclaimedCv(
  db: Queries,
  organizationId: OrganizationId,
  verificationId: string,
): Promise<UploadedCv | undefined> {
  return db
    .selectFrom('cv_files')
    .select(['id', 'original_name as name', 'byte_size as size'])
    .where(inOrganization(organizationId))
    .where('verification_id', '=', verificationId)
    .where('applicant_id', 'is', null)
    .executeTakeFirst()
}

/** Deletes the row of such a file, and returns the key of the stored file, which no row refers to then. */
export async function deleteUnclaimedCv(
  db: Queries,
  organizationId: OrganizationId,
  verificationId: string,
  id: string,
): Promise<string | undefined> {
  const row = await db
    .deleteFrom('cv_files')
    .where(inOrganization(organizationId))
    .where('verification_id', '=', verificationId)
    .where('id', '=', id)
    .where('applicant_id', 'is', null)
    .returning('storage_key')
    .executeTakeFirst()
  return row?.storage_key
}

export function findCvOfApplicant(
  db: Queries,
  organizationId: OrganizationId,
  applicantId: string,
): Promise<CheckedCv | undefined> {
  return db
    .selectFrom('cv_files')
    .select(checkedColumns)
    .where(inOrganization(organizationId))
    .where('applicant_id', '=', applicantId)
    .executeTakeFirst()
}

export function findCvByKey(db: Queries, storageKey: string): Promise<CheckedCv | undefined> {
  return db
    .selectFrom('cv_files')
    .innerJoin('applicants', 'applicants.id', 'cv_files.applicant_id')
    .select(checkedColumns)
    .where('storage_key', '=', storageKey)
    .where(isUnrestricted)
    .executeTakeFirst()
}

/** Those of these keys that a row refers to. */
export async function listOwnedKeys(db: Queries, keys: readonly string[]): Promise<Set<string>> {
  if (keys.length === 0) return new Set()
  const rows = await db
    .selectFrom('cv_files')
    .select('storage_key')
    .where('storage_key', 'in', keys)
    .execute()
  return new Set(rows.map((row) => row.storage_key))
}

/** Deletes the rows of uploads that no application claimed before `before`; no row refers to their files then. */
export async function deleteUnclaimedCvs(db: Queries, before: Cutoff): Promise<string[]> {
  const rows = await db
    .deleteFrom('cv_files')
    .where('applicant_id', 'is', null)
    .where('created_at', '<', before.toISOString())
    .returning('storage_key')
    .execute()
  return rows.map((row) => row.storage_key)
}
