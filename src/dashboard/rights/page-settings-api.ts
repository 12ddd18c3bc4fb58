// The settings of applicants' own pages: read and changed.
import { queryOptions, useQueryClient } from '@tanstack/react-query'
import type { PageSettingsInput } from '#domain/rights/status-words.ts'
import { call } from '../api.ts'
import { useServerMutation } from '../server-mutation.ts'

export const pageSettingsQuery = queryOptions({
  queryKey: ['applicant-page'],
  queryFn: ({ signal }) => call('GET /api/applicant-page', { signal }),
  staleTime: 30_000,
})

/** Errors are shown at their fields. */
export function useEditPageSettings() {
  const client = useQueryClient()
  return useServerMutation({
    call: (settings: PageSettingsInput) =>
      call('PATCH /api/applicant-page', { body: settings, keepalive: true }),
    onSuccess: (view) => client.setQueryData(pageSettingsQuery.queryKey, view),
  })
}
