// The second step of signing in, for accounts with a second factor: a code from the authenticator app, or a recovery
// code.
import { t } from '#domain/texts/text.ts'
import { Button } from '../../ui/button.tsx'
import { typed, useCheckedForm } from '../../ui/forms/checked-form.ts'
import { TextInput } from '../../ui/forms/field.tsx'
import { Problem } from '../../ui/problem.tsx'
import { refusedForm, type FormErrors } from './account-fields.ts'
import { useSecondFactor } from './accounts-api.ts'

export function SecondFactorForm({ onBack }: { onBack: () => void }) {
  const { errors, submit, isSending } = useCheckedForm({
    sending: useSecondFactor(),
    read: (form) => typed(form, 'code').trim(),
    check: (): FormErrors => ({}),
    refused: refusedForm,
  })

  return (
    <form noValidate onSubmit={submit} className="grid gap-[18px] pt-6">
      {errors.form && <Problem text={errors.form} />}
      <TextInput
        label={t('factor.codeLabel')}
        name="code"
        hint={t('factor.codeHint')}
        autoComplete="one-time-code"
        roomy
      />
      <Button type="submit" kind="primary" className="h-11 text-panel" inactive={isSending}>
        {isSending ? t('action.checking') : t('action.continue')}
      </Button>
      <button type="button" className="justify-self-start text-link" onClick={onBack}>
        {t('auth.backToSignIn')}
      </button>
    </form>
  )
}
