// The calls about the person's own password and names, and what each changes here.
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import type { ChangePasswordInput, NamesInput } from '#domain/accounts/accounts.ts'
import { t } from '#domain/texts/text.ts'
import { call } from '../api.ts'
import { sessionQuery } from '../queries.ts'
import { toastSuccess } from '../ui/popups/toast.tsx'
import { sessionsQuery } from './sessions-api.ts'

export const passwordQuery = queryOptions({
  queryKey: ['password'],
  queryFn: ({ signal }) => call('GET /api/accounts/password', { signal }),
  staleTime: 30_000,
})

export function useChangePassword() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (body: ChangePasswordInput) => call('POST /api/accounts/password', { body }),
    onSuccess: async () => {
      await client.invalidateQueries({ queryKey: sessionsQuery.queryKey })
      toastSuccess(t('success.passwordChanged'))
    },
  })
}

export function useChangeNames() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (body: NamesInput) => call('PUT /api/accounts/names', { body }),
    onSuccess: async () => {
      await client.fetchQuery({ ...sessionQuery, staleTime: 0 })
      toastSuccess(t('success.nameChanged'))
    },
  })
}
