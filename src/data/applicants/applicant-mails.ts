// Mails to applicants as staff see them: written, listed, counted and cancelled.
import { fullNameOf } from '../full-name.ts'
import type { OrganizationId } from '#domain/organizations/organization-id.ts'
import { sql, type RawBuilder } from 'kysely'
import type {
  ApplicantMail,
  MailedStatus,
  NotMailedReason,
  CancelMailsInput,
  WaitingMails,
} from '#domain/applicants/applicant-mails.ts'
import type { TemplateText } from '#domain/mails/mail-templates.ts'
import { recordQueued } from '../commits.ts'
import type { Queries, Tx } from '../database.ts'
import { deleteUnsentMails } from '../mails/mails.ts'
import { inOrganization } from '../organization-filter.ts'

export type NewStatusMail = {
  applicant_id: string
  /** Other applications of the same person that it is about. */
  further_applicants: readonly string[]
  /** What it is composed from again when one of several applications is erased; null for the built-in text. */
  words: TemplateText | null
  kind: MailedStatus | 'message'
  recipient: string
  /** Null for a message. */
  change_id: string | null
  batch_id: string | null
  data_sealed: string
  subject: string
  body: string
  send_at: Date
  created_by: string | null
}

/**
 * Returns the mails it inserted. Skips an applicant who already has one for the same change, or a waiting rejection.
 */
export function insertStatusMails(
  tx: Tx,
  organizationId: OrganizationId,
  mails: readonly NewStatusMail[],
): Promise<{ id: string; applicant_id: string }[]> {
  if (mails.length === 0) return Promise.resolve([])
  recordQueued(tx, 'queue-mails')
  return tx
    .insertInto('applicant_mails')
    .values(
      mails.map((mail) => ({
        ...mail,
        further_applicants: [...mail.further_applicants],
        words: mail.words && JSON.stringify(mail.words),
        recipient: mail.recipient.toLowerCase(),
        organization_id: organizationId,
      })),
    )
    .onConflict((conflict) => conflict.doNothing())
    .returning(['id', 'applicant_id'])
    .execute()
}

/** The outbox decides: a mail that left was sent, even if it was cancelled afterwards. */
const stateOf = sql<ApplicantMail['state']>`case
  when outbox.state = 'sent' then 'sent'
  when outbox.state = 'failed' then 'failed'
  when mail.state in ('held', 'queued') then 'waiting'
  else mail.state end`

export type ListedMail = ApplicantMail & {
  by_id: string | null
  by_name: string | null
  created_at: string
}

/** Of one applicant, newest first. */
export function listApplicantMails(
  db: Queries,
  organizationId: OrganizationId,
  applicantId: string,
): Promise<ListedMail[]> {
  return db
    .selectFrom('applicant_mails as mail')
    .leftJoin('mail_outbox as outbox', 'outbox.id', 'mail.id')
    .leftJoin('profiles', 'profiles.id', 'mail.created_by')
    .select([
      'mail.id',
      'mail.kind',
      'mail.change_id',
      stateOf.as('state'),
      'mail.reason',
      sql<boolean>`coalesce(outbox.address_refused, false)`.as('address_refused'),
      'mail.subject',
      'mail.body',
      'mail.send_at',
      'outbox.sent_at',
      'mail.created_at',
      'mail.created_by as by_id',
      fullNameOf('profiles').as('by_name'),
    ])
    .where(inOrganization(organizationId, 'mail.organization_id'))
    .where('mail.applicant_id', '=', applicantId)
    .orderBy('mail.created_at', 'desc')
    .orderBy('mail.id')
    .execute()
}

/**
 * For messages and for mails about a current status: how many failed since a moment, and the applicant of the newest.
 */
export async function countUndelivered(
  db: Queries,
  organizationId: OrganizationId,
  since: Date,
): Promise<{ count: number; applicant_id: string | null }> {
  const { rows } = await sql<{ count: number; applicant_id: string | null }>`
    select count(*)::int as count, (array_agg(applicant_id order by send_at desc, mail.id))[1] as applicant_id
    from applicant_mails as mail
    join mail_outbox as outbox on outbox.id = mail.id
    where ${inOrganization(organizationId, 'mail.organization_id')}
      and mail.state = 'queued' and mail.kind <> 'received' and mail.send_at >= ${since.toISOString()}
      and outbox.state = 'failed'
      and (mail.kind = 'message' or mail.change_id = (
        select id from applicant_status_history as history
        where ${inOrganization(organizationId, 'history.organization_id')} and history.applicant_id = mail.applicant_id
        order by seq desc limit 1
      ))`.execute(db)
  return rows[0] ?? { count: 0, applicant_id: null }
}

