// Getting back in: asking for the link, and setting the new password behind it.
import { useState, type FormEvent } from 'react'
import { PASSWORD } from '#domain/accounts.ts'
import { messages } from '#domain/messages.ts'
import { ApiError } from '../api.ts'
import { Button } from '../ui/button.tsx'
import { LetterSlot } from '../ui/drawings.tsx'
import { PasswordInput, TextInput } from '../ui/field.tsx'
import { Problem } from '../ui/problem.tsx'
import {
  emailError,
  focusFirstError,
  givenAddress,
  hasErrors,
  passwordError,
  refusedForm,
  typed,
} from './account-fields.ts'
import type { FormErrors } from './account-fields.ts'
import { useRequestReset, useResetPassword } from './accounts-api.ts'

const backLink = 'justify-self-start text-link'

/** `email`: the address that is known already. */
export function ForgotForm({
  email: known,
  onSent,
  onBack,
}: {
  email?: string
  onSent: (email: string) => void
  onBack: () => void
}) {
  const [errors, setErrors] = useState<FormErrors>({})
  const request = useRequestReset()

  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (request.isPending) return
    const form = event.currentTarget
    const email = typed(form, 'email')
    const found: FormErrors = { email: emailError(email) }
    setErrors(found)
    if (hasErrors(found)) return focusFirstError(form)
    request.mutate(email, {
      onSuccess: () => onSent(email),
      onError: (error) =>
        setErrors({
          form:
            error instanceof ApiError && error.code === 'server.rateLimited'
              ? error.message
              : messages['auth.resetMailFailed'],
        }),
    })
  }

  return (
    <form noValidate onSubmit={submit} className="grid gap-[18px]">
      <p className="text-ink-2">
        Enter the email you sign in with. We send a link to set a new password.
      </p>
      {errors.form && <Problem text={errors.form} />}
      <TextInput
        {...givenAddress(known)}
        label="Email"
        name="email"
        type="email"
        autoComplete="username"
        roomy
        error={errors.email}
      />
      <Button type="submit" kind="primary" className="h-11 text-panel" inactive={request.isPending}>
        {request.isPending ? 'Sending...' : 'Send Reset Link'}
      </Button>
      <button type="button" className={backLink} onClick={onBack}>
        Back to Sign In
      </button>
    </form>
  )
}

export function ResetSent({ email, onBack }: { email: string; onBack: () => void }) {
  return (
    <div className="grid gap-4" role="status">
      <LetterSlot />
      <p className="break-words">
        If <b className="font-semibold">{email}</b> has an account here, a link to set a new
        password is on its way. It is valid for 1 hour.
      </p>
      <p className="text-ink-2">Can't find it? Check your spam folder.</p>
      <button type="button" className={backLink} onClick={onBack}>
        Back to Sign In
      </button>
    </div>
  )
}

export function NewPasswordForm({
  token,
  onDone,
  onAskAgain,
}: {
  token: string
  onDone: () => void
  onAskAgain: () => void
}) {
  const [errors, setErrors] = useState<FormErrors>({})
  const reset = useResetPassword()

  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (reset.isPending) return
    const form = event.currentTarget
    const password = typed(form, 'password')
    const found: FormErrors = {
      password: passwordError(password),
      confirmation:
        typed(form, 'confirmation') === password ? undefined : messages['auth.passwordsDiffer'],
    }
    setErrors(found)
    if (hasErrors(found)) return focusFirstError(form)
    reset.mutate(
      { token, password },
      { onSuccess: onDone, onError: (error) => setErrors(refusedForm(error)) },
    )
  }

  return (
    <form noValidate onSubmit={submit} className="grid gap-[18px]">
      {errors.form && <Problem text={errors.form} />}
      <PasswordInput
        label="New Password"
        name="password"
        autoComplete="new-password"
        hint={`At least ${PASSWORD.min} characters.`}
        error={errors.password}
      />
      <PasswordInput
        label="Confirm Password"
        name="confirmation"
        autoComplete="new-password"
        error={errors.confirmation}
      />
      <Button type="submit" kind="primary" className="h-11 text-panel" inactive={reset.isPending}>
        {reset.isPending ? 'Saving…' : 'Set new password'}
      </Button>
      <button type="button" className={backLink} onClick={onAskAgain}>
        Send a new link
      </button>
    </form>
  )
}
