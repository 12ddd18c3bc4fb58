// Creating an account: name, email, password.
import { Link } from '@tanstack/react-router'
import { PASSWORD } from '#domain/accounts/accounts.ts'
import { rich, t } from '#domain/texts/text.ts'
import { Button } from '../../ui/button.tsx'
import { typed, useCheckedForm } from '../../ui/forms/checked-form.ts'
import { PasswordInput, TextInput } from '../../ui/forms/field.tsx'
import { Problem } from '../../ui/problem.tsx'
import {
  emailError,
  givenAddress,
  nameErrors,
  passwordError,
  refusedForm,
  type FormErrors,
} from './account-fields.ts'
import { NameFields } from './name-fields.tsx'
import { useSignUp } from './accounts-api.ts'

/** `email`: the invited address, which cannot be changed then. */
export function SignUpForm({ email, onCreated }: { email?: string; onCreated: () => void }) {
  const { errors, submit, isSending } = useCheckedForm({
    sending: useSignUp(),
    read: (form) => ({
      first_name: typed(form, 'first_name').trim(),
      last_name: typed(form, 'last_name').trim(),
      email: typed(form, 'email'),
      password: typed(form, 'password'),
    }),
    check: (account): FormErrors => ({
      ...nameErrors(account),
      email: emailError(account.email),
      password: passwordError(account.password),
    }),
    refused: refusedForm,
    onSent: onCreated,
  })

  return (
    <form noValidate onSubmit={submit} className="grid gap-[18px] pt-6">
      {errors.form && <Problem text={errors.form} />}
      <NameFields errors={errors} />
      <TextInput
        label={t('field.email')}
        name="email"
        type="email"
        {...givenAddress(email)}
        autoComplete="email"
        roomy
        error={errors.email}
      />
      <PasswordInput
        label={t('account.passwordLabel')}
        name="password"
        autoComplete="new-password"
        hint={t('password.hint', { min: PASSWORD.min })}
        error={errors.password}
      />
      <Button type="submit" kind="primary" className="h-11 text-panel" inactive={isSending}>
        {isSending ? t('auth.signingUp') : t('auth.signUp')}
      </Button>
      <p className="text-meta text-ink-2">
        {rich('auth.signUpTerms', {
          terms: (text) => <LegalLink key="terms" to="/terms" text={text} />,
          privacy: (text) => <LegalLink key="privacy" to="/privacy" text={text} />,
        })}
      </p>
    </form>
  )
}

/** In another tab: what was typed stays. */
const LegalLink = ({ to, text }: { to: '/terms' | '/privacy'; text: string[] }) => (
  <Link to={to} target="_blank" className="underline">
    {text}
    <span className="sr-only"> {t('link.newTab')}</span>
  </Link>
)
