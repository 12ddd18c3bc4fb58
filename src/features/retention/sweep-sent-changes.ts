// Deletes stored answers of changes: after this time no dashboard sends a change again.
import { UNSENT_DAYS } from '#domain/unsent-changes.ts'
import { deleteSentChangesBefore } from '#data/applicants/sent-changes.ts'
import type { Deps } from '../deps.ts'

/** One day longer than dashboards retry, to allow for inexact clocks. */
export const sweepSentChanges = (deps: Deps): Promise<number> =>
  deleteSentChangesBefore(
    deps.db.queries,
    new Date(deps.clock.now().getTime() - (UNSENT_DAYS + 1) * 86_400_000),
  )
