// The calls about the person's own second factor, and what each changes here.
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { t } from '#domain/texts/text.ts'
import { call } from '../api.ts'
import { toastSuccess } from '../ui/popups/toast.tsx'

export const secondFactorQuery = queryOptions({
  queryKey: ['second-factor'],
  queryFn: ({ signal }) => call('GET /api/accounts/second-factor', { signal }),
  staleTime: 30_000,
})

function useReadAgain() {
  const client = useQueryClient()
  return () => client.invalidateQueries({ queryKey: secondFactorQuery.queryKey })
}

export const useBeginSecondFactor = () =>
  useMutation({
    // Asked for only in a session that is not fresh.
    mutationFn: (proof: string | undefined) =>
      call('POST /api/accounts/second-factor/enroll', { body: { proof } }),
  })

export function useConfirmSecondFactor() {
  return useMutation({
    mutationFn: (body: { factor_id: string; code: string }) =>
      call('POST /api/accounts/second-factor/confirm', { body }),
    onSuccess: () => toastSuccess(t('success.factorOn')),
  })
}

export function useRenewCodes() {
  return useMutation({
    mutationFn: (proof: string) =>
      call('POST /api/accounts/second-factor/recovery-codes', { body: { proof } }),
  })
}

export function useRemoveSecondFactor() {
  const readAgain = useReadAgain()
  return useMutation({
    mutationFn: (proof: string) =>
      call('POST /api/accounts/second-factor/remove', { body: { proof } }),
    onSuccess: async () => {
      await readAgain()
      toastSuccess(t('success.factorRemoved'))
    },
  })
}
