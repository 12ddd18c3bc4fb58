// Client-side validation of the account forms, with the catalogue's texts.
import { PASSWORD } from '#domain/accounts/accounts.ts'
import { isEmailAddress, shownEmailAddress } from '#domain/accounts/email-address.ts'
import { t } from '#domain/texts/text.ts'
import { ApiError, reasonOf } from '../../api.ts'

type FormField =
  | 'email'
  | 'current_password'
  | 'password'
  | 'confirmation'
  | 'first_name'
  | 'last_name'
  | 'form'
export type FormErrors = Partial<Record<FormField, string | undefined>>

export const emailError = (email: string): string | undefined =>
  isEmailAddress(email) ? undefined : t('auth.emailInvalid')

export function passwordError(password: string): string | undefined {
  if (password.length < PASSWORD.min) return t('auth.passwordTooShort')
  if (password.length > PASSWORD.max) return t('auth.passwordTooLong')
  return undefined
}

const nameError = (name: string): string | undefined =>
  name.trim() ? undefined : t('auth.nameRequired')

export const nameErrors = (names: { first_name: string; last_name: string }): FormErrors => ({
  first_name: nameError(names.first_name),
  last_name: nameError(names.last_name),
})

/** For a new password that was typed twice. */
export const newPasswordErrors = (password: string, confirmation: string): FormErrors => ({
  password: passwordError(password),
  confirmation: confirmation === password ? undefined : t('auth.passwordsDiffer'),
})

/** An error of the server: beside its fields if it names them, else above the form. */
export function refusedForm(error: unknown): FormErrors {
  if (error instanceof ApiError && Object.keys(error.fields).length > 0) return error.fields
  return { form: reasonOf(error) }
}

/** For the read-only field of a given address; it can be read and copied, and is submitted with the rest. */
export const givenAddress = (email: string | undefined) =>
  email === undefined ? {} : { readOnly: true, defaultValue: shownEmailAddress(email) }
