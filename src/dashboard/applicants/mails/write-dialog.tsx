// A message to one or several applicants: its starting text, its content, and the mail as the recipient will see it.
import { useState } from 'react'
import { useQuery, type UseQueryResult } from '@tanstack/react-query'
import {
  MESSAGE_PEOPLE,
  SELECTED_MAX,
  type ApplicantSelection,
  type MessagePreview,
} from '#domain/applicants/applicant-batches.ts'
import { fullName } from '#domain/full-name.ts'
import { statusLabel, type ApplicantRow } from '#domain/applicants/applicants.ts'
import { messageStart, messageStarts, type TemplateText } from '#domain/mails/mail-templates.ts'
import { t } from '#domain/texts/text.ts'
import { ApiError, reasonOf } from '../../api.ts'
import { mailTemplatesQuery } from '../../queries.ts'
import { Button } from '../../ui/button.tsx'
import { ChoiceField } from '../../ui/forms/choice.tsx'
import type { Option } from '../../ui/forms/options.ts'

import { DialogFoot, FormDialog } from '../../ui/popups/dialog.tsx'
import { MailPreview } from '../../ui/mail-preview.tsx'
import { Problem } from '../../ui/problem.tsx'
import { messagePreviewQuery, useSendMessage } from './mails-api.ts'
import { NamesOf } from '../list/names-of.tsx'
import { useSettled } from '../../ui/hooks/settled.ts'
import { WordsFields } from './words-fields.tsx'

const BLANK = 'blank'
const blank = (): TemplateText => ({ subject: '', body: t('message.blankText') })

export function WriteDialog({
  rows,
  people,
  body,
  onSent,
  onClose,
}: {
  /** Those of them that are loaded, to show names. */
  rows: readonly ApplicantRow[]
  people: number
  /** The selection for the server. */
  body: ApplicantSelection
  onSent?: () => void
  onClose: () => void
}) {
  const starts = useStarts()
  const [start, setStart] = useState(BLANK)
  // The changes of each starting text, so that looking at another one loses nothing.
  const [changed, setChanged] = useState<Readonly<Record<string, TemplateText>>>({})
  const text = changed[start] ?? starts.find(({ value }) => value === start)?.text ?? blank()
  const [wasAsked, setAsked] = useState(false)
  const settled = useSettled(text)
  const preview = useQuery({
    ...messagePreviewQuery(body, settled),
    enabled: settled.subject.trim() !== '',
    placeholderData: (before) => before,
  })
  const send = useSendMessage()
  // More than one request may contain. The server decides whether fewer are too many.
  const isTooMany = people > SELECTED_MAX
  const [only] = rows
  const who = people === 1 && only ? fullName(only) : t('count.applicant', { count: people })
  const refused = [send.error, preview.error].find((error) => error instanceof ApiError)
  const fields: Record<string, string> = { ...refused?.fields }
  if (wasAsked && text.subject.trim() === '') fields.subject = t('mail.subjectRequired')
  const isEmpty = text.body.trim() === '' || text.body.trim() === blank().body
  if (wasAsked && isEmpty) fields.body = t('mail.bodyRequired')
  return (
    <FormDialog
      title={t('message.title', { who })}
      description={people === 1 ? only?.email : t('message.severalWait')}
      isDirty={Object.keys(changed).length > 0}
      onClose={onClose}
      aside={<Preview preview={preview} hasFaults={Object.keys(fields).length > 0} />}
    >
      <form
        className="flex flex-1 flex-col"
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          setAsked(true)
          if (text.subject.trim() === '' || isEmpty) return
          send.mutate(
            { body, text, who },
            {
              onSuccess: () => {
                onSent?.()
                onClose()
              },
            },
          )
        }}
      >
        <div className="grid gap-4 px-6 pt-4 pb-5 max-md:px-4">
          {people > 1 && <NamesOf rows={rows} people={people} />}
          {isTooMany && <Problem text={t('message.tooMany', { max: MESSAGE_PEOPLE })} />}
          {refused && Object.keys(refused.fields ?? {}).length === 0 && (
            <Problem text={reasonOf(refused)} />
          )}
          <ChoiceField
            label={t('message.beginWith')}
            options={starts}
            value={start}
            onChange={setStart}
          />
          <WordsFields
            text={text}
            fields={fields}
            rows={12}
            onChange={(next) => setChanged({ ...changed, [start]: next })}
          />
        </div>
        <DialogFoot>
          <Button onClick={onClose}>{t('action.cancel')}</Button>
          <Button kind="primary" type="submit" inactive={send.isPending || isTooMany}>
            {send.isPending ? t('action.sending') : t('action.send')}
          </Button>
        </DialogFoot>
      </form>
    </FormDialog>
  )
}

function Preview({
  preview: { data, error },
  hasFaults,
}: {
  preview: UseQueryResult<MessagePreview>
  /** A field was refused or is empty: the mail cannot be shown until it is changed. */
  hasFaults: boolean
}) {
  return (
    <div className="min-w-0 border-line bg-sunken p-6 max-md:border-t max-md:p-4 md:border-s">
      <h3 className="mb-3 text-label font-medium text-ink-2">{t('mail.preview')}</h3>
      {data && !hasFaults && (
        <>
          <MailPreview mail={data.sample} />
          <p className="mt-3 text-label break-words text-ink-2">
            {data.reply_to
              ? t('message.repliesTo', { email: data.reply_to })
              : t('message.noReplies')}
          </p>
          {data.no_contact > 0 && (
            <p className="mt-3 text-label text-ink-2">
              {t('message.unwilling', { count: data.no_contact })}
            </p>
          )}
        </>
      )}
      {!data && !error && <p className="text-ink-2">{t('message.previewWaits')}</p>}
      {hasFaults && <p className="text-ink-2">{t('mail.previewHeld')}</p>}
    </div>
  )
}

/** A blank text, two from the product, and the organization's own texts. Not the rejection: rejecting sends it. */
function useStarts(): (Option<string> & { text: TemplateText })[] {
  const own = useQuery(mailTemplatesQuery).data?.templates ?? []
  return [
    { value: BLANK, label: t('message.blank'), text: blank() },
    ...messageStarts.map((value) => {
      const { name, subject, body } = messageStart(value)
      return { value, label: name, text: { subject, body } }
    }),
    ...own
      .filter(({ status }) => status !== 'rejected')
      .map(({ status, subject, body }) => ({
        value: status,
        label: t('message.statusMail', { status: statusLabel(status) }),
        text: { subject, body },
      })),
  ]
}
