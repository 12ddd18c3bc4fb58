// The overview's part of the address: the period and the position of the funnel.
import {
  DEFAULT_PERIOD,
  funnelPeriods,
  type FunnelFilter,
  type FunnelPeriod,
} from '#domain/overview/overview.ts'
import { useSearchPart } from '../shell/search-part.ts'
import { oneOf, uuidOf } from '../url-values.ts'

export type OverviewSearch = { period?: FunnelPeriod; role?: string }

/** The values of the address, without defaults and without invalid ones. */
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
