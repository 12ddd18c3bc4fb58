// What is known of CVs before they may be opened: which files are due to be checked and scanned, and what came out.
import { sql } from 'kysely'
import type { ActiveContent, CvKind, StoredCheck } from '#domain/cvs/cvs.ts'
import type { OrganizationId } from '#domain/organizations/organization-id.ts'
import type { Queries } from '../database.ts'
import { inOrganization } from '../organization-filter.ts'

export type DueCheck = {
  cv_id: string
  organization_id: OrganizationId
  storage_key: string
  kind: CvKind
  attempts: number
  is_checked: boolean
}

/** A file is due for a look inside, or for the scanner. */
export type DueFor = 'check' | 'scan'
const conditions = {
  check: sql`checked_at is null`,
  scan: sql`scan_state = 'none'`,
} as const

/** Takes the file that is due longest, for `leaseSeconds`: a process that dies meanwhile leaves it to the next one. */
export async function updateDueCvCheck(
  db: Queries,
  what: DueFor,
  leaseSeconds: number,
): Promise<DueCheck | undefined> {
  const { rows } = await sql<DueCheck>`
    update cv_files set check_attempts = check_attempts + 1,
      next_check_at = now() + make_interval(secs => ${leaseSeconds})
    where id = (
      select id from cv_files
      -- The column keeps whole milliseconds: what became due just now may stand in the next one.
      where ${conditions[what]} and next_check_at <= now() + interval '1 millisecond'
      order by next_check_at limit 1
      for update skip locked
    )
    returning id as cv_id, organization_id, storage_key, kind, check_attempts as attempts,
      checked_at is not null as is_checked`.execute(db)
  return rows[0]
}

/** Seconds until the next file is due; undefined when none waits. */
export async function findNextCvCheckDelay(db: Queries, what: DueFor): Promise<number | undefined> {
  const { rows } = await sql<{ seconds: string | null }>`
    select extract(epoch from min(next_check_at) - now()) as seconds
    from cv_files where ${conditions[what]}`.execute(db)
  const seconds = rows[0]?.seconds
  return seconds == null ? undefined : Math.max(0, Number(seconds))
}

/** Not now: due again after `seconds`. */
export async function updateCvCheckLater(
  db: Queries,
  cvId: string,
  seconds: number,
): Promise<void> {
  await db
    .updateTable('cv_files')
    .set({ next_check_at: sql<string>`now() + make_interval(secs => ${seconds})` })
    .where('id', '=', cvId)
    .execute()
}

/** Somebody waits for this one: it comes before the others. */
export async function updateCvCheckFirst(
  db: Queries,
  organizationId: OrganizationId,
  applicantId: string,
): Promise<void> {
  await db
    .updateTable('cv_files')
    .set({ next_check_at: sql<string>`'epoch'` })
    .where(inOrganization(organizationId))
    .where('applicant_id', '=', applicantId)
    .where('checked_at', 'is', null)
    // Not one that is being looked into, or has to wait.
    .where('check_attempts', '=', 0)
    .execute()
}

export type CvVerdict = {
  /** Absent when nobody looked this time. */
  active_content?: ActiveContent[] | undefined
  /** What the scanner found, or null for nothing. Absent when it was not asked. */
  malware?: string | null | undefined
}

/** Returns whose file it is by now; undefined when it is gone. */
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
      check_attempts: 0,
      next_check_at: sql<string>`now()`,
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

/** Of an infected file: what was read of it is neither shown nor searched any more, and it is not read again. */
export async function deleteCvText(db: Queries, cvId: string): Promise<void> {
  await db
    .updateTable('cv_texts')
    .set({ text: null, is_cut: false, reason: 'gone' })
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

/** Files of applicants in which malware was found, and whose the newest of them is. */
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
