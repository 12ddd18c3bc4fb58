// Signing up, signing in and getting back in: the calls, and what each changes here.
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { messages } from '#domain/messages.ts'
import { call } from '../api.ts'
import { sessionQuery } from '../queries.ts'
import { sayDone } from '../ui/toast.tsx'

export type Credentials = { email: string; password: string }
export type NewAccount = Credentials & { first_name: string; last_name: string }

export function useSignIn() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (credentials: Credentials) =>
      call('POST', '/api/accounts/sign-in', { body: credentials }),
    onSuccess: async () => {
      await client.fetchQuery({ ...sessionQuery, staleTime: 0 })
      sayDone(messages['success.welcome'])
    },
  })
}

export function useSignUp() {
  return useMutation({
    mutationFn: (account: NewAccount) => call('POST', '/api/accounts/sign-up', { body: account }),
    onSuccess: () => sayDone(messages['success.welcome']),
  })
}

export function useRequestReset() {
  return useMutation({
    mutationFn: (email: string) => call('POST', '/api/accounts/request-reset', { body: { email } }),
  })
}

export function useResetPassword() {
  return useMutation({
    mutationFn: (body: { token: string; password: string }) =>
      call('POST', '/api/accounts/reset-password', { body }),
  })
}
