// Asks again for the password or a code, before a second factor changes.
import { useState, type FormEvent } from 'react'
import { t } from '#domain/texts/text.ts'
import { reasonOf } from '../api.ts'
import { DialogForm } from '../ui/forms/dialog-form.tsx'
import { FormDialog } from '../ui/popups/dialog.tsx'
import { PasswordInput } from '../ui/forms/field.tsx'

export function ProofDialog({
  title,
  description,
  confirm,
  isDanger = false,
  busy,
  error,
  onConfirm,
  onClose,
}: {
  title: string
  description: string
  confirm: string
  isDanger?: boolean
  busy: boolean
  error: Error | null
  onConfirm: (proof: string) => void
  onClose: () => void
}) {
  const [proof, setProof] = useState('')
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (proof.trim() !== '' && !busy) onConfirm(proof)
  }
  return (
    <FormDialog title={title} description={description} onClose={onClose}>
      <DialogForm
        confirm={confirm}
        kind={isDanger ? 'danger' : 'primary'}
        inactive={proof.trim() === '' || busy}
        onSubmit={submit}
        onCancel={onClose}
      >
        <PasswordInput
          label={t('proof.label')}
          name="proof"
          autoComplete="current-password"
          hint={t('proof.hint')}
          value={proof}
          onChange={(event) => setProof(event.target.value)}
          error={error ? reasonOf(error) : undefined}
        />
      </DialogForm>
    </FormDialog>
  )
}
