// Signing up, signing in and getting back in: the calls, and what each changes here.
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { t } from '#domain/texts/text.ts'
import { call } from '../../api.ts'
import { showPasskey } from '../passkey-device.ts'
import { sessionQuery } from '../../queries.ts'
import { toastSuccess } from '../../ui/popups/toast.tsx'

/** A browser that has not left by then is not going to. */
const LEAVING_MS = 10_000

export type Credentials = { email: string; password: string }
export type NewAccount = Credentials & { first_name: string; last_name: string }

/** What a session that was just opened changes here. */
function useEnter() {
  const client = useQueryClient()
  return async () => {
    await client.fetchQuery({ ...sessionQuery, staleTime: 0 })
    toastSuccess(t('success.welcome'))
  }
}

/** Answers whether a second factor is to be shown: until then the session opens nothing. */
export function useSignIn() {
  const enter = useEnter()
  return useMutation({
    mutationFn: (credentials: Credentials) =>
      call('POST /api/accounts/sign-in', { body: credentials }),
    onSuccess: async ({ second_factor }) => {
      if (!second_factor) await enter()
    },
  })
}

export function useSecondFactor() {
  const enter = useEnter()
  return useMutation({
    mutationFn: (code: string) => call('POST /api/accounts/second-factor', { body: { code } }),
    onSuccess: enter,
  })
}

/** Whose it is the device says; a passkey stands for the second factor too. */
export function usePasskey() {
  const enter = useEnter()
  return useMutation({
    mutationFn: async () => {
      const { challenge_id, options } = await call('POST /api/accounts/passkey-sign-in/begin')
      const credential = await showPasskey(options)
      await call('POST /api/accounts/passkey-sign-in', { body: { challenge_id, credential } })
    },
    onSuccess: enter,
  })
}

/** They change only with the installation's settings. */
export const providersQuery = queryOptions({
  queryKey: ['providers'],
  queryFn: ({ signal }) => call('GET /api/accounts/providers', { signal }),
  staleTime: Infinity,
})

/** Leaves this page for the provider's; it stays pending until the browser has gone. */
export function useProvider() {
  return useMutation({
    mutationFn: async (id: string) => {
      const { url } = await call('POST /api/accounts/providers/:provider', {
        params: { provider: id },
      })
      location.assign(url)
      await new Promise((resolve) => setTimeout(resolve, LEAVING_MS))
    },
  })
}

export function useSignUp() {
  return useMutation({
    mutationFn: (account: NewAccount) => call('POST /api/accounts/sign-up', { body: account }),
    onSuccess: () => toastSuccess(t('success.welcome')),
  })
}

export function useRequestReset() {
  return useMutation({
    mutationFn: (email: string) => call('POST /api/accounts/request-reset', { body: { email } }),
  })
}

export function useResetPassword() {
  return useMutation({
    mutationFn: (body: { token: string; password: string }) =>
      call('POST /api/accounts/reset-password', { body }),
  })
}
