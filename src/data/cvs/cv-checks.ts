// The state of the checks of CVs before they may be opened.
import type { OrganizationId } from '#domain/organizations/organization-id.ts'
import { sql } from 'kysely'
import type { ActiveContent, CvKind, StoredCheck } from '#domain/cvs/cvs.ts'
import { recordQueued } from '../commits.ts'
import type { Queries, Tx } from '../database.ts'
import { inOrganization } from '../organization-filter.ts'
import { updateTaskFirst } from '../tasks/tasks.ts'
import { HEAVY_TRIES, heavyTries } from './cv-texts.ts'

export type WaitingCv = { storage_key: string; key_sealed: string | null; kind: CvKind }
export type CvToCheck = WaitingCv & {
  /** It belongs to an applicant, and few recent files of this organization were too much for the reader. */
  is_text_awaited: boolean
}

/** Undefined when it is already checked, or deleted. */
export async function findCvToCheck(db: Queries, cvId: string): Promise<CvToCheck | undefined> {
  const { rows } = await sql<CvToCheck>`
    select storage_key, key_sealed, kind, exists (
      select from cv_texts where cv_id = cv_files.id and text is null and reason is null
    ) and ${heavyTries(sql`cv_files.organization_id`)} < ${HEAVY_TRIES} as is_text_awaited
    from cv_files where id = ${cvId} and checked_at is null`.execute(db)
  return rows[0]
}

/** Undefined when it is already scanned, or deleted. */
export function findCvToScan(db: Queries, cvId: string): Promise<WaitingCv | undefined> {
  return db
    .selectFrom('cv_files')
    .select(['storage_key', 'key_sealed', 'kind'])
    .where('id', '=', cvId)
    .where('scan_state', '=', 'none')
    .executeTakeFirst()
}

/** Files that were checked but not scanned, such as those from before a scanner was configured. */
export async function insertMissingScans(tx: Tx): Promise<void> {
  await sql`
    insert into background_tasks (kind, key, organization_id)
    select 'scan-cv', id::text, organization_id from cv_files
    where scan_state = 'none' and checked_at is not null
    on conflict do nothing`.execute(tx)
  recordQueued(tx, 'scan-cv')
}

/** A person waits for this one: it comes before the others. */
export async function updateCvCheckFirst(
  tx: Tx,
  organizationId: OrganizationId,
  applicantId: string,
): Promise<void> {
  const file = await tx
    .selectFrom('cv_files')
    .select('id')
    .where(inOrganization(organizationId))
    .where('applicant_id', '=', applicantId)
    .executeTakeFirst()
  if (file) await updateTaskFirst(tx, 'check-cv', file.id)
}

export type CvVerdict = {
  /** Absent when the content was not checked this time. */
  active_content?: ActiveContent[] | undefined
  /** What the scanner found; null for nothing. Absent when the file was not scanned. */
  malware?: string | null | undefined
}

/** Returns the file's current owner; undefined when it was deleted. */
export async function updateCvChecked(
  db: Queries,
  cvId: string,
  { active_content, malware }: CvVerdict,
): Promise<
  { organization_id: OrganizationId; applicant_id: string | null; is_new: boolean } | undefined
> {
  return db
    .updateTable('cv_files')
    .set({
      ...(active_content && {
        checked_at: sql<string>`now()`,
        active_content: sql<ActiveContent[]>`${active_content}::text[]`,
      }),
      ...(malware !== undefined && {
        scan_state: malware === null ? ('clean' as const) : ('infected' as const),
        scan_name: malware,
      }),
    })
    .where('id', '=', cvId)
    .returning([
      'organization_id',
      'applicant_id',
      sql<boolean>`created_at > now() - interval '1 hour'`.as('is_new'),
    ])
    .executeTakeFirst()
}

/** Of an infected file: its text is no longer shown or searched, and it is not read again. */
export async function deleteCvText(db: Queries, cvId: string): Promise<void> {
  await db
    .updateTable('cv_texts')
    .set({ text: null, is_cut: false, missing: [], joined_words: '', reason: 'gone' })
    .where('cv_id', '=', cvId)
    .execute()
}

/** Undefined when the applicant has no CV. */
export function findCvCheck(
  db: Queries,
  organizationId: OrganizationId,
  applicantId: string,
): Promise<StoredCheck | undefined> {
  return db
    .selectFrom('cv_files')
    .select(['checked_at', 'active_content', 'scan_state', 'scan_name'])
    .where(inOrganization(organizationId))
    .where('applicant_id', '=', applicantId)
    .executeTakeFirst()
}

/** Files of applicants with malware, and the applicant of the newest. */
export async function countInfectedCvs(
  db: Queries,
  organizationId: OrganizationId,
): Promise<{ count: number; applicant_id: string | null }> {
  return db
    .selectFrom('cv_files')
    .select([
      sql<number>`count(*)::int`.as('count'),
      sql<string | null>`(array_agg(applicant_id order by created_at desc))[1]`.as('applicant_id'),
    ])
    .where(inOrganization(organizationId))
    .where('scan_state', '=', 'infected')
    .where('applicant_id', 'is not', null)
    .executeTakeFirstOrThrow()
}
