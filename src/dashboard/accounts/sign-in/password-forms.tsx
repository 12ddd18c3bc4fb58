// Password reset: requesting the link, and setting the new password behind it.
import { PASSWORD } from '#domain/accounts/accounts.ts'
import { rich, t } from '#domain/texts/text.ts'
import { ApiError } from '../../api.ts'
import { Button } from '../../ui/button.tsx'
import { typed, useCheckedForm } from '../../ui/forms/checked-form.ts'
import { LetterSlot } from '../../ui/drawings.tsx'
import { PasswordInput, TextInput } from '../../ui/forms/field.tsx'
import { Problem } from '../../ui/problem.tsx'
import {
  emailError,
  givenAddress,
  newPasswordErrors,
  refusedForm,
  type FormErrors,
} from './account-fields.ts'
import { useRequestReset, useResetPassword } from './accounts-api.ts'

const backLink = 'justify-self-start text-link'

/** `email`: the known address. */
export function ForgotForm({
  email: known,
  onSent,
  onBack,
}: {
  email?: string
  onSent: (email: string) => void
  onBack: () => void
}) {
  const { errors, submit, isSending } = useCheckedForm({
    sending: useRequestReset(),
    read: (form) => typed(form, 'email'),
    check: (email): FormErrors => ({ email: emailError(email) }),
    refused: (error) => {
      const isLimited = error instanceof ApiError && error.code === 'server.rateLimited'
      return { form: isLimited ? error.message : t('auth.resetMailFailed') }
    },
    onSent,
  })

  return (
    <form noValidate onSubmit={submit} className="grid gap-[18px]">
      <p className="text-ink-2">{t('password.forgotText')}</p>
      {errors.form && <Problem text={errors.form} />}
      <TextInput
        {...givenAddress(known)}
        label={t('field.email')}
        name="email"
        type="email"
        autoComplete="username"
        roomy
        error={errors.email}
      />
      <Button type="submit" kind="primary" className="h-11 text-panel" inactive={isSending}>
        {isSending ? t('password.sending') : t('password.sendResetLink')}
      </Button>
      <button type="button" className={backLink} onClick={onBack}>
        {t('auth.backToSignIn')}
      </button>
    </form>
  )
}

export function ResetSent({ email, onBack }: { email: string; onBack: () => void }) {
  return (
    <div className="grid gap-4" role="status">
      <LetterSlot />
      <p className="break-words">
        {rich('password.sentText', {
          email,
          b: (text) => (
            <b key="b" className="font-semibold">
              {text}
            </b>
          ),
        })}
      </p>
      <p className="text-ink-2">{t('password.sentHint')}</p>
      <button type="button" className={backLink} onClick={onBack}>
        {t('auth.backToSignIn')}
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
  const { errors, submit, isSending } = useCheckedForm({
    sending: useResetPassword(),
    read: (form) => ({ token, password: typed(form, 'password') }),
    check: ({ password }, form) => newPasswordErrors(password, typed(form, 'confirmation')),
    refused: refusedForm,
    onSent: onDone,
  })

  return (
    <form noValidate onSubmit={submit} className="grid gap-[18px]">
      {errors.form && <Problem text={errors.form} />}
      <PasswordInput
        label={t('password.newLabel')}
        name="password"
        autoComplete="new-password"
        hint={t('password.hint', { min: PASSWORD.min })}
        error={errors.password}
      />
      <PasswordInput
        label={t('password.repeatLabel')}
        name="confirmation"
        autoComplete="new-password"
        error={errors.confirmation}
      />
      <Button type="submit" kind="primary" className="h-11 text-panel" inactive={isSending}>
        {isSending ? t('action.saving') : t('password.set')}
      </Button>
      <button type="button" className={backLink} onClick={onAskAgain}>
        {t('password.sendNewLink')}
      </button>
    </form>
  )
}
