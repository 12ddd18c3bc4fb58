// The deletion by the clock: what it is about to do, and an owner's word.
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { t } from '#domain/texts/text.ts'
import { numberText } from '#domain/texts/formats.ts'
import { call, reasonOf } from '../api.ts'

import { toastSuccess, toastError } from '../ui/popups/toast.tsx'

export const retentionPreviewQuery = queryOptions({
  queryKey: ['retention', 'preview'],
  queryFn: ({ signal }) => call('GET /api/retention/preview', { signal }),
  staleTime: 60_000,
})

/** Agrees to as many as were shown; a number that has grown is refused, and read anew. */
export function useConfirmRetention() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (applicants: number) =>
      call('POST /api/retention/confirm', { body: { applicants } }),
    onSuccess: ({ deleted }) =>
      toastSuccess(t('retention.deleted', { count: numberText(deleted) })),
    onError: (error) => toastError(t('retention.confirmFailed'), reasonOf(error)),
    onSettled: () =>
      Promise.all([
        client.invalidateQueries({ queryKey: ['retention'] }),
        client.invalidateQueries({ queryKey: ['applicants'] }),
      ]),
  })
}
