// Calls for signing up, signing in and resetting a password, and their effect on the cache.
import { queryOptions, useQueryClient } from '@tanstack/react-query'
import { t } from '#domain/texts/text.ts'
import { call } from '../../api.ts'
import { takeFirstRead } from '../../shell/first-view/first-answers.ts'
import { showPasskey } from '../passkey-device.ts'
import { forgetAnswers, sessionQuery } from '../../queries.ts'
import { useServerMutation } from '../../server-mutation.ts'

/** After this time a browser that has not left the page will not do so any more. */
const LEAVING_MS = 10_000

export type Credentials = { email: string; password: string }
export type NewAccount = Credentials & { first_name: string; last_name: string }

/** The session before may have ended by itself, and been another person's. */
function useForgetBefore() {
  const client = useQueryClient()
  return () => forgetAnswers(client)
}

/** Loads the session that was just created. */
function useReadSession() {
  const client = useQueryClient()
  const forget = useForgetBefore()
  return () => {
    forget()
    return client.fetchQuery({ ...sessionQuery, staleTime: 0 })
  }
}

/** Returns whether a second factor is required: until then the session gives no access. */
export function useSignIn() {
  const readSession = useReadSession()
  return useServerMutation({
    call: (credentials: Credentials) => call('POST /api/accounts/sign-in', { body: credentials }),
    done: ({ second_factor }) => (second_factor ? undefined : t('success.welcome')),
    onSuccess: async ({ second_factor }) => {
      if (!second_factor) await readSession()
    },
  })
}

export const useSecondFactor = () =>
  useServerMutation({
    call: (code: string) => call('POST /api/accounts/second-factor', { body: { code } }),
    done: t('success.welcome'),
    onSuccess: useReadSession(),
  })

/** The device knows the account; a passkey is also the second factor. */
export const usePasskey = () =>
  useServerMutation({
    call: async () => {
      const { challenge_id, options } = await call('POST /api/accounts/passkey-sign-in/begin')
      const credential = await showPasskey(options)
      await call('POST /api/accounts/passkey-sign-in', { body: { challenge_id, credential } })
    },
    done: t('success.welcome'),
    onSuccess: useReadSession(),
    asksFirst: true,
  })

/** They change only with the installation's settings. */
export const providersQuery = queryOptions({
  queryKey: ['providers'],
  queryFn: ({ signal }) => call('GET /api/accounts/providers', { signal }),
  initialData: () => takeFirstRead('GET /api/accounts/providers'),
  staleTime: Infinity,
})

/** Redirects to the provider; stays pending until the browser has left the page. */
export const useProvider = () =>
  useServerMutation({
    call: async (id: string) => {
      const { url } = await call('POST /api/accounts/providers/:provider', {
        params: { provider: id },
      })
      location.assign(url)
      await new Promise((resolve) => setTimeout(resolve, LEAVING_MS))
    },
  })

export const useSignUp = () =>
  useServerMutation({
    call: (account: NewAccount) => call('POST /api/accounts/sign-up', { body: account }),
    done: t('success.welcome'),
    onSuccess: useForgetBefore(),
  })

export const useRequestReset = () =>
  useServerMutation({
    call: (email: string) => call('POST /api/accounts/request-reset', { body: { email } }),
  })

export const useResetPassword = () =>
  useServerMutation({
    call: (body: { token: string; password: string }) =>
      call('POST /api/accounts/reset-password', { body }),
    onSuccess: useForgetBefore(),
  })
