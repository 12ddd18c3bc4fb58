// The account page's part about the address: another one counts once its mail has come back.
import { useState, type FormEvent } from 'react'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { fill, messages } from '#domain/messages.ts'
import { ApiError, call, reasonOf } from '../api.ts'
import { emailError, focusFirstError, typed } from '../auth/account-fields.ts'
import { sessionQuery } from '../queries.ts'
import { Button } from '../ui/button.tsx'
import { DialogFoot, FormDialog } from '../ui/dialog.tsx'
import { PasswordInput, TextInput } from '../ui/field.tsx'
import { Problem } from '../ui/problem.tsx'
import { sayDone } from '../ui/toast.tsx'

const root = '/api/accounts/email'

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
        Change email…
      </Button>
      {isAsked && email === undefined && <AskDialog onClose={close} onSent={setEmail} />}
      {isAsked && email !== undefined && <CodeDialog email={email} onClose={close} />}
    </>
  )
}

type Errors = { email?: string; proof?: string; form?: string }

/** A refused proof stands at its field, whatever else at the form. */
function errorsOf(error: unknown): Errors {
  if (!(error instanceof ApiError)) return { form: reasonOf(error) }
  if (error.fields.email) return { email: error.fields.email }
  if (error.code === 'address.same') return { email: error.message }
  const isProof = error.code === 'passkey.proofNeeded' || error.code === 'factor.proofWrong'
  return isProof ? { proof: error.message } : { form: error.message }
}

function AskDialog({ onClose, onSent }: { onClose: () => void; onSent: (email: string) => void }) {
  const [errors, setErrors] = useState<Errors>({})
  const ask = useMutation({
    mutationFn: (body: { email: string; proof: string }) => call('POST', root, { body }),
  })
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (ask.isPending) return
    const form = event.currentTarget
    const email = typed(form, 'email').trim()
    const problem = emailError(email)
    setErrors(problem ? { email: problem } : {})
    if (problem) return focusFirstError(form)
    ask.mutate(
      { email, proof: typed(form, 'proof') },
      {
        onSuccess: () => onSent(email),
        onError: (error) => {
          setErrors(errorsOf(error))
          focusFirstError(form)
        },
      },
    )
  }
  return (
    <FormDialog
      title="Change email"
      description="We mail a code to the new address. Until you have typed it, nothing changes."
      onClose={onClose}
    >
      <form noValidate onSubmit={submit} className="flex flex-1 flex-col">
        <div className="grid gap-[18px] px-6 py-5 max-md:px-4">
          {errors.form && <Problem text={errors.form} />}
          <TextInput
            label="New email"
            name="email"
            type="email"
            autoComplete="email"
            error={errors.email}
          />
          <PasswordInput
            label="Password or code"
            name="proof"
            autoComplete="current-password"
            hint="Your password, or a code from your app. If you have neither, leave this empty: it works for 15 minutes after you sign in."
            error={errors.proof}
          />
        </div>
        <DialogFoot>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" kind="primary" inactive={ask.isPending}>
            {ask.isPending ? 'Sending…' : 'Send code'}
          </Button>
        </DialogFoot>
      </form>
    </FormDialog>
  )
}

function CodeDialog({ email, onClose }: { email: string; onClose: () => void }) {
  const client = useQueryClient()
  const [problem, setProblem] = useState<string>()
  const confirm = useMutation({
    mutationFn: (code: string) => call('POST', `${root}/verify`, { body: { email, code } }),
    onSuccess: async () => {
      await client.fetchQuery({ ...sessionQuery, staleTime: 0 })
      sayDone(messages['success.addressChanged'])
      onClose()
    },
  })
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (confirm.isPending) return
    const form = event.currentTarget
    const refuse = (text: string) => {
      setProblem(text)
      focusFirstError(form)
    }
    const code = typed(form, 'code').replace(/\s/g, '')
    setProblem(undefined)
    if (!/^\d{6}$/.test(code)) return refuse(messages['address.codeNeeded'])
    confirm.mutate(code, { onError: (error) => refuse(reasonOf(error)) })
  }
  return (
    <FormDialog
      title="Confirm the new email"
      description={fill('address.sentNew', { email })}
      onClose={onClose}
    >
      <form noValidate onSubmit={submit} className="flex flex-1 flex-col">
        <div className="px-6 py-5 max-md:px-4">
          <TextInput
            label="Six-digit code"
            name="code"
            autoComplete="one-time-code"
            inputMode="numeric"
            maxLength={10}
            error={problem}
            hint="Nothing there? Check your spam folder, and that the address is right."
          />
        </div>
        <DialogFoot>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" kind="primary" inactive={confirm.isPending}>
            {confirm.isPending ? 'Checking…' : 'Confirm'}
          </Button>
        </DialogFoot>
      </form>
    </FormDialog>
  )
}
