// What the account forms refuse before anything is sent, in the catalogue's words.
import { PASSWORD } from '#domain/accounts.ts'
import { isEmailAddress } from '#domain/email-address.ts'
import { messages } from '#domain/messages.ts'
import { ApiError, reasonOf } from '../api.ts'

export type FormErrors = Partial<
  Record<
    | 'email'
    | 'current_password'
    | 'password'
    | 'confirmation'
    | 'first_name'
    | 'last_name'
    | 'form',
    string
  >
>

export const emailError = (email: string): string | undefined =>
  isEmailAddress(email) ? undefined : messages['auth.emailInvalid']

export function passwordError(password: string): string | undefined {
  if (password.length < PASSWORD.min) return messages['auth.passwordTooShort']
  if (password.length > PASSWORD.max) return messages['auth.passwordTooLong']
  return undefined
}

export const nameError = (name: string): string | undefined =>
  name.trim() ? undefined : messages['auth.nameRequired']

export const hasErrors = (errors: FormErrors): boolean => Object.values(errors).some(Boolean)

/** A refusal of the server: beside its fields where it names them, above the form where it does not. */
export function refusedForm(error: unknown): FormErrors {
  if (error instanceof ApiError && Object.keys(error.fields).length > 0) return error.fields
  return { form: reasonOf(error) }
}

/** The text of a field of a submitted form. */
export function typed(form: HTMLFormElement, name: string): string {
  const value = new FormData(form).get(name)
  return typeof value === 'string' ? value : ''
}

/** After a refusal the first wrong field has the focus, or the alert above the form is read by itself. */
export function focusFirstError(form: HTMLFormElement): void {
  // The errors are drawn in the next frame.
  requestAnimationFrame(() => form.querySelector<HTMLElement>('[aria-invalid=true]')?.focus())
}

/** For the field of an address that is fixed already; it can be read and copied, and is sent with the rest. */
export const givenAddress = (email: string | undefined) =>
  email === undefined ? {} : { readOnly: true, defaultValue: email }
