// The outbox and the local mailbox.
import { randomUUID } from 'node:crypto'
import type { Cutoff } from '#domain/retention/deletion-time.ts'
import type { OrganizationId } from '#domain/organizations/organization-id.ts'
import { mailKinds, type MailKind } from '#domain/mails/mails.ts'
import { spokenLocale } from '#domain/texts/locale.ts'
import { sql, type RawBuilder } from 'kysely'
import type { NotificationKind } from '#domain/mails/notifications.ts'
import { recordQueued } from '../commits.ts'
import type { Queries, Tx } from '../database.ts'
import { inOrganization } from '../organization-filter.ts'

export type WaitingMail = {
  id: string
  kind: MailKind
  recipient: string
  sender_name: string
  data_sealed: string
  organization_id: OrganizationId | null
  reply_to: string | null
  rank: number
  created_at: string
  /**
   * The language of the request that caused it, the one that the reader's account has chosen, and the organization's.
   */
  language: string | null
  account_language: string | null
  organization_language: string | null
}

export type NewMail = {
  /** The id of the mail's subject, for mails that must be found by it. */
  id?: string
  organization_id: OrganizationId | null
  kind: MailKind
  recipient: string
  sender_name: string
  data_sealed: string
  reply_to?: string | null
  /** The reader's language, if known; else that of the request that causes it. */
  language?: string | null
}

/** Queues mails in the transaction of their cause. */
export async function insertMails(tx: Tx, mails: readonly NewMail[]): Promise<void> {
  if (mails.length === 0) return
  const rows = mails.map((mail) => ({
    ...mail,
    id: mail.id ?? randomUUID(),
    rank: mailKinds[mail.kind].rank,
    language: mail.language ?? spokenLocale() ?? null,
  }))
  await tx
    .with('queued', (cte) => cte.insertInto('mail_outbox').values(rows))
    .insertInto('background_tasks')
    .values(
      rows.map(({ id, organization_id, rank }) => ({
        kind: 'send-mail' as const,
        key: id,
        organization_id,
        rank,
      })),
    )
    .execute()
  recordQueued(tx, 'send-mail')
}

export const insertMail = (tx: Tx, mail: NewMail): Promise<void> => insertMails(tx, [mail])

/** Undefined when it was sent, given up or canceled. */
export async function findWaitingMail(db: Queries, id: string): Promise<WaitingMail | undefined> {
  const row = await db
    .selectFrom('mail_outbox')
    .leftJoin('organizations', 'organizations.id', 'mail_outbox.organization_id')
    .leftJoin('users', 'users.email', 'mail_outbox.recipient')
    .select([
      'mail_outbox.id',
      'mail_outbox.kind',
      'mail_outbox.recipient',
      'mail_outbox.sender_name',
      'mail_outbox.data_sealed',
      'mail_outbox.organization_id',
      'mail_outbox.reply_to',
      'mail_outbox.rank',
      'mail_outbox.created_at',
      'mail_outbox.language',
      'users.language as account_language',
      'organizations.language as organization_language',
    ])
    .where('mail_outbox.id', '=', id)
    .where('state', '=', 'waiting')
    .executeTakeFirst()
  return row && row.data_sealed !== null ? { ...row, data_sealed: row.data_sealed } : undefined
}

/**
 * Sent or given up, without the data that it was rendered from. What a digest told of has been told; where a copy lies in the local
 * mailbox, it has to be found again when one of its people leaves. An applicant's mail that was given up is news for the owners.
 */
const endMails = (
  db: Queries,
  which: RawBuilder<boolean>,
  how: { state: 'sent' | 'failed'; sent_at?: RawBuilder<string>; address_refused?: boolean },
  error: string | null = null,
) =>
  db
    .with('ended', (query) =>
      query
        .updateTable('mail_outbox')
        .set({ ...how, data_sealed: null, last_error: error })
        .where(which)
        .returning('id'),
    )
    .with('told', (query) =>
      query
        .deleteFrom('notifications')
        .where('mail_id', 'in', (eb) => eb.selectFrom('ended').select('ended.id'))
        .where(sql<boolean>`not exists (select from local_mailbox where id = mail_id)`),
    )
    .with('news', (query) =>
      query
        .insertInto('notification_events')
        .columns(['organization_id', 'kind', 'applicant_id'])
        .expression((eb) =>
          eb
            .selectFrom('ended')
            .innerJoin('applicant_mails as mail', 'mail.id', 'ended.id')
            .select([
              'mail.organization_id',
              sql<NotificationKind>`'undelivered'`.as('kind'),
              'mail.applicant_id',
            ])
            .where(sql.lit(how.state === 'failed')),
        ),
    )

export async function updateMailSent(db: Queries, id: string): Promise<void> {
  await endMails(db, sql`id = ${id}`, { state: 'sent', sent_at: sql`now()` })
    .selectFrom('ended')
    .select('id')
    .execute()
}

/** Not sent, and no longer needed. */
export async function deleteMail(db: Queries, id: string): Promise<void> {
  await db.deleteFrom('mail_outbox').where('id', '=', id).execute()
}

/** Those of these mails of the organization that no worker has in hand leave the outbox. Returns which did. */
export async function deleteUnsentMails(
  tx: Tx,
  organizationId: OrganizationId,
  ids: readonly string[],
): Promise<Set<string>> {
  const rows = await tx
    .with('canceled', (cte) =>
      cte
        .deleteFrom('background_tasks')
        .where(inOrganization(organizationId))
        .where('kind', '=', 'send-mail')
        .where('key', '=', sql<string>`any(${ids}::text[])`)
        .where(sql<boolean>`(leased_until is null or leased_until < now())`)
        .returning(sql<string>`key::uuid`.as('id')),
    )
    .deleteFrom('mail_outbox')
    .where(inOrganization(organizationId))
    .where('id', 'in', (eb) => eb.selectFrom('canceled').select('canceled.id'))
    .where('state', '=', 'waiting')
    .returning('id')
    .execute()
  return new Set(rows.map(({ id }) => id))
}

