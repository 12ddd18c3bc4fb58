// Signing in with email and password.
import { t } from '#domain/texts/text.ts'
import { Button } from '../../ui/button.tsx'
import { typed, useCheckedForm } from '../../ui/forms/checked-form.ts'
import { PasswordInput, TextInput } from '../../ui/forms/field.tsx'
import { Problem } from '../../ui/problem.tsx'
import { emailError, givenAddress, refusedForm, type FormErrors } from './account-fields.ts'
import { useSignIn } from './accounts-api.ts'

/** `problem`: why another way to sign in failed; `email`: the invited address. */
type Props = {
  email?: string
  note: string | null
  problem: string | null
  onForgot: () => void
  onSecondFactor: () => void
}

export function SignInForm({ email, note, problem, onForgot, onSecondFactor }: Props) {
  const { errors, submit, isSending } = useCheckedForm({
    sending: useSignIn(),
    read: (form) => ({ email: typed(form, 'email'), password: typed(form, 'password') }),
    check: (credentials): FormErrors => ({ email: emailError(credentials.email) }),
    refused: refusedForm,
    onSent: (_, { second_factor }) => {
      if (second_factor) onSecondFactor()
    },
    before: problem ? { form: problem } : {},
  })

  return (
    <form noValidate onSubmit={submit} className="grid gap-[18px] pt-6">
      {errors.form && <Problem text={errors.form} />}
      {note && !errors.form && <p role="status">{note}</p>}
      <TextInput
        label={t('field.email')}
        name="email"
        type="email"
        {...givenAddress(email)}
        autoComplete="username"
        roomy
        error={errors.email}
      />
      <PasswordInput
        label={t('account.passwordLabel')}
        name="password"
        autoComplete="current-password"
        error={errors.password}
      />
      <Button type="submit" kind="primary" className="h-11 text-panel" inactive={isSending}>
        {isSending ? t('auth.signingIn') : t('auth.signIn')}
      </Button>
      <button type="button" className="justify-self-start text-link" onClick={onForgot}>
        {t('password.forgotLink')}
      </button>
    </form>
  )
}
