// A form that is read and checked when it is sent.
import { useState, type FormEvent } from 'react'
import type { UseMutationResult } from '@tanstack/react-query'

/** The text of a field of a submitted form. */
export function typed(form: HTMLFormElement, name: string): string {
  const value = new FormData(form).get(name)
  return typeof value === 'string' ? value : ''
}

/** After a refusal the first wrong field has the focus, or the alert above the form is read by itself. */
function focusFirstError(form: HTMLFormElement): void {
  // The errors are drawn in the next frame.
  requestAnimationFrame(() => form.querySelector<HTMLElement>('[aria-invalid=true]')?.focus())
}

/** What is refused, here or by the server, stands beside its field. Nothing is sent twice at once. */
export function useCheckedForm<Values, Errors extends object, Answer>({
  sending,
  read,
  check,
  refused,
  onSent,
  before,
}: {
  sending: UseMutationResult<Answer, Error, Values>
  read: (form: HTMLFormElement) => Values
  /** A text for each field that cannot be sent so. */
  check: (values: Values, form: HTMLFormElement) => Errors
  /** Where a refusal of the server stands. */
  refused: (error: Error) => Errors
  onSent?: (values: Values, answer: Answer) => void
  /** What is wrong from the beginning. */
  before?: Errors
}) {
  const [errors, setErrors] = useState<Partial<Errors>>(before ?? {})
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (sending.isPending) return
    const form = event.currentTarget
    const refuse = (found: Errors) => {
      setErrors(found)
      focusFirstError(form)
    }
    const values = read(form)
    const found = check(values, form)
    if (Object.values(found).some(Boolean)) return refuse(found)
    setErrors({})
    sending.mutate(values, {
      onSuccess: (answer) => onSent?.(values, answer),
      onError: (error) => refuse(refused(error)),
    })
  }
  return { errors, submit, isSending: sending.isPending, forgive: () => setErrors({}) }
}
