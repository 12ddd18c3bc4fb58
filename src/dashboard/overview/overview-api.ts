// The queries of the overview, and when they are repeated.
import { useEffect, useRef } from 'react'
import { queryOptions, useQueryClient } from '@tanstack/react-query'
import type { SkippableStep } from '#domain/organizations/checklist.ts'
import { t } from '#domain/texts/text.ts'
import type { FunnelFilter } from '#domain/overview/overview.ts'
import type { OwnAction } from '#domain/overview/today.ts'
import { call } from '../api.ts'
import { takeFirstRead } from '../shell/first-view/first-answers.ts'
import { invalidateApplicants } from '../queries.ts'
import { useServerMutation } from '../server-mutation.ts'
import { useLiveEvent, useLiveReturn } from '../shell/live/live.tsx'
import { toastError } from '../ui/popups/toast.tsx'

const overviewKey = ['overview'] as const

export const overviewQuery = queryOptions({
  queryKey: [...overviewKey, 'now'],
  queryFn: ({ signal }) => call('GET /api/overview', { signal }),
  initialData: () => takeFirstRead('GET /api/overview'),
  // People who come back here have often just done the listed work.
  staleTime: ({ state }) => (state.dataUpdateCount === 0 ? 30_000 : 0),
})

export const funnelQuery = (filter: FunnelFilter) =>
  queryOptions({
    queryKey: [...overviewKey, 'funnel', filter],
    queryFn: ({ signal }) => call('GET /api/overview/funnel', { query: filter, signal }),
    initialData: () => takeFirstRead('GET /api/overview/funnel', { query: filter }),
    staleTime: 0,
    // Another period keeps the old bars until the new ones are loaded, and they animate from there.
    placeholderData: (before) => before,
  })

export const sourcesQuery = (filter: FunnelFilter) =>
  queryOptions({
    queryKey: [...overviewKey, 'sources', filter],
    queryFn: async ({ signal }) =>
      (await call('GET /api/overview/sources', { query: filter, signal })).sources,
    staleTime: 0,
    placeholderData: (before) => before,
  })

/** Several events cause one request. */
const SETTLE_MS = 3000

/** Invalidates some seconds after a change. */
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
  useLiveEvent('organization.changed', later)
  useLiveEvent('store.changed', later)
  useLiveEvent('jobs.changed', later)
  useLiveReturn(readAgain)
}

/** Changes of the checklist are shown at once, and loaded again. */
export function useChecklist(): { skip: (step: SkippableStep) => void; close: () => void } {
  const { mutate } = useServerMutation({
    call: async (step: SkippableStep | null) =>
      step === null
        ? await call('DELETE /api/overview/checklist')
        : await call('POST /api/overview/checklist/skip', { body: { step } }),
    failed: t('checklist.failed'),
    invalidates: [overviewKey],
  })
  return { skip: (step) => mutate(step), close: () => mutate(null) }
}

/** Undoes a move that this person made some minutes ago. */
export function useUndoOwnAction() {
  const client = useQueryClient()
  return useServerMutation({
    call: (undo: NonNullable<OwnAction['undo']>) => {
      const { until: _, ...which } = undo
      return call('POST /api/applicants/undo', { body: which })
    },
    done: ({ refused: [refused] }) => (refused ? undefined : t('success.undone')),
    failed: t('dashboard.statusUpdateFailed'),
    invalidates: [overviewKey],
    onSuccess: ({ refused: [refused] }) => {
      if (refused) toastError(t('dashboard.statusUpdateFailed'), refused.message)
    },
    onSettled: () => invalidateApplicants(client),
  })
}
