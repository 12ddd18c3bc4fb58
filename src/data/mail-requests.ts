// Mails that somebody asked for by an address, until they are answered.
import type { MailRequestKind, NewUserData } from '#domain/token-api.ts'
import type { Queries, Tx } from './database.ts'

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
  db: Queries,
  { user_data, ...values }: MailRequest,
): Promise<void> {
  await db
    .insertInto('auth_mail_requests')
    .values({ ...values, user_data: user_data && JSON.stringify(user_data) })
    .execute()
}

/** The oldest that no other process answers right now; it is gone when the transaction commits. */
export function deleteNextMailRequest(tx: Tx): Promise<(MailRequest & { id: string }) | undefined> {
  return tx
    .deleteFrom('auth_mail_requests')
    .where('id', '=', (eb) =>
      eb
        .selectFrom('auth_mail_requests')
        .select('id')
        .orderBy('created_at')
        .limit(1)
        .forUpdate()
        .skipLocked(),
    )
    .returning([
      'id',
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
