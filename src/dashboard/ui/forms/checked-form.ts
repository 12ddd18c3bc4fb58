// A form that is read and validated when it is submitted.
import { useState, type FormEvent } from 'react'
import { flushSync } from 'react-dom'
import type { UseMutationResult } from '@tanstack/react-query'

/** The text of a field of a submitted form. */
export function typed(form: HTMLFormElement, name: string): string {
  const value = new FormData(form).get(name)
  return typeof value === 'string' ? value : ''
}

/**
 * Renders the errors, then focuses the first invalid field; an alert above the form is announced by itself. At once: in
 * a later frame the person may already have typed into that field, and would be moved to the next one.
 */
export function showErrors(form: HTMLFormElement, render: () => void): void {
  flushSync(render)
  form.querySelector<HTMLElement>('[aria-invalid=true]')?.focus()
}

/** Errors of the client and of the server are shown beside their fields. Nothing is submitted twice at once. */
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
  /** An error text for each invalid field. */
  check: (values: Values, form: HTMLFormElement) => Errors
  /** Where an error of the server is shown. */
  refused: (error: Error) => Errors
  onSent?: (values: Values, answer: Answer) => void
  /** The initial errors. */
  before?: Errors
}) {
  const [errors, setErrors] = useState<Partial<Errors>>(before ?? {})
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (sending.isPending) return
    const form = event.currentTarget
    const refuse = (found: Errors) => showErrors(form, () => setErrors(found))
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
