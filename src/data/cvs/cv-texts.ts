// The text of CVs: which files are due, what came out of them, and what one applicant's says.
import { sql } from 'kysely'
import type { CvKind, CvText, CvTextReason } from '#domain/cvs/cvs.ts'
import type { OrganizationId } from '#domain/organizations/organization-id.ts'
import type { Queries } from '../database.ts'
import { inOrganization } from '../organization-filter.ts'

export type DueCv = {
  cv_id: string
  organization_id: OrganizationId
  storage_key: string
  kind: CvKind
  attempts: number
  /** It took too long once. */
  is_heavy: boolean
  /** How many of its organization's did so within the hour. */
  heavy_tries: number
}

/**
 * Takes a file that is due, for `leaseSeconds`: a process that dies while reading leaves it to the next one. The attempt is
 * counted now, so that a file that kills its reader is not tried for ever.
 * Organizations take turns: whose was read longest ago is next, with the file that waits longest; second tries of heavy files come
 * when nothing else is due anywhere. Undefined too where another process took the same one at this moment.
 */
export async function updateDueCvText(
  db: Queries,
  leaseSeconds: number,
): Promise<DueCv | undefined> {
  const { rows } = await sql<DueCv>`
    with recursive waiting as (
      -- From one organization to the next by the index, however many files each of them has.
      (select organization_id from cv_texts where text is null and reason is null
       order by organization_id limit 1)
      union all
      select (select later.organization_id from cv_texts as later
              where later.text is null and later.reason is null and later.organization_id > waiting.organization_id
              order by later.organization_id limit 1)
      from waiting where waiting.organization_id is not null
    ), next as (
      select file.cv_id, waiting.organization_id
      from waiting
      left join cv_text_turns as turn on turn.organization_id = waiting.organization_id
      cross join lateral (
        select cv_id, is_heavy, next_attempt_at from cv_texts
        where cv_texts.organization_id = waiting.organization_id and text is null and reason is null
          -- The column keeps whole milliseconds: what became due just now may stand in the next one.
          and next_attempt_at <= now() + interval '1 millisecond'
        order by is_heavy, next_attempt_at limit 1
      ) as file
      order by file.is_heavy, turn.taken_at nulls first, file.next_attempt_at limit 1
    ), taken as (
      update cv_texts set attempts = attempts + 1,
        next_attempt_at = now() + make_interval(secs => ${leaseSeconds})
      from next
      where cv_texts.cv_id = next.cv_id and text is null and reason is null
        and next_attempt_at <= now() + interval '1 millisecond'
      returning cv_texts.cv_id, cv_texts.organization_id, cv_texts.attempts, cv_texts.is_heavy
    ), turn as (
      insert into cv_text_turns (organization_id, taken_at) select organization_id, clock_timestamp() from taken
      on conflict (organization_id) do update set taken_at = excluded.taken_at
      returning organization_id,
        case when heavy_since > now() - make_interval(secs => ${HEAVY_SECONDS}) then heavy_tries else 0 end as heavy_tries
    )
    select taken.*, turn.heavy_tries, cv_files.storage_key, cv_files.kind
    from taken join turn on turn.organization_id = taken.organization_id
    join cv_files on cv_files.id = taken.cv_id`.execute(db)
  return rows[0]
}

/** So long a file that was too much counts against its organization. */
const HEAVY_SECONDS = 3600

/** One of this organization's files was too much for the reader. */
export async function updateHeavyTries(db: Queries, organizationId: OrganizationId): Promise<void> {
  await sql`
    update cv_text_turns set
      heavy_tries = case when heavy_since > now() - make_interval(secs => ${HEAVY_SECONDS}) then heavy_tries + 1 else 1 end,
      heavy_since = case when heavy_since > now() - make_interval(secs => ${HEAVY_SECONDS}) then heavy_since else now() end
    where organization_id = ${organizationId}`.execute(db)
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
export async function updateCvTextLater(
  db: Queries,
  cvId: string,
  seconds: number,
  { isHeavy = false } = {},
): Promise<void> {
  await db
    .updateTable('cv_texts')
    .set({
      next_attempt_at: sql<string>`now() + make_interval(secs => ${seconds})`,
      ...(isHeavy && { is_heavy: true }),
    })
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
  organizationId: OrganizationId,
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
