// Calls about the person's own sessions, and their effect on the cache.
import { queryOptions } from '@tanstack/react-query'
import { t } from '#domain/texts/text.ts'
import { call, reasonOf } from '../api.ts'
import { useServerMutation } from '../server-mutation.ts'

export const sessionsQuery = queryOptions({
  queryKey: ['sessions'],
  queryFn: ({ signal }) => call('GET /api/accounts/sessions', { signal }),
  staleTime: 10_000,
})

export const useEndSession = () =>
  useServerMutation({
    call: (id: string) =>
      call('DELETE /api/accounts/sessions/:sessionId', { params: { sessionId: id } }),
    done: t('success.sessionEnded'),
    failed: reasonOf,
    // Also after a failure: the session may have expired, or been ended on another screen.
    invalidates: [sessionsQuery.queryKey],
  })

export const useEndOtherSessions = () =>
  useServerMutation({
    call: () => call('DELETE /api/accounts/sessions'),
    done: t('success.sessionsEnded'),
    failed: reasonOf,
    invalidates: [sessionsQuery.queryKey],
  })
