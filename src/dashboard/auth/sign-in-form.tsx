// Signing in with email and password.
import { useState, type FormEvent } from 'react'
import { Button } from '../ui/button.tsx'
import { PasswordInput, TextInput } from '../ui/field.tsx'
import { Problem } from '../ui/problem.tsx'
import {
  emailError,
  focusFirstError,
  givenAddress,
  hasErrors,
  refusedForm,
  typed,
} from './account-fields.ts'
import type { FormErrors } from './account-fields.ts'
import { useSignIn } from './accounts-api.ts'

/** `problem` is why another way to sign in did not work; `email` the address that was invited. */
type Props = {
  email?: string
  note: string | null
  problem: string | null
  onForgot: () => void
  onSecondFactor: () => void
}

export function SignInForm({ email, note, problem, onForgot, onSecondFactor }: Props) {
  const [errors, setErrors] = useState<FormErrors>(problem ? { form: problem } : {})
  const signIn = useSignIn()

  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (signIn.isPending) return
    const form = event.currentTarget
    const credentials = { email: typed(form, 'email'), password: typed(form, 'password') }
    const found: FormErrors = { email: emailError(credentials.email) }
    setErrors(found)
    if (hasErrors(found)) return focusFirstError(form)
    signIn.mutate(credentials, {
      onSuccess: ({ second_factor }) => {
        if (second_factor) onSecondFactor()
      },
      onError: (error) => setErrors(refusedForm(error)),
    })
  }

  return (
    <form noValidate onSubmit={submit} className="grid gap-[18px] pt-6">
      {errors.form && <Problem text={errors.form} />}
      {note && !errors.form && <p role="status">{note}</p>}
      <TextInput
        label="Email"
        name="email"
        type="email"
        {...givenAddress(email)}
        autoComplete="username"
        roomy
        error={errors.email}
      />
      <PasswordInput
        label="Password"
        name="password"
        autoComplete="current-password"
        error={errors.password}
      />
      <Button type="submit" kind="primary" className="h-11 text-panel" inactive={signIn.isPending}>
        {signIn.isPending ? 'Signing in…' : 'Sign In'}
      </Button>
      <button type="button" className="justify-self-start text-link" onClick={onForgot}>
        Forgot password?
      </button>
    </form>
  )
}
