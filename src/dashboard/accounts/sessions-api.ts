// The calls about the person's own sessions, and what each changes here.
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { t } from '#domain/texts/text.ts'
import { ApiError, call, reasonOf } from '../api.ts'
import { toastSuccess, toastError } from '../ui/popups/toast.tsx'

export const sessionsQuery = queryOptions({
  queryKey: ['sessions'],
  queryFn: ({ signal }) => call('GET /api/accounts/sessions', { signal }),
  staleTime: 10_000,
})

function useReadAgain() {
  const client = useQueryClient()
  return () => client.invalidateQueries({ queryKey: sessionsQuery.queryKey })
}

export function useEndSession() {
  const readAgain = useReadAgain()
  return useMutation({
    mutationFn: (id: string) =>
      call('DELETE /api/accounts/sessions/:sessionId', { params: { sessionId: id } }),
    onSuccess: async () => {
      await readAgain()
      toastSuccess(t('success.sessionEnded'))
    },
    onError: async (error) => {
      // It ended by itself, or at another screen: the list says so.
      if (error instanceof ApiError && error.code === 'session.missing') await readAgain()
      toastError(reasonOf(error))
    },
  })
}

export function useEndOtherSessions() {
  const readAgain = useReadAgain()
  return useMutation({
    mutationFn: () => call('DELETE /api/accounts/sessions'),
    onSuccess: async () => {
      await readAgain()
      toastSuccess(t('success.sessionsEnded'))
    },
    onError: (error) => toastError(reasonOf(error)),
  })
}
