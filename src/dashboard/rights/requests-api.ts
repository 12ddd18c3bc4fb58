// The register of requests: queries and mutations.
import { infiniteQueryOptions } from '@tanstack/react-query'
import type { PostalRequestSent } from '#domain/rights/register.ts'
import { t } from '#domain/texts/text.ts'
import { call } from '../api.ts'
import { rightsKey as key } from '../queries.ts'
import { useServerMutation } from '../server-mutation.ts'

export const requestsQuery = (state: 'open' | 'done') =>
  infiniteQueryOptions({
    queryKey: [...key, state],
    queryFn: ({ pageParam, signal }) =>
      call('GET /api/rights/requests', {
        query: { state, ...(pageParam && { cursor: pageParam }) },
        signal,
      }),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.next_cursor,
  })

export const erasuresQuery = infiniteQueryOptions({
  queryKey: [...key, 'erasures'],
  queryFn: ({ pageParam, signal }) =>
    call('GET /api/rights/erasures', {
      query: { ...(pageParam && { cursor: pageParam }) },
      signal,
    }),
  initialPageParam: null as string | null,
  getNextPageParam: (page) => page.next_cursor,
})

export const useFindPerson = () =>
  useServerMutation({
    call: (email: string) => call('POST /api/rights/find', { body: { email } }),
  })

export const useRecordRequest = () =>
  useServerMutation({
    call: (body: PostalRequestSent) => call('POST /api/rights/requests', { body }),
    done: ({ id, receipt }) => {
      if (receipt) return t('rights.erasedWithReceipt', { receipt })
      return t(id ? 'rights.recordedForCopy' : 'rights.carriedOut')
    },
    invalidates: [key],
  })

export const useMarkCopySent = (requestId: string) =>
  useServerMutation({
    call: () => call('POST /api/rights/requests/:requestId/sent', { params: { requestId } }),
    done: t('rights.copySent'),
    invalidates: [key],
  })

export const useDecideObjection = (requestId: string) =>
  useServerMutation({
    call: (body: { upheld: boolean; reason: string }) =>
      call('POST /api/rights/requests/:requestId/decide', { params: { requestId }, body }),
    done: t('rights.decided'),
    invalidates: [key],
  })

export const useRefuseRequest = (requestId: string) =>
  useServerMutation({
    call: (reason: string) =>
      call('POST /api/rights/requests/:requestId/refuse', {
        params: { requestId },
        body: { reason },
      }),
    done: t('rights.refused'),
    invalidates: [key],
  })
