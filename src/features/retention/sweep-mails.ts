// Deletes old mails to people who have neither applied to their organization nor an account.
import { RETENTION } from '#domain/retention/retention.ts'
import { deleteMailsToNobody } from '#data/mails/mails.ts'
import type { Deps } from '../deps.ts'

/** A day early, because it runs once a day. */
export const sweepMails = (deps: Deps): Promise<void> =>
  deleteMailsToNobody(
    deps.db.queries,
    new Date(deps.clock.now().getTime() - (RETENTION.passingMailDays - 1) * 86_400_000),
  )
