// Edits one text: its fields on the left, the preview on the right, and a test mail to one's own address. Unlike a
// setting it is saved by a button: half a sentence must not reach an applicant, and the preview is there to be read first.
import { useState, type SubmitEvent } from 'react'
import { useQuery, type UseQueryResult } from '@tanstack/react-query'
import { statusLabel } from '#domain/applicants/applicants.ts'
import {
  TEMPLATE_LIMITS,
  templateVariables,
  variableLabel,
  type MailTemplate,
  type TemplateText,
} from '#domain/mails/mail-templates.ts'
import type { RenderedMail } from '#domain/mails/mails.ts'
import { t } from '#domain/texts/text.ts'
import { ApiError, reasonOf } from '../api.ts'
import { Button } from '../ui/button.tsx'
import { DialogFoot, FormDialog } from '../ui/popups/dialog.tsx'
import { TextArea, TextInput } from '../ui/forms/field.tsx'
import { MailPreview } from '../ui/mail-preview.tsx'
import { Problem } from '../ui/problem.tsx'
import {
  templatePreviewQuery,
  useResetTemplate,
  useSaveTemplate,
  useSendTest,
} from './mail-templates-api.ts'
import { useSettled } from '../ui/hooks/settled.ts'

export function TemplateDialog({
  template,
  isOwner,
  onClose,
}: {
  template: MailTemplate
  isOwner: boolean
  onClose: () => void
}) {
  const { status } = template
  const [text, setText] = useState({ subject: template.subject, body: template.body })
  const preview = useQuery(templatePreviewQuery(useSettled(text)))
  const save = useSaveTemplate(status)
  const refused = [save.error, preview.error].find((error) => error instanceof ApiError)
  const fields = refused?.fields ?? {}
  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    save.mutate(text, { onSuccess: onClose })
  }
  return (
    <FormDialog
      title={t('mail.about', { status: statusLabel(status) })}
      description={t('mail.editHint')}
      isDirty={text.subject !== template.subject || text.body !== template.body}
      onClose={onClose}
      aside={<Preview preview={preview} hasFaults={Object.keys(fields).length > 0} />}
    >
      <form className="flex flex-1 flex-col" onSubmit={submit} noValidate>
        <div className="grid gap-4 px-6 pt-4 pb-5 max-md:px-4">
          {save.error && !Object.keys(fields).length && (
            <Problem text={t('mail.saveFailedWhy', { reason: reasonOf(save.error) })} />
          )}
          <TextInput
            label={t('field.subject')}
            readOnly={!isOwner}
            maxLength={TEMPLATE_LIMITS.subject}
            value={text.subject}
            error={fields.subject}
            onChange={(event) => setText({ ...text, subject: event.target.value })}
          />
          <TextArea
            label={t('field.text')}
            rows={12}
            readOnly={!isOwner}
            maxLength={TEMPLATE_LIMITS.body}
            value={text.body}
            error={fields.body}
            hint={t('mail.bodyHint')}
            onChange={(event) => setText({ ...text, body: event.target.value })}
          />
          <Variables />
          {isOwner && <TestAndReset template={template} text={text} onReset={setText} />}
        </div>
        <DialogFoot>
          <Button onClick={onClose}>{isOwner ? t('action.cancel') : t('action.close')}</Button>
          {isOwner && (
            <Button kind="primary" type="submit" inactive={save.isPending}>
              {save.isPending ? t('action.saving') : t('action.save')}
            </Button>
          )}
        </DialogFoot>
      </form>
    </FormDialog>
  )
}

function Preview({
  preview,
  hasFaults,
}: {
  preview: UseQueryResult<RenderedMail>
  /** A field was refused: the mail cannot be shown until it is changed. */
  hasFaults: boolean
}) {
  return (
    <div className="min-w-0 border-line bg-sunken p-6 max-md:border-t max-md:p-4 md:border-s">
      <h3 className="mb-3 text-label font-medium text-ink-2">{t('mail.preview')}</h3>
      {preview.data && <MailPreview mail={preview.data} />}
      {preview.error &&
        !preview.data &&
        (hasFaults ? (
          <p className="text-ink-2">{t('mail.previewHeld')}</p>
        ) : (
          <Problem text={reasonOf(preview.error)} onRetry={() => void preview.refetch()} />
        ))}
    </div>
  )
}

const Variables = () => (
  <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-1 text-label">
    {templateVariables.map((name) => (
      <div key={name} className="contents">
        <dt className="font-mono">{`{${name}}`}</dt>
        <dd className="text-ink-2">{variableLabel(name)}</dd>
      </div>
    ))}
  </dl>
)

function TestAndReset({
  template: { status, is_default },
  text,
  onReset,
}: {
  template: MailTemplate
  text: TemplateText
  onReset: (text: TemplateText) => void
}) {
  const reset = useResetTemplate(status)
  const test = useSendTest(status)
  return (
    <div className="flex flex-wrap gap-2">
      <Button size="small" inactive={test.isPending} onClick={() => test.mutate(text)}>
        {test.isPending ? t('action.sending') : t('mail.sendTest')}
      </Button>
      {!is_default && (
        <Button
          size="small"
          inactive={reset.isPending}
          onClick={() =>
            reset.mutate(undefined, {
              onSuccess: ({ templates }) => {
                const original = templates.find((one) => one.status === status)
                if (original) onReset(original)
              },
            })
          }
        >
          {t('mail.useOriginal')}
        </Button>
      )}
    </div>
  )
}
