// A mutation on the server with its toasts: one way for all screens.
import {
  useMutation,
  type MutationMeta,
  type QueryKey,
  type UseMutationOptions,
  type UseMutationResult,
} from '@tanstack/react-query'
import { reasonOf } from './api.ts'
import { toastError, toastSuccess, type ToastAction } from './ui/popups/toast.tsx'

type Success = string | { text: string; action?: ToastAction; detail?: string } | undefined
type Failure = string | { text: string; detail?: string; id?: string } | undefined

type ServerMutation<Answer, Input> = {
  /** Calls the server. */
  call: (input: Input) => Promise<Answer>
  /** The toast of success. */
  done?: string | ((answer: Answer, input: Input) => Success)
  /** The toast of failure. A plain text is followed by the server's reason. */
  failed?: string | ((error: Error, input: Input) => Failure)
  /** The queries to invalidate, also after a failure: another person may have decided meanwhile. */
  invalidates?: readonly QueryKey[]
  /** It waits for a person or an AI server first, so a long wait does not mean a slow server. */
  asksFirst?: true
}

declare module '@tanstack/react-query' {
  interface Register {
    // The cache does not know the types of answers: `useServerMutation` ensures them.
    mutationMeta: Omit<ServerMutation<never, never>, 'call'>
  }
}

export function useServerMutation<Answer, Input = void>({
  call,
  done,
  failed,
  invalidates,
  asksFirst,
  ...options
}: ServerMutation<Answer, Input> &
  Omit<UseMutationOptions<Answer, Error, Input>, 'mutationFn' | 'meta'>): UseMutationResult<
  Answer,
  Error,
  Input
> {
  return useMutation({
    ...options,
    mutationFn: call,
    meta: { done, failed, invalidates, asksFirst },
  })
}

/** What the mutation cache shows after each of them. */
export function toastSuccessOf(
  meta: MutationMeta | undefined,
  answer: unknown,
  input: unknown,
): void {
  const done = meta?.done
  const message = typeof done === 'function' ? done(answer as never, input as never) : done
  if (typeof message === 'string') toastSuccess(message)
  else if (message) toastSuccess(message.text, message.action, message.detail)
}

export function toastFailureOf(meta: MutationMeta | undefined, error: Error, input: unknown): void {
  const failed = meta?.failed
  if (typeof failed === 'string') return toastError(failed, reasonOf(error))
  const message = failed?.(error, input as never)
  if (typeof message === 'string') toastError(message)
  else if (message) toastError(message.text, message.detail, message.id)
}
