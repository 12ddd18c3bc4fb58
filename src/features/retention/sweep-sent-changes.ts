// Deletes stored answers of changes: after this time no dashboard sends a change again.
import { UNSENT_DAYS } from '#domain/unsent-changes.ts'
import { deleteSentChangesBefore } from '#data/applicants/sent-changes.ts'
import { believedTime } from '#data/retention/judge-time.ts'
import type { Deps } from '../deps.ts'

/** One day longer than dashboards retry, to allow for inexact clocks. */
export async function sweepSentChanges(deps: Deps): Promise<void> {
  const time = await believedTime(deps)
  if (time) await deleteSentChangesBefore(deps.db.queries, time.ago((UNSENT_DAYS + 1) * 86_400))
}
