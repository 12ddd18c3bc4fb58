// Takes an incident one step forward; closing a breach asks first, because nothing leads back.
import { useState } from 'react'
import { nextStep, nextStepLabel, type IncidentRow } from '#domain/incidents/incidents.ts'
import { Button } from '../ui/button.tsx'
import { ConfirmDialog } from '../ui/popups/dialog.tsx'
import { useAdvanceIncident } from './incidents-api.ts'

const AUTHORITY_TOLD = 'The authority was told. A closed incident cannot be opened again.'
const NOT_TOLD =
  'Nobody has marked the authority as told: the 72 hours go on, and owners keep seeing the red bar. A closed incident cannot be opened again. If this was a false alarm, withdraw it instead.'

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
          title="Close this breach?"
          question={incident.authority_told_at ? AUTHORITY_TOLD : NOT_TOLD}
          confirm="Close breach"
          busy={advance.isPending}
          onCancel={() => setAsking(false)}
          onConfirm={go}
        />
      )}
    </>
  )
}
