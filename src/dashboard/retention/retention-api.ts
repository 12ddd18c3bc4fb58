// The scheduled deletion: what it will delete, and an owner's confirmation.
import { queryOptions } from '@tanstack/react-query'
import { t } from '#domain/texts/text.ts'
import { numberText } from '#domain/texts/formats.ts'
import { call } from '../api.ts'
import { applicantsKey } from '../queries.ts'
import { useServerMutation } from '../server-mutation.ts'

export const retentionPreviewQuery = queryOptions({
  queryKey: ['retention', 'preview'],
  queryFn: ({ signal }) => call('GET /api/retention/preview', { signal }),
  staleTime: 60_000,
})

/** An owner confirms the number that was shown; if it has grown, the server refuses and it is loaded again. */
export const useConfirmRetention = () =>
  useServerMutation({
    call: (applicants: number) => call('POST /api/retention/confirm', { body: { applicants } }),
    done: ({ deleted }) => t('retention.deleted', { count: numberText(deleted) }),
    failed: t('retention.confirmFailed'),
    invalidates: [['retention'], applicantsKey],
  })

export const extendedRetentionQuery = queryOptions({
  queryKey: ['retention', 'extended'],
  queryFn: ({ signal }) => call('GET /api/rights/keeping', { signal }),
})

export const useChooseExtendedRetention = () =>
  useServerMutation({
    call: (asks_to_keep: boolean) => call('PUT /api/rights/keeping', { body: { asks_to_keep } }),
    invalidates: [extendedRetentionQuery.queryKey],
  })
