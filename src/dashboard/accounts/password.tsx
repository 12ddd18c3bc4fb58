// The part of the account page for the password: changed with the old one, or set by mail when there is none.
import { useState } from 'react'
import { useQuery } from '@tanstack/react-query'
import { PASSWORD } from '#domain/accounts/accounts.ts'
import { t } from '#domain/texts/text.ts'
import { reasonOf } from '../api.ts'
import { newPasswordErrors, refusedForm, type FormErrors } from './sign-in/account-fields.ts'
import { useRequestReset } from './sign-in/accounts-api.ts'
import { Button } from '../ui/button.tsx'
import { typed, useCheckedForm } from '../ui/forms/checked-form.ts'
import { DialogForm } from '../ui/forms/dialog-form.tsx'
import { FormDialog } from '../ui/popups/dialog.tsx'
import { PasswordInput } from '../ui/forms/field.tsx'
import { Problem } from '../ui/problem.tsx'
import { passwordQuery, useChangePassword } from './details-api.ts'

export function Password({ email }: { email: string }) {
  const { data, error, refetch } = useQuery(passwordQuery)
  const [isAsked, setAsked] = useState(false)
  return (
    <section className="mt-8 border-t border-line pt-6">
      <h2 className="text-section font-semibold">{t('account.passwordLabel')}</h2>
      {error && <Problem className="mt-3" text={reasonOf(error)} onRetry={() => void refetch()} />}
      {data?.has_password && (
        <>
          <p className="mt-1 mb-4 text-ink-2">{t('password.changeNote')}</p>
          <Button onClick={() => setAsked(true)}>{t('password.changeButton')}</Button>
        </>
      )}
      {data && !data.has_password && <ByMail email={email} />}
      {isAsked && <ChangeDialog email={email} onClose={() => setAsked(false)} />}
    </section>
  )
}

function ByMail({ email }: { email: string }) {
  const request = useRequestReset()
  return (
    <>
      <p className="mt-1 mb-4 break-words text-ink-2">{t('password.none', { email })}</p>
      {request.error && <Problem className="mb-4" text={reasonOf(request.error)} />}
      {request.isSuccess ? (
        <p role="status" className="break-words">
          {t('account.resetSent', { email })}
        </p>
      ) : (
        <Button inactive={request.isPending} onClick={() => request.mutate(email)}>
          {t('password.sendLink')}
        </Button>
      )}
    </>
  )
}

function ChangeDialog({ email, onClose }: { email: string; onClose: () => void }) {
  const { errors, submit, isSending } = useCheckedForm({
    sending: useChangePassword(),
    read: (form) => ({
      current_password: typed(form, 'current_password'),
      password: typed(form, 'password'),
    }),
    check: ({ current_password, password }, form): FormErrors => ({
      current_password: current_password ? undefined : t('account.passwordNeeded'),
      ...newPasswordErrors(password, typed(form, 'confirmation')),
    }),
    refused: refusedForm,
    onSent: onClose,
  })
  return (
    <FormDialog title={t('password.changeTitle')} onClose={onClose}>
      <DialogForm
        problem={errors.form}
        confirm={isSending ? t('action.saving') : t('password.changeTitle')}
        inactive={isSending}
        onSubmit={submit}
        onCancel={onClose}
      >
        <PasswordInput
          label={t('password.currentLabel')}
          name="current_password"
          autoComplete="current-password"
          error={errors.current_password}
        />
        {/* For password managers: the account of this password. */}
        <input hidden readOnly name="username" autoComplete="username" value={email} />
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
      </DialogForm>
    </FormDialog>
  )
}
