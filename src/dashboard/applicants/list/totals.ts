// The total of a list. For a search with very many hits it is only known as 'at least'.
import type { ApplicantCounts, ApplicantTab } from '#domain/applicants/applicants.ts'
import { numberText } from '#domain/texts/formats.ts'

export type Total = { count: number; isLeast: boolean }

export const totalOf = (
  counts: ApplicantCounts | undefined,
  tab: ApplicantTab,
): Total | undefined => counts && { count: counts[tab], isLeast: counts.at_least === true }

/** '1,204', or '1,000+'. `seen`: the loaded rows, a lower bound; 'at least 0' would be useless. */
export function totalText({ count: known, isLeast }: Total, seen = 0): string {
  if (!isLeast) return numberText(known)
  const least = Math.max(known, seen)
  return least === 0 ? '' : `${numberText(least)}+`
}
