// Moves an incident one status forward; closing a breach asks for confirmation, because it is final.
import { useState } from 'react'
import { nextStep, nextStepLabel, type IncidentRow } from '#domain/incidents/incidents.ts'
import { t } from '#domain/texts/text.ts'
import { Button } from '../ui/button.tsx'
import { ConfirmDialog } from '../ui/popups/dialog.tsx'
import { useAdvanceIncident } from './incidents-api.ts'

export function NextStepButton({
  incident,
  small = false,
  className,
  describedBy,
  onMoved,
}: {
  incident: IncidentRow
  small?: boolean
  className?: string
  describedBy?: string
  onMoved?: () => void
}) {
  const advance = useAdvanceIncident()
  const [isAsking, setAsking] = useState(false)
  const { status } = incident
  const to = nextStep[status]
  if (status === 'closed' || !to) return null
  const go = () => {
    advance.mutate({ incident, to }, { onSettled: () => setAsking(false) })
    onMoved?.()
  }
  const asks = to === 'closed' && incident.deadline_at !== null
  return (
    <>
      <Button
        {...(small ? { size: 'small' } : { kind: 'primary' })}
        {...(className ? { className } : {})}
        aria-describedby={describedBy}
        inactive={advance.isPending}
        onClick={() => (asks ? setAsking(true) : go())}
      >
        {nextStepLabel(status)}
      </Button>
      {isAsking && (
        <ConfirmDialog
          title={t('breach.closeTitle')}
          question={incident.authority_told_at ? t('breach.closeTold') : t('breach.closeNotTold')}
          confirm={t('breach.close')}
          busy={advance.isPending}
          onCancel={() => setAsking(false)}
          onConfirm={go}
        />
      )}
    </>
  )
}
