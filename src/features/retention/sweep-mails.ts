// Deletes old mails to people who have neither applied to their organization nor an account.
import { RETENTION } from '#domain/retention/retention.ts'
import { deleteMailsWithoutReader } from '#data/mails/mails.ts'
import { believedTime } from '#data/retention/judge-time.ts'
import type { Deps } from '../deps.ts'

/** A day early, because it runs once a day. */
export async function sweepMails(deps: Deps): Promise<void> {
  const time = await believedTime(deps)
  const days = RETENTION.passingMailDays - 1
  if (time) await deleteMailsWithoutReader(deps.db.queries, time.ago(days * 86_400))
}
