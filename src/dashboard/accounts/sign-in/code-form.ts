// The form for a mailed code: an invalid one is refused before it is sent.
import type { UseMutationResult } from '@tanstack/react-query'
import { t } from '#domain/texts/text.ts'
import { reasonOf } from '../../api.ts'
import { typed, useCheckedForm } from '../../ui/forms/checked-form.ts'

type CodeErrors = { code?: string | undefined }

/** `field` is for the form's one TextInput. */
export function useCodeForm<Answer>(sending: UseMutationResult<Answer, Error, string>) {
  const { errors, ...form } = useCheckedForm<string, CodeErrors, Answer>({
    sending,
    read: (from) => typed(from, 'code').replace(/\s/g, ''),
    check: (code) => ({ code: /^\d{6}$/.test(code) ? undefined : t('address.codeNeeded') }),
    refused: (error) => ({ code: reasonOf(error) }),
  })
  const field = {
    label: t('verification.codeLabel'),
    name: 'code',
    autoComplete: 'one-time-code',
    inputMode: 'numeric',
    maxLength: 10,
    error: errors.code,
  } as const
  return { ...form, field }
}
