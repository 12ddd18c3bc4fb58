// Handles live events of incidents: invalidates the lists; every screen shows a critical one until its toast is closed.
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { titleOf, type IncidentRow } from '#domain/incidents/incidents.ts'
import { rich, t } from '#domain/texts/text.ts'
import { useLiveEvent, useLiveReturn } from '../shell/live/live.tsx'
import { dayAndTime } from '../ui/dates.ts'
import { toastAlert, toastInfo } from '../ui/popups/toast.tsx'
import { incidentsKey } from './incidents-api.ts'

export function IncidentsLive() {
  const client = useQueryClient()
  const navigate = useNavigate()
  const readAgain = () => void client.invalidateQueries({ queryKey: incidentsKey })

  const announce = (incident: IncidentRow) => {
    const title = titleOf(incident)
    const view = {
      label: t('action.view'),
      run: () => void navigate({ to: '/admin/incidents', search: { incident: incident.id } }),
    }
    if (incident.severity === 'critical') {
      // Only drafts exist, and nothing has been sent: the text must not promise more.
      const prepared =
        incident.deadline_at && t('breach.prepared', { deadline: dayAndTime(incident.deadline_at) })
      toastAlert(t('incidents.critical'), [title, prepared], view, `incident-${incident.id}`)
    } else {
      toastInfo(
        <>
          {rich('incidents.arrived', {
            title,
            b: (text) => (
              <b key="title" className="font-semibold">
                {text}
              </b>
            ),
          })}
        </>,
        view,
      )
    }
  }

  useLiveEvent('incident.created', ({ incident }) => {
    readAgain()
    announce(incident)
  })
  useLiveEvent('incident.updated', readAgain)
  useLiveReturn(readAgain)
  return null
}
