// Confirms the rejection of one or many applicants: their names, whether they get an email, and its text.
import { useId, useRef, useState } from 'react'
import { useQuery, type UseQueryResult } from '@tanstack/react-query'
import type { ApplicantSelection } from '#domain/applicants/applicant-batches.ts'
import { notMailedLabel, type RejectionPreview } from '#domain/applicants/applicant-mails.ts'
import type { ApplicantRow } from '#domain/applicants/applicants.ts'
import type { TemplateText } from '#domain/mails/mail-templates.ts'
import { t } from '#domain/texts/text.ts'
import { ApiError, reasonOf } from '../../api.ts'
import { Button } from '../../ui/button.tsx'
import { Checkbox } from '../../ui/forms/checkbox.tsx'

import { DialogFoot, FormDialog } from '../../ui/popups/dialog.tsx'
import { MailPreview } from '../../ui/mail-preview.tsx'
import { Problem } from '../../ui/problem.tsx'
import { SkeletonRows } from '../../ui/waiting.tsx'
import { fullName } from '#domain/full-name.ts'
import { numberText } from '#domain/texts/formats.ts'
import { rejectionQuery } from './mails-api.ts'
import { NamesOf } from '../list/names-of.tsx'
import { TextsLink } from './status-mail.tsx'
import { useSettled } from '../../ui/hooks/settled.ts'
import { WordsFields } from './words-fields.tsx'

/** `words`: a text changed for this one time. */
export type RejectionMail = { words?: TemplateText }

export function RejectDialog({
  rows,
  people,
  bodies,
  busy,
  onReject,
  onCancel,
}: {
  /** Those of them that are loaded, to show names. */
  rows: readonly ApplicantRow[]
  people: number
  /** The selection for the server. */
  bodies: readonly ApplicantSelection[]
  busy: boolean
  /** Undefined: no email is sent. */
  onReject: (mail: RejectionMail | undefined) => void
  onCancel: () => void
}) {
  const [isMailed, setMailed] = useState(false)
  const [words, setWords] = useState<TemplateText>()
  const box = useId()
  const confirm = useRef<HTMLButtonElement>(null)
  const settled = useSettled(words)
  const preview = useQuery({
    ...rejectionQuery(bodies, settled),
    enabled: isMailed,
    placeholderData: (before) => before,
  })
  const [only] = rows
  const one = people === 1 ? only : undefined
  const isReady = !isMailed || (preview.data && settled === words && !preview.error)
  return (
    <FormDialog
      title={
        one
          ? t('applicant.rejectTitle', { name: fullName(one) })
          : t('applicant.rejectManyTitle', { count: people })
      }
      description={t(one ? 'applicant.rejectOne' : 'applicant.rejectMany')}
      isDirty={words !== undefined}
      onClose={onCancel}
      // For one applicant r and Enter are enough; for many, Enter does nothing.
      {...(one && { focusFirst: confirm })}
      wide={isMailed}
    >
      <div className="grid gap-4 px-6 pt-4 pb-5 max-md:px-4">
        {!one && <NamesOf rows={rows} people={people} />}
        <div className="flex min-h-9 items-center gap-2.5 font-medium max-md:min-h-11">
          <Checkbox
            id={box}
            name={t('applicant.rejectMail')}
            checked={isMailed}
            onChange={(checked) => setMailed(checked)}
          />
          <label htmlFor={box}>{t('applicant.rejectMail')}</label>
        </div>
        {isMailed && (
          <RejectionMailPart preview={preview} words={words} one={one} onWords={setWords} />
        )}
      </div>
      <DialogFoot>
        <Button onClick={onCancel}>{t('action.cancel')}</Button>
        <Button
          ref={confirm}
          kind="primary"
          inactive={busy || !isReady}
          onClick={() => {
            const isSent = isMailed && (preview.data?.mails ?? 0) > 0
            onReject(isSent ? { ...(words && { words }) } : undefined)
          }}
        >
          {t('action.reject')}
        </Button>
      </DialogFoot>
    </FormDialog>
  )
}

function RejectionMailPart({
  preview,
  words,
  one,
  onWords,
}: {
  preview: UseQueryResult<RejectionPreview>
  words: TemplateText | undefined
  one: ApplicantRow | undefined
  onWords: (words: TemplateText) => void
}) {
  const refused = preview.error instanceof ApiError ? preview.error : undefined
  const fields = words ? (refused?.fields ?? {}) : {}
  const hasFault = Object.keys(fields).length > 0
  return (
    <>
      {preview.isPending && <SkeletonRows rows={4} label={t('mail.previewLoading')} />}
      {preview.error && !hasFault && (
        <Problem text={reasonOf(preview.error)} onRetry={() => void preview.refetch()} />
      )}
      {preview.data && <Recipients preview={preview.data} one={one} />}
      {words && <WordsFields text={words} fields={fields} rows={8} onChange={onWords} />}
      {preview.data?.sample && (
        <div>
          {hasFault ? (
            <p className="text-ink-2">{t('mail.previewHeld')}</p>
          ) : (
            <MailPreview mail={preview.data.sample} />
          )}
          {words ? (
            <p className="mt-3 text-label text-ink-2">{t('applicant.rejectOwnWords')}</p>
          ) : (
            <div className="mt-3 flex flex-wrap items-center gap-x-4 gap-y-1">
              <Button
                size="small"
                onClick={() => preview.data && onWords({ ...preview.data.text })}
              >
                {t('applicant.rejectChangeWords')}
              </Button>
              <TextsLink className="" />
            </div>
          )}
        </div>
      )}
    </>
  )
}

function Recipients({
  preview: { mails, not_mailed },
  one,
}: {
  preview: RejectionPreview
  one: ApplicantRow | undefined
}) {
  return (
    <div>
      <p>
        {mails === 0 &&
          (one
            ? t('applicant.rejectNoMail', { name: fullName(one) })
            : t('applicant.rejectNoMails'))}
        {mails > 0 &&
          (one
            ? t('applicant.rejectMailTo', { email: one.email })
            : t('applicant.rejectMails', { count: mails }))}
      </p>
      {not_mailed.length > 0 && (
        <ul className="mt-1 text-ink-2" aria-label={t('applicant.notMailedLabel')}>
          {not_mailed.map(({ reason, count: number }) => (
            <li key={reason}>
              {t('applicant.notMailed', {
                count: numberText(number),
                reason: notMailedLabel(reason),
              })}
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}
