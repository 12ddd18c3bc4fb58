// Calls about the person's own second factor, and their effect on the cache.
import { queryOptions } from '@tanstack/react-query'
import { t } from '#domain/texts/text.ts'
import { call } from '../api.ts'
import { useServerMutation } from '../server-mutation.ts'

export const secondFactorQuery = queryOptions({
  queryKey: ['second-factor'],
  queryFn: ({ signal }) => call('GET /api/accounts/second-factor', { signal }),
  staleTime: 30_000,
})

export const useBeginSecondFactor = () =>
  useServerMutation({
    // Required only when the session is not fresh.
    call: (proof: string | undefined) =>
      call('POST /api/accounts/second-factor/enroll', { body: { proof } }),
  })

export const useConfirmSecondFactor = () =>
  useServerMutation({
    call: (body: { factor_id: string; code: string }) =>
      call('POST /api/accounts/second-factor/confirm', { body }),
    done: t('success.factorOn'),
  })

export const useRenewCodes = () =>
  useServerMutation({
    call: (proof: string) =>
      call('POST /api/accounts/second-factor/recovery-codes', { body: { proof } }),
  })

export const useRemoveSecondFactor = () =>
  useServerMutation({
    call: (proof: string) => call('POST /api/accounts/second-factor/remove', { body: { proof } }),
    done: t('success.factorRemoved'),
    invalidates: [secondFactorQuery.queryKey],
  })
