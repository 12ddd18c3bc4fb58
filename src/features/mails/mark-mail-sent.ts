// Marks a mail as sent, which must not be lost: a mail without the mark is sent again.
import { updateMailSent } from '#data/mails/mails.ts'
import { retryWhileLeased } from '#gateways/tasks/retry-while-leased.ts'
import type { Deps } from '../deps.ts'

/** Longer than the slowest delivery. */
export const MAIL_LEASE_SECONDS = 60

/** Repeated while the database is away: the mail server has taken the mail and cannot give it back. */
export const markMailSent = ({ db, closing }: Deps, id: string): Promise<void> =>
  retryWhileLeased(closing, MAIL_LEASE_SECONDS, () => updateMailSent(db.queries, id))
