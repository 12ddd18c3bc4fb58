// The account page's part about the person's name.
import { useState, type FormEvent } from 'react'
import { PERSON_NAME_MAX } from '#domain/accounts.ts'
import {
  focusFirstError,
  hasErrors,
  nameError,
  refusedForm,
  typed,
  type FormErrors,
} from '../auth/account-fields.ts'
import { Button } from '../ui/button.tsx'
import { DialogFoot, FormDialog } from '../ui/dialog.tsx'
import { TextInput } from '../ui/field.tsx'
import { Problem } from '../ui/problem.tsx'
import { useChangeNames } from './details-api.ts'

type Names = { first_name: string; last_name: string }

export function ChangeNames({ names }: { names: Names }) {
  const [isAsked, setAsked] = useState(false)
  return (
    <>
      <Button size="small" onClick={() => setAsked(true)}>
        Change name…
      </Button>
      {isAsked && <NamesDialog names={names} onClose={() => setAsked(false)} />}
    </>
  )
}

function NamesDialog({ names, onClose }: { names: Names; onClose: () => void }) {
  const [errors, setErrors] = useState<FormErrors>({})
  const change = useChangeNames()

  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (change.isPending) return
    const form = event.currentTarget
    const first_name = typed(form, 'first_name').trim()
    const last_name = typed(form, 'last_name').trim()
    const firstName = nameError(first_name)
    const found: FormErrors = {
      first_name: firstName,
      // One sentence speaks of both names: it is said once.
      last_name: firstName ? undefined : nameError(last_name),
    }
    setErrors(found)
    if (hasErrors(found)) return focusFirstError(form)
    change.mutate(
      { first_name, last_name },
      { onSuccess: onClose, onError: (error) => setErrors(refusedForm(error)) },
    )
  }

  return (
    <FormDialog title="Change name" onClose={onClose}>
      <form noValidate onSubmit={submit} className="flex flex-1 flex-col">
        <div className="grid gap-[18px] px-6 py-5 max-md:px-4">
          {errors.form && <Problem text={errors.form} />}
          <TextInput
            label="First Name"
            name="first_name"
            autoComplete="given-name"
            maxLength={PERSON_NAME_MAX}
            defaultValue={names.first_name}
            error={errors.first_name}
          />
          <TextInput
            label="Last Name"
            name="last_name"
            autoComplete="family-name"
            maxLength={PERSON_NAME_MAX}
            defaultValue={names.last_name}
            error={errors.last_name}
          />
        </div>
        <DialogFoot>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" kind="primary" inactive={change.isPending}>
            {change.isPending ? 'Saving…' : 'Save'}
          </Button>
        </DialogFoot>
      </form>
    </FormDialog>
  )
}
