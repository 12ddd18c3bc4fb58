// Withdraws a false alarm; the reason is kept in the register.
import { useState, type FormEvent } from 'react'
import { INCIDENT_LIMITS, titleOf, type Incident } from '#domain/incidents/incidents.ts'
import { t } from '#domain/texts/text.ts'
import { ApiError } from '../api.ts'
import { Button } from '../ui/button.tsx'
import { DialogFoot, FormDialog } from '../ui/popups/dialog.tsx'
import { TextArea } from '../ui/forms/field.tsx'
import { useWithdrawIncident } from './incidents-api.ts'

export function WithdrawDialog({ incident, onClose }: { incident: Incident; onClose: () => void }) {
  const [reason, setReason] = useState('')
  const withdraw = useWithdrawIncident(incident.id)
  const refused = withdraw.error instanceof ApiError ? withdraw.error.fields : {}
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!withdraw.isPending) withdraw.mutate(reason, { onSuccess: onClose })
  }
  return (
    <FormDialog
      title={t('incidents.withdrawTitle')}
      description={t('incidents.withdrawHint', { title: titleOf(incident) })}
      isDirty={reason !== ''}
      onClose={onClose}
    >
      <form onSubmit={submit} noValidate className="contents">
        <div className="px-6 pt-4 pb-5 max-md:px-4">
          <TextArea
            label={t('incidents.withdrawReason')}
            rows={3}
            maxLength={INCIDENT_LIMITS.reason}
            value={reason}
            error={refused.reason}
            onChange={(event) => setReason(event.target.value)}
          />
        </div>
        <DialogFoot>
          <Button onClick={onClose}>{t('action.cancel')}</Button>
          <Button type="submit" kind="primary" inactive={withdraw.isPending}>
            {withdraw.isPending ? t('incidents.withdrawing') : t('incidents.withdraw')}
          </Button>
        </DialogFoot>
      </form>
    </FormDialog>
  )
}
