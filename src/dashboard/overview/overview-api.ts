// What the overview reads, and when it reads again.
import { useEffect, useRef } from 'react'
import { queryOptions, useQueryClient } from '@tanstack/react-query'
import type { Funnel, FunnelFilter, Overview } from '#domain/overview.ts'
import { call, queryOf } from '../api.ts'
import { useLiveEvent, useLiveReturn } from '../live.tsx'

const overviewKey = ['overview'] as const

export const overviewQuery = queryOptions({
  queryKey: [...overviewKey, 'now'],
  queryFn: ({ signal }) => call<Overview>('GET', '/api/overview', { signal }),
  // Whoever comes back here has often just done what it asked for.
  staleTime: 0,
})

export const funnelQuery = (filter: FunnelFilter) =>
  queryOptions({
    queryKey: [...overviewKey, 'funnel', filter],
    queryFn: ({ signal }) =>
      call<Funnel>('GET', `/api/overview/funnel${queryOf(filter)}`, { signal }),
    staleTime: 0,
    // Another period keeps the old bars until the new ones are here, and they grow or shrink from there.
    placeholderData: (before) => before,
  })

/** Events that come in numbers are counted once. */
const SETTLE_MS = 3000

/** Counts again some seconds after something has changed. */
export function useFreshOverview(): void {
  const client = useQueryClient()
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const readAgain = () => void client.invalidateQueries({ queryKey: overviewKey })
  const later = () => {
    clearTimeout(timer.current)
    timer.current = setTimeout(readAgain, SETTLE_MS)
  }
  useEffect(() => () => clearTimeout(timer.current), [])
  useLiveEvent('applicant.created', later)
  useLiveEvent('applicant.updated', later)
  useLiveEvent('applicant.deleted', later)
  useLiveEvent('applicants.changed', later)
  useLiveEvent('incident.created', later)
  useLiveEvent('incident.updated', later)
  useLiveEvent('membership.changed', later)
  useLiveEvent('store.changed', later)
  useLiveEvent('jobs.changed', later)
  useLiveReturn(readAgain)
}
