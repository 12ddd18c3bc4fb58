// The text of CVs: the result for each file, and the text of an applicant's CV.
import { sql, type RawBuilder } from 'kysely'
import {
  CV_READER,
  type CvKind,
  type CvText,
  type CvTextReason,
  type MissingText,
} from '#domain/cvs/cvs.ts'
import { joinedWords } from '#domain/cvs/search-text.ts'
import type { OrganizationId } from '#domain/organizations/organization-id.ts'
import type { Queries, Tx } from '../database.ts'
import { inOrganization } from '../organization-filter.ts'

/** How long a file that was too much for the reader counts against its organization. */
const HEAVY_SECONDS = 3600
const isRecent = sql`heavy_since > now() - make_interval(secs => ${HEAVY_SECONDS})`
/**
 * How many heavy files of one organization in an hour get the full time. Later ones get less time and no second
 * attempt, so that files made to be slow cannot occupy the reader and ordinary CVs are still read.
 */
export const HEAVY_TRIES = 6
/** How many files of an organization took too long within the hour. */
export const heavyTries = (organizationId: RawBuilder<unknown>) =>
  sql<number>`coalesce((select heavy_tries from heavy_cvs where organization_id = ${organizationId} and ${isRecent}), 0)`

/**
 * To be put into a statement that gives files to applicants, after `claimed` with all their columns. Who checks a file reads its
 * text too, while its content is in hand: the task to read it waits for that, and is for what the check could not read.
 */
export const awaitTexts = sql`texts as (
      insert into cv_texts (cv_id, organization_id, applicant_id, reason)
      select id, organization_id, applicant_id, case when scan_state = 'infected' then 'gone' end from claimed
    ), readings as (
      insert into background_tasks (kind, key, organization_id, lane, due_at)
      select 'read-cv', id::text, organization_id, organization_id::text,
        now() + case when checked_at is null then interval '30 seconds' else interval '0' end
      from claimed
    )`

export type CvToRead = {
  organization_id: OrganizationId
  storage_key: string
  key_sealed: string | null
  kind: CvKind
  heavy_tries: number
  /** By an older reader. */
  was_read: boolean
}

const wasRead = sql<boolean>`(text is not null or reason is not null)`

/** Undefined when its text is known, or the file was deleted. */
export async function findCvToRead(db: Queries, cvId: string): Promise<CvToRead | undefined> {
  const { rows } = await sql<CvToRead>`
    select cv_files.organization_id, storage_key, key_sealed, kind, ${wasRead} as was_read,
      ${heavyTries(sql`cv_files.organization_id`)} as heavy_tries
    from cv_texts join cv_files on cv_files.id = cv_texts.cv_id
    where cv_id = ${cvId} and (not ${wasRead} or ${isOfOlderReader})`.execute(db)
  return rows[0]
}

const isOfOlderReader = sql`(reader < ${CV_READER} and scan_state <> 'infected')`
/** After every CV that was not read yet, whose ranks are lower. */
const AGAIN_RANK = 2

/** Queues so many CVs that an older reader has read, one after the other with `seconds` between them. */
export async function insertReadingsAgain(
  tx: Tx,
  { most, seconds }: { most: number; seconds: number },
): Promise<void> {
  await sql`
    insert into background_tasks (kind, key, organization_id, lane, rank, due_at)
    select 'read-cv', cv_id::text, organization_id, organization_id::text, ${AGAIN_RANK},
      now() + make_interval(secs => ${seconds} * row_number() over ())
    from (
      select cv_id, cv_texts.organization_id
      from cv_texts join cv_files on cv_files.id = cv_texts.cv_id
      where ${wasRead} and ${isOfOlderReader}
      limit ${most}
    ) as old
    on conflict do nothing`.execute(tx)
}

/** Counts a file of this organization that was too much for the reader. */
export async function updateHeavyTries(db: Queries, organizationId: OrganizationId): Promise<void> {
  await sql`
    insert into heavy_cvs as known (organization_id, heavy_tries, heavy_since) values (${organizationId}, 1, now())
    on conflict (organization_id) do update set
      heavy_tries = case when known.${isRecent} then known.heavy_tries + 1 else 1 end,
      heavy_since = case when known.${isRecent} then known.heavy_since else now() end`.execute(db)
}

export async function updateCvTextDone(
  db: Queries,
  cvId: string,
  { text, isCut, missing = [] }: { text: string; isCut: boolean; missing?: MissingText[] },
): Promise<void> {
  await db
    .updateTable('cv_texts')
    .set({
      text,
      is_cut: isCut,
      missing,
      joined_words: joinedWords(text),
      reason: null,
      reader: CV_READER,
    })
    .where('cv_id', '=', cvId)
    // Malware was found in it meanwhile, so its text is not stored.
    .where((eb) =>
      eb.not(
        eb.exists(
          eb.selectFrom('cv_files').where('id', '=', cvId).where('scan_state', '=', 'infected'),
        ),
      ),
    )
    .execute()
}

/** A text that an older reader found stays. */
export async function updateCvTextUnreadable(
  db: Queries,
  cvId: string,
  reason: CvTextReason,
): Promise<void> {
  await db
    .updateTable('cv_texts')
    .set({
      reason: sql<CvTextReason | null>`case when text is null then ${reason} end`,
      reader: CV_READER,
    })
    .where('cv_id', '=', cvId)
    .execute()
}

/** Undefined when the applicant has no CV. */
export async function findCvText(
  db: Queries,
  organizationId: OrganizationId,
  applicantId: string,
): Promise<CvText | undefined> {
  const row = await db
    .selectFrom('cv_texts')
    .select(['text', 'is_cut', 'missing', 'reason'])
    .where(inOrganization(organizationId))
    .where('applicant_id', '=', applicantId)
    .executeTakeFirst()
  if (!row) return undefined
  const { text, is_cut, missing } = row
  if (text !== null) return { state: 'done', text, is_cut, missing }
  return row.reason ? { state: 'unreadable', reason: row.reason } : { state: 'waiting' }
}