/** A mail that was given up allows another one about the same change. */
export async function updateFailedMailDropped(
  tx: Tx,
  organizationId: OrganizationId,
  changeId: string,
): Promise<void> {
  await tx
    .updateTable('applicant_mails')
    .set({ state: 'dropped' })
    .where(inOrganization(organizationId))
    .where('change_id', '=', changeId)
    .where('state', '=', 'queued')
    .where((eb) =>
      eb.exists(
        eb
          .selectFrom('mail_outbox')
          .select('mail_outbox.id')
          .whereRef('mail_outbox.id', '=', 'applicant_mails.id')
          .where('mail_outbox.state', '=', 'failed'),
      ),
    )
    .execute()
}

/** For `where`: an application that may still become a job. A withdrawn one cannot be moved, so it stays as it is. */
export const isActive = sql<boolean>`(status <> 'rejected' and withdrawn_at is null)`

/** Those of these addresses with an application of which this is true. */
async function listAddressesThat(
  db: Queries,
  organizationId: OrganizationId,
  emails: readonly string[],
  isTrue: RawBuilder<boolean>,
): Promise<Set<string>> {
  const rows = await db
    .selectFrom('applicants')
    .select('sort_email as email')
    .distinct()
    .where(inOrganization(organizationId))
    .where(
      'sort_email',
      '=',
      sql<string>`any(${emails.map((email) => email.toLowerCase())}::text[])`,
    )
    .where(isTrue)
    .execute()
  return new Set(rows.map(({ email }) => email))
}

/** Those of these addresses with an active application, for any job: they get no rejection. */
export const listActiveAddresses = (
  db: Queries,
  organizationId: OrganizationId,
  emails: readonly string[],
): Promise<Set<string>> => listAddressesThat(db, organizationId, emails, isActive)

/** Those of these addresses that want no mail from this organization. */
export const listNoContactAddresses = (
  db: Queries,
  organizationId: OrganizationId,
  emails: readonly string[],
): Promise<Set<string>> =>
  listAddressesThat(db, organizationId, emails, sql`no_contact_at is not null`)

/** The mails to cancel: by changes of status, by applicants, or as staff name them. */
export type MailsOf =
  | CancelMailsInput
  | { change_ids: readonly string[] }
  | { applicant_ids: readonly string[] }

export type CanceledMails = { canceled: { id: string; applicant_id: string }[]; too_late: number }

/**
 * Cancels mails that were not sent yet: scheduled ones, and those in the outbox that no worker has leased. Staff cannot
 * cancel confirmations. `as` 'moved': cancelled because the applicant's status changed, not by a person.
 */
export async function cancelMailRows(
  tx: Tx,
  organizationId: OrganizationId,
  which: MailsOf,
  as: 'taken-back' | 'moved' = 'taken-back',
): Promise<CanceledMails> {
  let query = tx
    .selectFrom('applicant_mails')
    .select(['id', 'state'])
    .where(inOrganization(organizationId))
    .where('kind', '!=', 'received')
    .where('state', 'in', ['held', 'queued'])
    .orderBy('id')
    .forUpdate()
  if ('mail_id' in which) query = query.where('id', '=', which.mail_id)
  else if ('batch_id' in which) query = query.where('batch_id', '=', which.batch_id)
  else if ('change_ids' in which) {
    query = query.where('change_id', '=', sql<string>`any(${which.change_ids}::uuid[])`)
  } else {
    // A message does not depend on the status, so it is still sent.
    query = query
      .where('kind', '!=', 'message')
      .where('applicant_id', '=', sql<string>`any(${which.applicant_ids}::uuid[])`)
  }
  const found = await query.execute()
  if (found.length === 0) return { canceled: [], too_late: 0 }
  const queued = found.filter(({ state }) => state === 'queued').map(({ id }) => id)
  const removed = await deleteUnsentMails(tx, organizationId, queued)
  const ids = found
    .filter(({ id, state }) => state === 'held' || removed.has(id))
    .map(({ id }) => id)
  const canceled = await tx
    .updateTable('applicant_mails')
    .set({
      ...(as === 'moved' ? { state: 'dropped', reason: 'moved' } : { state: 'taken-back' }),
      data_sealed: null,
    })
    .where(inOrganization(organizationId))
    .where('id', '=', sql<string>`any(${ids}::uuid[])`)
    .returning(['id', 'applicant_id'])
    .execute()
  return { canceled, too_late: found.length - canceled.length }
}

