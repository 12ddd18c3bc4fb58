// The form that records an incident.
import { useState, type FormEvent } from 'react'
import {
  affectedUsersOf,
  dataTypesOf,
  INCIDENT_LIMITS,
  isBreach,
  severities,
  severityLabel,
  type Severity,
} from '#domain/incidents/incidents.ts'
import { t } from '#domain/texts/text.ts'
import { ApiError } from '../api.ts'
import { Button } from '../ui/button.tsx'
import { ChoiceField } from '../ui/forms/choice.tsx'
import { DialogFoot, FormDialog } from '../ui/popups/dialog.tsx'
import { TextArea, TextInput } from '../ui/forms/field.tsx'
import { useReportIncident } from './incidents-api.ts'

const empty = { title: '', incident_type: '', description: '', affected_users: '0', data_types: '' }

/** A title is enough in an emergency. */
export function IncidentDialog({ onClose }: { onClose: () => void }) {
  const [draft, setDraft] = useState(empty)
  const [severity, setSeverity] = useState<Severity>('medium')
  const [isEmpty, setEmpty] = useState(false)
  const report = useReportIncident()
  const refused = report.error instanceof ApiError ? report.error.fields : {}
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (report.isPending) return
    if (![draft.title, draft.incident_type, draft.description].some((text) => text.trim())) {
      setEmpty(true)
      return
    }
    report.mutate(
      {
        p_incident_type: draft.incident_type,
        p_severity: severity,
        p_title: draft.title,
        p_description: draft.description,
        p_affected_users: affectedUsersOf(draft.affected_users),
        p_data_types_affected: dataTypesOf(draft.data_types),
      },
      // A refused report leaves the dialog open with everything typed.
      { onSuccess: onClose },
    )
  }
  const isDirty = Object.entries(empty).some(
    ([name, text]) => draft[name as keyof typeof empty] !== text,
  )
  const startsClock = isBreach({ severity, incident_type: draft.incident_type })
  return (
    <FormDialog title={t('incidents.create')} isDirty={isDirty} onClose={onClose}>
      <form onSubmit={submit} noValidate className="contents">
        <div className="grid gap-4 px-6 pt-4 pb-5 max-md:px-4">
          <IncidentFields
            draft={draft}
            severity={severity}
            refused={{ ...refused, ...(isEmpty && { p_title: t('incidents.empty') }) }}
            onChange={(values) => {
              setEmpty(false)
              setDraft((before) => ({ ...before, ...values }))
            }}
            onSeverity={setSeverity}
          />
          {startsClock && (
            <p role="status" className="rounded-control bg-alert px-3 py-2 text-alert-text">
              {t('breach.startsClock')}
            </p>
          )}
        </div>
        <DialogFoot>
          <Button onClick={onClose}>{t('action.cancel')}</Button>
          <Button type="submit" kind="primary" inactive={report.isPending}>
            {report.isPending ? t('incidents.creating') : t('incidents.create')}
          </Button>
        </DialogFoot>
      </form>
    </FormDialog>
  )
}

function IncidentFields({
  draft,
  severity,
  refused,
  onChange,
  onSeverity,
}: {
  draft: typeof empty
  severity: Severity
  refused: Readonly<Record<string, string>>
  onChange: (values: Partial<typeof empty>) => void
  onSeverity: (severity: Severity) => void
}) {
  const field = (name: keyof typeof empty) => ({
    name,
    value: draft[name],
    onChange: (event: { target: { value: string } }) => onChange({ [name]: event.target.value }),
  })
  return (
    <>
      <TextInput
        label={t('field.title')}
        autoComplete="off"
        maxLength={INCIDENT_LIMITS.title}
        error={refused['p_title']}
        {...field('title')}
      />
      <div className="grid gap-4 sm:grid-cols-2">
        <TextInput
          label={t('field.incidentType')}
          autoComplete="off"
          maxLength={INCIDENT_LIMITS.incident_type}
          error={refused['p_incident_type']}
          {...field('incident_type')}
        />
        <ChoiceField
          label={t('incidents.severity')}
          options={severities.map((value) => ({ value, label: severityLabel(value) }))}
          value={severity}
          onChange={onSeverity}
        />
      </div>
      <TextArea
        label={t('field.description')}
        maxLength={INCIDENT_LIMITS.description}
        error={refused['p_description']}
        {...field('description')}
      />
      <div className="grid gap-4 sm:grid-cols-[120px_minmax(0,1fr)]">
        <TextInput
          label={t('incidents.affectedUsers')}
          type="number"
          min={0}
          step={1}
          inputMode="numeric"
          error={refused['p_affected_users']}
          {...field('affected_users')}
        />
        <TextInput
          label={t('field.dataTypesAffected')}
          hint={t('incidents.dataTypesHint')}
          autoComplete="off"
          error={refused['p_data_types_affected']}
          {...field('data_types')}
        />
      </div>
    </>
  )
}
