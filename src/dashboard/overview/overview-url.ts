// The overview's part of the address: which time and which position the funnel counts.
import {
  DEFAULT_PERIOD,
  funnelPeriods,
  type FunnelFilter,
  type FunnelPeriod,
} from '#domain/overview/overview.ts'
import { useSearchPart } from '../shell/search-part.ts'
import { oneOf, uuidOf } from '../url-values.ts'

export type OverviewSearch = { period?: FunnelPeriod; role?: string }

/** What the address says, without defaults and without what means nothing. */
export function overviewSearch(search: Record<string, unknown>): OverviewSearch {
  const period = oneOf(funnelPeriods, search.period) ?? DEFAULT_PERIOD
  const position = uuidOf(search.role)
  return {
    ...(period === DEFAULT_PERIOD ? {} : { period }),
    ...(position ? { role: position } : {}),
  }
}

export function useOverviewUrl() {
  const { part, change } = useSearchPart(overviewSearch)
  const { period = DEFAULT_PERIOD, role } = part
  const filter: FunnelFilter = { period, ...(role ? { position: role } : {}) }
  return {
    filter,
    choosePeriod: (next: FunnelPeriod) =>
      change({ period: next === DEFAULT_PERIOD ? undefined : next }),
    choosePosition: (next: string | undefined) => change({ role: next }),
  }
}
