// The outbox and the local mailbox.
import { sql } from 'kysely'
import type { Queries } from '../database.ts'
import type { OrganizationId } from '#domain/organizations/organization-id.ts'

export type WaitingMail = {
  id: string
  kind: string
  recipient: string
  sender_name: string
  data_sealed: string
  attempts: number
  organization_id: OrganizationId | null
  reply_to: string | null
}

export async function insertMail(
  db: Queries,
  values: {
    /** Where it has to be known what the mail was about: the id of that. */
    id?: string
    organization_id: OrganizationId | null
    kind: string
    recipient: string
    sender_name: string
    data_sealed: string
  },
): Promise<void> {
  await db.insertInto('mail_outbox').values(values).execute()
}

/** Taken back before anybody sent them. */
export async function deleteWaitingMails(db: Queries, recipient: string): Promise<void> {
  await db
    .deleteFrom('mail_outbox')
    .where('recipient', '=', recipient)
    .where('state', '=', 'waiting')
    .execute()
}

/** Mails whose ids are known beforehand, in one statement. */
export async function insertMails(
  db: Queries,
  mails: readonly {
    id: string
    organization_id: OrganizationId
    kind: string
    recipient: string
    sender_name: string
    data_sealed: string
    reply_to?: string | null
  }[],
): Promise<void> {
  if (mails.length > 0)
    await db
      .insertInto('mail_outbox')
      .values([...mails])
      .execute()
}

/**
 * Takes the mails that are due, for `leaseSeconds`: a process that dies while sending leaves them to the next one.
 * The attempt is counted now, so that a mail that kills its sender is not tried for ever.
 */
export async function updateDueMails(
  db: Queries,
  most: number,
  leaseSeconds: number,
): Promise<WaitingMail[]> {
  const rows = await db
    .updateTable('mail_outbox')
    .set({
      attempts: sql`attempts + 1`,
      next_attempt_at: sql`now() + make_interval(secs => ${leaseSeconds})`,
      taken_until: sql`now() + make_interval(secs => ${leaseSeconds})`,
    })
    .where('id', 'in', (eb) =>
      eb
        .selectFrom('mail_outbox')
        .select('id')
        .where('state', '=', 'waiting')
        // The column keeps whole milliseconds: what was queued just now may stand in the next one.
        .where('next_attempt_at', '<=', sql<string>`now() + interval '1 millisecond'`)
        .orderBy('next_attempt_at')
        .limit(most)
        .forUpdate()
        .skipLocked(),
    )
    .returning([
      'id',
      'kind',
      'recipient',
      'sender_name',
      'data_sealed',
      'attempts',
      'organization_id',
      'reply_to',
    ])
    .execute()
  return rows.flatMap((row) =>
    row.data_sealed === null ? [] : [{ ...row, data_sealed: row.data_sealed }],
  )
}

/** Sent: what it was drawn from is forgotten. */
export async function updateMailSent(db: Queries, id: string): Promise<void> {
  await db
    .updateTable('mail_outbox')
    .set({ state: 'sent', sent_at: sql`now()`, data_sealed: null, last_error: null })
    .where('id', '=', id)
    .execute()
}

/** Not sent, and not wanted any more. */
export async function deleteMail(db: Queries, id: string): Promise<void> {
  await db.deleteFrom('mail_outbox').where('id', '=', id).execute()
}

/** Not sent: tried again after `retrySeconds`, or given up when that is null. */
export async function updateMailFailed(
  db: Queries,
  id: string,
  error: string,
  retrySeconds: number | null,
  addressRefused = false,
): Promise<void> {
  await db
    .updateTable('mail_outbox')
    .set(
      retrySeconds === null
        ? {
            state: 'failed',
            last_error: error,
            data_sealed: null,
            address_refused: addressRefused,
          }
        : {
            last_error: error,
            taken_until: null,
            next_attempt_at: sql<string>`now() + make_interval(secs => ${retrySeconds})`,
          },
    )
    .where('id', '=', id)
    .execute()
}

/** Gives up every mail that has waited for longer than these seconds. */
export async function updateWaitingMailsFailed(
  db: Queries,
  seconds: number,
  error: string,
): Promise<void> {
  await db
    .updateTable('mail_outbox')
    .set({ state: 'failed', last_error: error, data_sealed: null })
    .where('state', '=', 'waiting')
    .where('created_at', '<', sql<string>`now() - make_interval(secs => ${seconds})`)
    .execute()
}

/** Seconds until the next waiting mail is due; undefined when none waits. */
export async function findNextMailDelay(db: Queries): Promise<number | undefined> {
  const row = await db
    .selectFrom('mail_outbox')
    .select(sql<string | null>`extract(epoch from min(next_attempt_at) - now())`.as('seconds'))
    .where('state', '=', 'waiting')
    .executeTakeFirst()
  return row?.seconds == null ? undefined : Math.max(0, Number(row.seconds))
}

/** Verifications that were sent, or given up, before that: who they went to is nobody's business any more. */
export async function deleteOldVerificationMails(db: Queries, before: Date): Promise<void> {
  const gone = db
    .selectFrom('mail_outbox')
    .select('id')
    .where('kind', '=', 'verification')
    .where('state', '!=', 'waiting')
    .where('created_at', '<', before.toISOString())
  await db.deleteFrom('local_mailbox').where('id', 'in', gone).execute()
  await db.deleteFrom('mail_outbox').where('id', 'in', gone).execute()
}

export type LocalMail = {
  id: string
  recipient: string
  subject: string
  text: string
  html: string
  sent_at: string
}

/** The same mail arrives once, however often it is delivered; and never when its row in the outbox has gone with its person. */
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
        // Whoever takes the row away waits, and then finds the copy.
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
