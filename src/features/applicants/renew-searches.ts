// After a change of how words are compared (docs/decisions/0147-words-of-every-script.md), makes the searched documents of earlier applicants again.
import type { TaskOutcome } from '#domain/tasks/tasks.ts'
import { updateOldSearches } from '#data/applicants/applicant-search.ts'
import type { Deps } from '../deps.ts'

/** One statement for so many, some milliseconds each: the embedded engine answers nothing else in between. */
const AT_ONCE = 10
/** Then other background work has its turn. */
const MOST = 500

export async function renewSearches(deps: Deps): Promise<TaskOutcome | void> {
  for (let renewed = 0; renewed < MOST; renewed += AT_ONCE) {
    if ((await updateOldSearches(deps.db.queries, AT_ONCE)) < AT_ONCE) return
    if (deps.closing.aborted) break
  }
  return { seconds: 1 }
}
