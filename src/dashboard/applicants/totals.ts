// How many a list holds. Of a search with very many hits that is known as 'at least' only.
import type { ApplicantCounts, ApplicantTab } from '#domain/applicants.ts'
import { count } from '../ui/dates.ts'

export type Total = { count: number; isLeast: boolean }

export const totalOf = (
  counts: ApplicantCounts | undefined,
  tab: ApplicantTab,
): Total | undefined => counts && { count: counts[tab], isLeast: counts.at_least === true }

/** '1,204', or '1,000+'. `seen` are there in any case. */
export const saidTotal = (total: Total, seen = 0): string =>
  `${count(Math.max(total.count, seen))}${total.isLeast ? '+' : ''}`

/** What stands behind the word of a tab. 'At least none' says nothing. */
export const inBrackets = (total: Total | undefined): string =>
  !total || (total.isLeast && total.count === 0) ? '' : ` (${saidTotal(total)})`
