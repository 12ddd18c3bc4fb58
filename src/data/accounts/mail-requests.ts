// Queue of requests for account mails.
import type { MailRequestKind, NewUserData } from '#domain/accounts/token-api.ts'
import { recordQueued } from '../commits.ts'
import type { Queries, Tx } from '../database.ts'

export type MailRequest = {
  kind: MailRequestKind
  email: string
  user_data: NewUserData | null
  redirect_to: string | null
  code_challenge: string | null
  is_for_page: boolean
  session_id: string | null
}

export async function insertMailRequest(
  tx: Tx,
  { user_data, ...values }: MailRequest,
): Promise<void> {
  await tx
    .insertInto('auth_mail_requests')
    .values({ ...values, user_data: user_data && JSON.stringify(user_data) })
    .execute()
  recordQueued(tx, 'answer-mail-requests')
}

/** The oldest. Another process may be answering it at the same time. */
export function findNextMailRequest(
  db: Queries,
): Promise<{ id: string; email: string; session_id: string | null } | undefined> {
  return db
    .selectFrom('auth_mail_requests')
    .select(['id', 'email', 'session_id'])
    .orderBy('created_at')
    .limit(1)
    .executeTakeFirst()
}

/** Deleted when the transaction commits; undefined when another process has answered it. */
export function deleteMailRequestReturning(tx: Tx, id: string): Promise<MailRequest | undefined> {
  return tx
    .deleteFrom('auth_mail_requests')
    .where('id', '=', id)
    .returning([
      'kind',
      'email',
      'user_data',
      'redirect_to',
      'code_challenge',
      'is_for_page',
      'session_id',
    ])
    .executeTakeFirst()
}

export async function deleteMailRequest(db: Queries, id: string): Promise<void> {
  await db.deleteFrom('auth_mail_requests').where('id', '=', id).execute()
}
