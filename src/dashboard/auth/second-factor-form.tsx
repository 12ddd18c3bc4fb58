// The second step of signing in, for accounts that asked for it: a code from the person's phone, or a recovery code.
import { useState, type FormEvent } from 'react'
import { Button } from '../ui/button.tsx'
import { TextInput } from '../ui/field.tsx'
import { Problem } from '../ui/problem.tsx'
import { focusFirstError, refusedForm, typed, type FormErrors } from './account-fields.ts'
import { useSecondFactor } from './accounts-api.ts'

export function SecondFactorForm({ onBack }: { onBack: () => void }) {
  const [errors, setErrors] = useState<FormErrors>({})
  const show = useSecondFactor()

  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (show.isPending) return
    const form = event.currentTarget
    setErrors({})
    show.mutate(typed(form, 'code').trim(), {
      onError: (error) => {
        setErrors(refusedForm(error))
        focusFirstError(form)
      },
    })
  }

  return (
    <form noValidate onSubmit={submit} className="grid gap-[18px] pt-6">
      {errors.form && <Problem text={errors.form} />}
      <TextInput
        label="Code"
        name="code"
        hint="From your authenticator, or one of your recovery codes"
        autoComplete="one-time-code"
        roomy
      />
      <Button type="submit" kind="primary" className="h-11 text-panel" inactive={show.isPending}>
        {show.isPending ? 'Checking…' : 'Continue'}
      </Button>
      <button type="button" className="justify-self-start text-link" onClick={onBack}>
        Back to Sign In
      </button>
    </form>
  )
}
