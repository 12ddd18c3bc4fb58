// The text of CVs: which files are due, what came out of them, and what one applicant's says.
import { sql } from 'kysely'
import type { CvKind, CvText, CvTextReason } from '#domain/cvs.ts'
import type { Queries } from './database.ts'
import { inOrganization } from './organization-filter.ts'

export type DueCv = { cv_id: string; storage_key: string; kind: CvKind; attempts: number }

/**
 * Takes the file that is due longest, for `leaseSeconds`: a process that dies while reading leaves it to the next one. The
 * attempt is counted now, so that a file that kills its reader is not tried for ever.
 */
export async function updateDueCvText(
  db: Queries,
  leaseSeconds: number,
): Promise<DueCv | undefined> {
  const { rows } = await sql<DueCv>`
    update cv_texts set attempts = attempts + 1,
      next_attempt_at = now() + make_interval(secs => ${leaseSeconds})
    from cv_files
    where cv_files.id = cv_texts.cv_id and cv_texts.cv_id = (
      select cv_id from cv_texts
      -- The column keeps whole milliseconds: what became due just now may stand in the next one.
      where text is null and reason is null and next_attempt_at <= now() + interval '1 millisecond'
      order by next_attempt_at limit 1
      for update skip locked
    )
    returning cv_texts.cv_id, cv_texts.attempts, cv_files.storage_key, cv_files.kind`.execute(db)
  return rows[0]
}

export async function updateCvTextDone(
  db: Queries,
  cvId: string,
  text: string,
  isCut: boolean,
): Promise<void> {
  await db
    .updateTable('cv_texts')
    .set({ text, is_cut: isCut, reason: null })
    .where('cv_id', '=', cvId)
    // Malware was found in it meanwhile: it keeps no text.
    .where((eb) =>
      eb.not(
        eb.exists(
          eb.selectFrom('cv_files').where('id', '=', cvId).where('scan_state', '=', 'infected'),
        ),
      ),
    )
    .execute()
}

export async function updateCvTextUnreadable(
  db: Queries,
  cvId: string,
  reason: CvTextReason,
): Promise<void> {
  await db.updateTable('cv_texts').set({ reason }).where('cv_id', '=', cvId).execute()
}

/** Not now: due again after `seconds`. */
export async function updateCvTextLater(db: Queries, cvId: string, seconds: number): Promise<void> {
  await db
    .updateTable('cv_texts')
    .set({ next_attempt_at: sql<string>`now() + make_interval(secs => ${seconds})` })
    .where('cv_id', '=', cvId)
    .execute()
}

/** Seconds until the next file is due; undefined when none waits. */
export async function findNextCvTextDelay(db: Queries): Promise<number | undefined> {
  const row = await db
    .selectFrom('cv_texts')
    .select(sql<string | null>`extract(epoch from min(next_attempt_at) - now())`.as('seconds'))
    .where('text', 'is', null)
    .where('reason', 'is', null)
    .executeTakeFirst()
  return row?.seconds == null ? undefined : Math.max(0, Number(row.seconds))
}

/** Undefined when the applicant has no CV. */
export async function findCvText(
  db: Queries,
  organizationId: string,
  applicantId: string,
): Promise<CvText | undefined> {
  const row = await db
    .selectFrom('cv_texts')
    .select(['text', 'is_cut', 'reason'])
    .where(inOrganization(organizationId))
    .where('applicant_id', '=', applicantId)
    .executeTakeFirst()
  if (!row) return undefined
  if (row.text !== null) return { state: 'done', text: row.text, is_cut: row.is_cut }
  return row.reason ? { state: 'unreadable', reason: row.reason } : { state: 'waiting' }
}
