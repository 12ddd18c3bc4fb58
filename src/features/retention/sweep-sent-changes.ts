// No dashboard sends a change again after so long: it tells the person instead.
import { UNSENT_DAYS } from '#domain/unsent-changes.ts'
import { deleteSentChangesBefore } from '#data/applicants/sent-changes.ts'
import type { Deps } from '../deps.ts'

/** A day more than the dashboards wait, so that no clock has to be exact. */
export const sweepSentChanges = (deps: Deps): Promise<number> =>
  deleteSentChangesBefore(
    deps.db.queries,
    new Date(deps.clock.now().getTime() - (UNSENT_DAYS + 1) * 86_400_000),
  )
