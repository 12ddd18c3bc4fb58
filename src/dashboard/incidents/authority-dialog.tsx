// The draft of the notice to the authority: edit, copy, and mark as sent.
import { useState } from 'react'
import { BREACH_LIMITS, type BreachView } from '#domain/incidents/breaches.ts'
import type { Incident } from '#domain/incidents/incidents.ts'
import { t } from '#domain/texts/text.ts'
import { ApiError } from '../api.ts'
import { Button } from '../ui/button.tsx'
import { CopyButton } from '../ui/copy-button.tsx'
import { dayAndTime } from '../ui/dates.ts'
import { DialogFoot, FormDialog } from '../ui/popups/dialog.tsx'
import { TextArea, TextInput } from '../ui/forms/field.tsx'
import { useEditBreach, useMarkAuthorityNotified } from './incidents-api.ts'

/** The value of a date-and-time field: the viewer's local time, to the minute. */
function localNow(): string {
  const now = new Date()
  return new Date(now.getTime() - now.getTimezoneOffset() * 60_000).toISOString().slice(0, 16)
}

type DialogProps = { incident: Incident; breach: BreachView; onClose: () => void }

export function AuthorityDialog({ incident, breach, onClose }: DialogProps) {
  const [text, setText] = useState(breach.authority_text)
  const [at, setAt] = useState(localNow)
  const [reference, setReference] = useState('')
  const edit = useEditBreach(incident.id)
  const mark = useMarkAuthorityNotified(incident.id)
  const isNotified = breach.authority_told_at !== null
  const refused = mark.error instanceof ApiError ? mark.error.fields : {}
  const save = (after: () => void) => {
    if (isNotified || text === breach.authority_text) after()
    else edit.mutate({ authority_text: text }, { onSuccess: after })
  }
  const markNotified = () => {
    const moment = new Date(at)
    const authority_told_at = Number.isNaN(moment.getTime()) ? at : moment.toISOString()
    save(() =>
      mark.mutate(
        { authority_told_at, authority_reference: reference || null },
        { onSuccess: onClose },
      ),
    )
  }
  return (
    <FormDialog
      title={t('field.noticeToTheAuthority')}
      description={t('breach.authorityHint', { deadline: dayAndTime(breach.deadline_at) })}
      isDirty={!isNotified && text !== breach.authority_text}
      onClose={onClose}
      wide
    >
      <div className="grid gap-4 px-6 pt-4 pb-5 max-md:px-4">
        <div className="relative">
          <TextArea
            label={t('breach.draft')}
            rows={16}
            readOnly={isNotified}
            maxLength={BREACH_LIMITS.authority_text}
            value={text}
            onChange={(event) => setText(event.target.value)}
          />
          <span className="absolute -top-1.5 end-0">
            <CopyButton name={t('breach.copyNotice')} text={text} />
          </span>
        </div>
        {!isNotified && (
          <div className="grid gap-4 sm:grid-cols-2">
            <TextInput
              label={t('breach.sentOn')}
              type="datetime-local"
              value={at}
              error={refused.authority_told_at}
              onChange={(event) => setAt(event.target.value)}
            />
            <TextInput
              label={t('field.reference')}
              optional
              maxLength={BREACH_LIMITS.reference}
              value={reference}
              error={refused.authority_reference}
              onChange={(event) => setReference(event.target.value)}
            />
          </div>
        )}
      </div>
      <DialogFoot>
        {isNotified ? (
          <Button onClick={onClose}>{t('action.close')}</Button>
        ) : (
          <>
            <Button inactive={edit.isPending} onClick={() => save(onClose)}>
              {t('breach.saveDraft')}
            </Button>
            <Button
              kind="primary"
              inactive={mark.isPending || edit.isPending}
              onClick={markNotified}
            >
              {t('breach.markSent')}
            </Button>
          </>
        )}
      </DialogFoot>
    </FormDialog>
  )
}
