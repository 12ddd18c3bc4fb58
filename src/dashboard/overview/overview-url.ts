// The overview's part of the address: which time and which position the funnel counts.
import { useNavigate, useSearch } from '@tanstack/react-router'
import {
  DEFAULT_PERIOD,
  funnelPeriods,
  type FunnelFilter,
  type FunnelPeriod,
} from '#domain/overview/overview.ts'
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
  const { period = DEFAULT_PERIOD, role } = overviewSearch(useSearch({ strict: false }))
  const navigate = useNavigate()
  const filter: FunnelFilter = { period, ...(role ? { position: role } : {}) }
  const go = (changes: {
    period?: FunnelFilter['period'] | undefined
    role?: string | undefined
  }) =>
    void navigate({
      to: '.',
      // Other sections keep their part of the address.
      search: (before: Record<string, unknown>) => ({ ...before, ...changes }),
      replace: true,
      resetScroll: false,
    })
  return {
    filter,
    choosePeriod: (next: FunnelPeriod) =>
      go({ period: next === DEFAULT_PERIOD ? undefined : next }),
    choosePosition: (next: string | undefined) => go({ role: next }),
  }
}
