// The part of the account page for the person's name.
import { useState } from 'react'
import { t } from '#domain/texts/text.ts'
import { nameErrors, refusedForm } from './sign-in/account-fields.ts'
import { NameFields } from './sign-in/name-fields.tsx'
import { Button } from '../ui/button.tsx'
import { typed, useCheckedForm } from '../ui/forms/checked-form.ts'
import { DialogForm } from '../ui/forms/dialog-form.tsx'
import { FormDialog } from '../ui/popups/dialog.tsx'
import { useChangeNames } from './details-api.ts'

type Names = { first_name: string; last_name: string }

export function ChangeNames({ names }: { names: Names }) {
  const [isAsked, setAsked] = useState(false)
  return (
    <>
      <Button size="small" onClick={() => setAsked(true)}>
        {t('account.changeNameButton')}
      </Button>
      {isAsked && <NamesDialog names={names} onClose={() => setAsked(false)} />}
    </>
  )
}

function NamesDialog({ names, onClose }: { names: Names; onClose: () => void }) {
  const { errors, submit, isSending } = useCheckedForm({
    sending: useChangeNames(),
    read: (form) => ({
      first_name: typed(form, 'first_name').trim(),
      last_name: typed(form, 'last_name').trim(),
    }),
    check: nameErrors,
    refused: refusedForm,
    onSent: onClose,
  })
  return (
    <FormDialog title={t('account.changeNameTitle')} onClose={onClose}>
      <DialogForm
        problem={errors.form}
        confirm={isSending ? t('action.saving') : t('action.save')}
        inactive={isSending}
        onSubmit={submit}
        onCancel={onClose}
      >
        <NameFields errors={errors} names={names} className="grid gap-4" />
      </DialogForm>
    </FormDialog>
  )
}