/** Marks it as given up. */
export async function updateMailFailed(
  db: Queries,
  id: string,
  error: string,
  addressRefused: boolean,
): Promise<void> {
  const how = { state: 'failed', address_refused: addressRefused } as const
  await endMails(db, sql`id = ${id} and state = 'waiting'`, how, error)
    .selectFrom('ended')
    .select('id')
    .execute()
}

/** Gives up every mail that has waited since before then. */
export async function updateWaitingMailsFailed(
  db: Queries,
  before: Cutoff,
  error: string,
): Promise<void> {
  const late = sql<boolean>`state = 'waiting' and created_at < ${before.toISOString()}
    -- Each waiting mail has a task; all others, which are many, have none.
    and id in (select key::uuid from background_tasks where kind = 'send-mail')`
  await endMails(db, late, { state: 'failed' }, error)
    .deleteFrom('background_tasks')
    .where('kind', '=', 'send-mail')
    .where('key', 'in', (eb) => eb.selectFrom('ended').select(sql<string>`id::text`.as('id')))
    .execute()
}

/** Kinds of mails that nobody needs any more after some time, no matter who got them. */
const passingMails: readonly MailKind[] = ['verification', 'job-invitation']

const finishedMails = (db: Queries, before: Cutoff) =>
  db
    .selectFrom('mail_outbox')
    .select(['mail_outbox.id', 'kind'])
    .where('state', '!=', 'waiting')
    .where('created_at', '<', before.toISOString())

/** Deletes such mails that were sent, or given up, before that moment. */
export async function deleteOldPassingMails(db: Queries, before: Cutoff): Promise<void> {
  const gone = finishedMails(db, before).where('kind', 'in', passingMails)
  await db
    .deleteFrom('mail_outbox')
    .where('id', 'in', db.selectFrom(gone.as('gone')).select('id'))
    .execute()
}

/**
 * Deletes mails that were sent, or given up, before that moment to anyone who is neither an applicant of the organization nor has an
 * account; mails about an application are deleted with it. Of a notice of a breach the row stays, without the person, because the
 * record of the breach counts what became of its notices. Reads all old mails.
 */
export async function deleteMailsWithoutReader(db: Queries, before: Cutoff): Promise<void> {
  const ended = finishedMails(db, before)
    .where('kind', 'not in', passingMails)
    .where('recipient', '!=', '')
    .where(
      sql<boolean>`not exists (select from applicant_mails where applicant_mails.id = mail_outbox.id)`,
    )
    .where(
      sql<boolean>`not exists (select from users where users.email = lower(mail_outbox.recipient))`,
    )
    .where(
      sql<boolean>`not exists (
        select from applicants
        where applicants.organization_id = mail_outbox.organization_id
          and applicants.sort_email = lower(mail_outbox.recipient)
      )`,
    )
  await db
    .with('ended', () => ended)
    .with('cleared', (query) =>
      query
        .updateTable('mail_outbox')
        .set({ recipient: '', last_error: null })
        .where('id', 'in', (eb) =>
          eb.selectFrom('ended').select('id').where('kind', '=', 'breach-notice'),
        ),
    )
    .with('deleted', (query) =>
      query
        .deleteFrom('mail_outbox')
        .where('id', 'in', (eb) =>
          eb.selectFrom('ended').select('id').where('kind', '!=', 'breach-notice'),
        ),
    )
    .deleteFrom('local_mailbox')
    .where('id', 'in', (eb) => eb.selectFrom('ended').select('id'))
    .execute()
}

/** The recipients of an organization's invitations to apply. A waiting mail is checked before it is sent. */
export async function deleteSentInvitations(
  db: Queries,
  organizationId: OrganizationId,
): Promise<void> {
  await db
    .deleteFrom('mail_outbox')
    .where(inOrganization(organizationId))
    .where('kind', '=', 'job-invitation')
    .where('state', '!=', 'waiting')
    .execute()
}

export type LocalMail = {
  id: string
  recipient: string
  subject: string
  text: string
  html: string
  sent_at: string
}

/**
 * Stores a mail at most once, however often it is delivered, and not when its row in the outbox was deleted with its
 * person.
 */
export async function insertLocalMail(
  db: Queries,
  { id, recipient, subject, text, html }: Omit<LocalMail, 'sent_at'>,
): Promise<void> {
  await db
    .insertInto('local_mailbox')
    .columns(['id', 'recipient', 'subject', 'text', 'html'])
    .expression((eb) =>
      eb
        .selectFrom('mail_outbox')
        .select([
          'mail_outbox.id',
          sql<string>`${recipient}::text`.as('recipient'),
          sql<string>`${subject}::text`.as('subject'),
          sql<string>`${text}::text`.as('text'),
          sql<string>`${html}::text`.as('html'),
        ])
        .where('mail_outbox.id', '=', id)
        // A transaction that deletes the row waits, and then finds the copy.
        .forShare(),
    )
    .onConflict((conflict) => conflict.column('id').doNothing())
    .execute()
}

export function listLocalMails(db: Queries, most: number): Promise<LocalMail[]> {
  return db
    .selectFrom('local_mailbox')
    .select(['id', 'recipient', 'subject', 'text', 'html', 'sent_at'])
    .orderBy('sent_at', 'desc')
    .limit(most)
    .execute()
}