/** Batches with scheduled mails, the next one first. */
export function listWaitingMails(
  db: Queries,
  organizationId: OrganizationId,
): Promise<WaitingMails[]> {
  return db
    .selectFrom('applicant_mails as mail')
    .leftJoin('profiles', 'profiles.id', 'mail.created_by')
    .select([
      'mail.batch_id',
      sql<WaitingMails['kind']>`min(mail.kind)`.as('kind'),
      sql<number>`count(*)::int`.as('count'),
      sql<string>`max(mail.send_at)`.as('send_at'),
      sql<string | null>`max(${fullNameOf('profiles')})`.as('by_name'),
    ])
    .where(inOrganization(organizationId, 'mail.organization_id'))
    .where('mail.state', '=', 'held')
    .where('mail.batch_id', 'is not', null)
    .groupBy('mail.batch_id')
    .orderBy('send_at')
    .$narrowType<{ batch_id: string }>()
    .execute()
}

/** The recipients of a rejection among these, each person once, and the reasons for the others. */
export async function countRejectionMails(
  db: Queries,
  organizationId: OrganizationId,
  ids: readonly string[],
): Promise<{ mails: number; first: string | null } & Record<NotMailedReason, number>> {
  const { rows } = await sql<
    { mails: number; first: string | null } & Record<NotMailedReason, number>
  >`
    with chosen as materialized (
      select id, sort_email as address, status from applicants
      where ${inOrganization(organizationId)} and id = any(${ids}::uuid[]) and withdrawn_at is null
    ), judged as (
      select id,
        case
          when status = 'rejected' then 'rejected'
          when exists (
            select from applicants as other
            where ${inOrganization(organizationId, 'other.organization_id')} and other.sort_email = address
              and other.no_contact_at is not null
          ) then 'no-contact'
          when exists (
            select from applicants as other
            where ${inOrganization(organizationId, 'other.organization_id')} and other.sort_email = address
              and ${isActive} and other.id not in (select id from chosen)
          ) then 'active'
          when exists (
            select from applicant_mails as mail
            where ${inOrganization(organizationId, 'mail.organization_id')} and mail.recipient = address
              and mail.kind = 'rejected' and mail.state = 'held'
          ) then 'waiting'
          when row_number() over (partition by address, status = 'rejected' order by id) > 1 then 'same-person'
          else 'mails'
        end as what
      from chosen
    )
    select count(*) filter (where what = 'mails')::int as mails,
      (min(id::text) filter (where what = 'mails')) as first,
      count(*) filter (where what = 'same-person')::int as "same-person",
      count(*) filter (where what = 'active')::int as active,
      count(*) filter (where what = 'waiting')::int as waiting,
      count(*) filter (where what = 'rejected')::int as rejected,
      count(*) filter (where what = 'no-contact')::int as "no-contact"
    from judged`.execute(db)
  return (
    rows[0] ?? {
      mails: 0,
      first: null,
      'same-person': 0,
      active: 0,
      waiting: 0,
      rejected: 0,
      'no-contact': 0,
    }
  )
}

/**
 * How many messages were written since then, to each address. Holds a lock, so that no other message of the
 * organization is written until the transaction ends.
 */
export async function countMessagesLocked(
  tx: Tx,
  organizationId: OrganizationId,
  seconds: number,
): Promise<Map<string, number>> {
  await tx
    .selectFrom('organizations')
    .select('id')
    .where(inOrganization(organizationId, 'id'))
    .forNoKeyUpdate()
    .execute()
  const rows = await tx
    .selectFrom('applicant_mails')
    .select(['recipient', sql<number>`count(*)::int`.as('count')])
    .where(inOrganization(organizationId))
    .where('kind', '=', 'message')
    .where('created_at', '>', sql<string>`now() - make_interval(secs => ${seconds})`)
    .groupBy('recipient')
    .execute()
  return new Map(rows.map(({ recipient, count }) => [recipient, count]))
}
