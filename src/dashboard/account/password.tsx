// The account page's part about the password: changed by whoever knows it, or set by a mail where there is none.
import { useState, type FormEvent } from 'react'
import { useQuery } from '@tanstack/react-query'
import { PASSWORD } from '#domain/accounts.ts'
import { fill, messages } from '#domain/messages.ts'
import { reasonOf } from '../api.ts'
import {
  focusFirstError,
  hasErrors,
  passwordError,
  refusedForm,
  typed,
  type FormErrors,
} from '../auth/account-fields.ts'
import { useRequestReset } from '../auth/accounts-api.ts'
import { Button } from '../ui/button.tsx'
import { DialogFoot, FormDialog } from '../ui/dialog.tsx'
import { PasswordInput } from '../ui/field.tsx'
import { Problem } from '../ui/problem.tsx'
import { passwordQuery, useChangePassword } from './details-api.ts'

export function Password({ email }: { email: string }) {
  const { data, error, refetch } = useQuery(passwordQuery)
  const [isAsked, setAsked] = useState(false)
  return (
    <section className="mt-8 border-t border-line pt-6">
      <h2 className="text-section font-semibold">Password</h2>
      {error && <Problem className="mt-3" text={reasonOf(error)} onRetry={() => void refetch()} />}
      {data?.has_password && (
        <>
          <p className="mt-1 mb-4 text-ink-2">A new password ends all your other sessions.</p>
          <Button onClick={() => setAsked(true)}>Change password…</Button>
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
      <p className="mt-1 mb-4 break-words text-ink-2">
        You have no password: you sign in another way. To set one, open the link that we send to{' '}
        {email}.
      </p>
      {request.error && <Problem className="mb-4" text={reasonOf(request.error)} />}
      {request.isSuccess ? (
        <p role="status" className="break-words">
          {fill('account.resetSent', { email })}
        </p>
      ) : (
        <Button inactive={request.isPending} onClick={() => request.mutate(email)}>
          Send me the link
        </Button>
      )}
    </>
  )
}

function ChangeDialog({ email, onClose }: { email: string; onClose: () => void }) {
  const [errors, setErrors] = useState<FormErrors>({})
  const change = useChangePassword()

  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (change.isPending) return
    const form = event.currentTarget
    const password = typed(form, 'password')
    const current_password = typed(form, 'current_password')
    const found: FormErrors = {
      current_password: current_password ? undefined : messages['account.passwordNeeded'],
      password: passwordError(password),
      confirmation:
        typed(form, 'confirmation') === password ? undefined : messages['auth.passwordsDiffer'],
    }
    setErrors(found)
    if (hasErrors(found)) return focusFirstError(form)
    change.mutate(
      { current_password, password },
      {
        onSuccess: onClose,
        onError: (error) => {
          setErrors(refusedForm(error))
          focusFirstError(form)
        },
      },
    )
  }

  return (
    <FormDialog title="Change password" onClose={onClose}>
      <form noValidate onSubmit={submit} className="flex flex-1 flex-col">
        <div className="grid gap-[18px] px-6 py-5 max-md:px-4">
          {errors.form && <Problem text={errors.form} />}
          <PasswordInput
            label="Current Password"
            name="current_password"
            autoComplete="current-password"
            error={errors.current_password}
          />
          {/* For password managers: whose password this is. */}
          <input hidden readOnly name="username" autoComplete="username" value={email} />
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
        </div>
        <DialogFoot>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" kind="primary" inactive={change.isPending}>
            {change.isPending ? 'Saving…' : 'Change password'}
          </Button>
        </DialogFoot>
      </form>
    </FormDialog>
  )
}
