// An owner invites someone by email.
import { useState, type FormEvent } from 'react'
import { isEmailAddress } from '#domain/accounts/email-address.ts'
import { INVITATION_DAYS } from '#domain/organizations/organizations.ts'
import { t } from '#domain/texts/text.ts'
import { ApiError, reasonOf } from '../api.ts'
import { DialogForm } from '../ui/forms/dialog-form.tsx'
import { FormDialog } from '../ui/popups/dialog.tsx'
import { TextInput } from '../ui/forms/field.tsx'
import { toastError } from '../ui/popups/toast.tsx'
import { useInvite } from './organizations-api.ts'

export function InviteDialog({
  organization,
  onClose,
}: {
  organization: string
  onClose: () => void
}) {
  const [email, setEmail] = useState('')
  const [problem, setProblem] = useState<string>()
  const invite = useInvite()

  const refused = (error: unknown) => {
    // A problem of the address is shown at its field; any other error does not concern the input.
    if (error instanceof ApiError && (error.status === 400 || error.status === 409)) {
      setProblem(reasonOf(error))
    } else {
      toastError(t('organization.inviteFailed', { message: reasonOf(error) }))
    }
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (invite.isPending) return
    const isAddress = isEmailAddress(email)
    setProblem(isAddress ? undefined : t('auth.emailInvalid'))
    if (isAddress) invite.mutate(email.trim(), { onSuccess: onClose, onError: refused })
  }
  return (
    <FormDialog
      title={t('invitation.createTitle', { organization })}
      description={t('invitation.createText', { days: INVITATION_DAYS })}
      onClose={onClose}
    >
      <DialogForm
        confirm={invite.isPending ? t('action.sending') : t('invitation.send')}
        inactive={invite.isPending}
        onSubmit={submit}
        onCancel={onClose}
      >
        <TextInput
          label={t('field.email')}
          name="email"
          type="email"
          autoComplete="off"
          value={email}
          onChange={(event) => setEmail(event.target.value)}
          error={problem}
          hint={t('invitation.emailHint')}
        />
      </DialogForm>
    </FormDialog>
  )
}
