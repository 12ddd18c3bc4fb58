// Calls about the person's own password and names, and their effect on the cache.
import { queryOptions, useQueryClient } from '@tanstack/react-query'
import type { ChangePasswordInput, LanguageInput, NamesInput } from '#domain/accounts/accounts.ts'
import { t } from '#domain/texts/text.ts'
import { call } from '../api.ts'
import { sessionQuery } from '../queries.ts'
import { useServerMutation } from '../server-mutation.ts'
import { sessionsQuery } from './sessions-api.ts'

export const passwordQuery = queryOptions({
  queryKey: ['password'],
  queryFn: ({ signal }) => call('GET /api/accounts/password', { signal }),
  staleTime: 30_000,
})

export const useChangePassword = () =>
  useServerMutation({
    call: (body: ChangePasswordInput) => call('POST /api/accounts/password', { body }),
    done: t('success.passwordChanged'),
    invalidates: [sessionsQuery.queryKey],
  })

/** Texts are compiled into the scripts, so the page is loaded again with those of the language. */
export const useChangeLanguage = () =>
  useServerMutation({
    call: (body: LanguageInput) => call('PUT /api/accounts/language', { body }),
    onSuccess: () => location.reload(),
  })

/** Errors are shown at their fields. */
export function useChangeNames() {
  const client = useQueryClient()
  return useServerMutation({
    call: (body: NamesInput) => call('PUT /api/accounts/names', { body, keepalive: true }),
    onSuccess: () => client.fetchQuery({ ...sessionQuery, staleTime: 0 }),
  })
}
