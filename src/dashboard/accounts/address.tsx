// The part of the account page for the address: a new one takes effect after its code was entered.
import { useState } from 'react'
import { useQueryClient } from '@tanstack/react-query'
import { t } from '#domain/texts/text.ts'
import { ApiError, call, reasonOf } from '../api.ts'
import { emailError } from './sign-in/account-fields.ts'
import { useCodeForm } from './sign-in/code-form.ts'
import { sessionQuery } from '../queries.ts'
import { useServerMutation } from '../server-mutation.ts'
import { Button } from '../ui/button.tsx'
import { typed, useCheckedForm } from '../ui/forms/checked-form.ts'
import { DialogForm } from '../ui/forms/dialog-form.tsx'
import { FormDialog } from '../ui/popups/dialog.tsx'
import { PasswordInput, TextInput } from '../ui/forms/field.tsx'

export function ChangeAddress() {
  const [isAsked, setAsked] = useState(false)
  const [email, setEmail] = useState<string>()
  const close = () => {
    setAsked(false)
    setEmail(undefined)
  }
  return (
    <>
      <Button size="small" onClick={() => setAsked(true)}>
        {t('address.changeButton')}
      </Button>
      {isAsked && email === undefined && <AskDialog onClose={close} onSent={setEmail} />}
      {isAsked && email !== undefined && <CodeDialog email={email} onClose={close} />}
    </>
  )
}

type Errors = Partial<Record<'email' | 'proof' | 'form', string | undefined>>

/** A wrong proof is shown at its field, any other error at the form. */
function errorsOf(error: unknown): Errors {
  if (!(error instanceof ApiError)) return { form: reasonOf(error) }
  if (error.fields.email) return { email: error.fields.email }
  if (error.code === 'address.same') return { email: error.message }
  const isProof = error.code === 'passkey.proofNeeded' || error.code === 'factor.proofWrong'
  return isProof ? { proof: error.message } : { form: error.message }
}

function AskDialog({ onClose, onSent }: { onClose: () => void; onSent: (email: string) => void }) {
  const { errors, submit, isSending } = useCheckedForm({
    sending: useServerMutation({
      call: (body: { email: string; proof: string }) => call('POST /api/accounts/email', { body }),
    }),
    read: (form) => ({ email: typed(form, 'email').trim(), proof: typed(form, 'proof') }),
    check: ({ email }): Errors => ({ email: emailError(email) }),
    refused: errorsOf,
    onSent: ({ email }) => onSent(email),
  })
  return (
    <FormDialog
      title={t('address.changeTitle')}
      description={t('address.changeText')}
      onClose={onClose}
    >
      <DialogForm
        problem={errors.form}
        confirm={isSending ? t('action.sending') : t('address.sendCode')}
        inactive={isSending}
        onSubmit={submit}
        onCancel={onClose}
      >
        <TextInput
          label={t('address.newLabel')}
          name="email"
          type="email"
          autoComplete="email"
          error={errors.email}
        />
        <PasswordInput
          label={t('proof.label')}
          name="proof"
          autoComplete="current-password"
          hint={t('proof.hintFresh')}
          error={errors.proof}
        />
      </DialogForm>
    </FormDialog>
  )
}

function CodeDialog({ email, onClose }: { email: string; onClose: () => void }) {
  const client = useQueryClient()
  const { field, submit, isSending } = useCodeForm(
    useServerMutation({
      call: (code: string) => call('POST /api/accounts/email/verify', { body: { email, code } }),
      done: t('success.addressChanged'),
      onSuccess: async () => {
        await client.fetchQuery({ ...sessionQuery, staleTime: 0 })
        onClose()
      },
    }),
  )
  return (
    <FormDialog
      title={t('address.confirmNewTitle')}
      description={t('address.sentNew', { email })}
      onClose={onClose}
    >
      <DialogForm
        confirm={isSending ? t('action.checking') : t('action.confirm')}
        inactive={isSending}
        onSubmit={submit}
        onCancel={onClose}
      >
        <TextInput {...field} hint={t('address.codeHint')} />
      </DialogForm>
    </FormDialog>
  )
}
