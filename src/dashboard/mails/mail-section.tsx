// Emails to applicants: the confirmation, the reply address, and the text about each status.
import { useId, useState, type SubmitEvent } from 'react'
import { useQuery } from '@tanstack/react-query'
import type { MailedStatus } from '#domain/applicants/applicant-mails.ts'
import { statusLabel } from '#domain/applicants/applicants.ts'
import type { MailTemplate, MailTemplatesView } from '#domain/mails/mail-templates.ts'
import { rich, t } from '#domain/texts/text.ts'
import { memberOf, useSession } from '../shell/session/session.tsx'
import { Button } from '../ui/button.tsx'
import { TextInput } from '../ui/forms/field.tsx'
import { Problem } from '../ui/problem.tsx'
import { LabelledSwitch } from '../ui/forms/switch.tsx'
import { SaveButton } from '../ui/store-admin/save-bar.tsx'
import { SkeletonRows } from '../ui/waiting.tsx'
import { useEditMailSettings } from './mail-templates-api.ts'
import { mailTemplatesQuery } from '../queries.ts'
import { TemplateDialog } from './template-dialog.tsx'

export function MailSection() {
  const heading = useId()
  const view = useQuery(mailTemplatesQuery)
  const isOwner = memberOf(useSession())?.profile.role === 'organization_owner'
  return (
    <section aria-labelledby={heading}>
      <h2 id={heading} className="mb-1 text-section font-semibold">
        {t('mail.listTitle')}
      </h2>
      <p className="mb-4 max-w-[68ch] text-ink-2">
        {isOwner ? t('mail.listHint') : t('mail.listHintStaff')}
      </p>
      {view.isPending && <SkeletonRows rows={4} label={t('mail.listLoading')} />}
      {view.error && !view.data && (
        <Problem text={t('mail.templatesFetchFailed')} onRetry={() => void view.refetch()} />
      )}
      {view.data && <Mails view={view.data} isOwner={isOwner} />}
    </section>
  )
}

function Mails({ view, isOwner }: { view: MailTemplatesView; isOwner: boolean }) {
  const [editing, setEditing] = useState<MailedStatus | null>(null)
  const edited = view.templates.find(({ status }) => status === editing)
  return (
    <div className="ledger">
      {isOwner && <Settings key={view.mail_reply_to} view={view} />}
      <ul className={isOwner ? 'border-t border-line' : ''}>
        {view.templates.map((template) => (
          <TemplateRow
            key={template.status}
            template={template}
            isOwner={isOwner}
            onEdit={() => setEditing(template.status)}
          />
        ))}
      </ul>
      {edited && (
        <TemplateDialog template={edited} isOwner={isOwner} onClose={() => setEditing(null)} />
      )}
    </div>
  )
}

function Settings({ view }: { view: MailTemplatesView }) {
  const edit = useEditMailSettings()
  const saved = view.mail_reply_to ?? ''
  const [replyTo, setReplyTo] = useState(saved)
  const save = (event: SubmitEvent) => {
    event.preventDefault()
    edit.mutate({ mail_reply_to: replyTo })
  }
  return (
    <div className="grid gap-4 px-6 pt-4 pb-5 max-md:px-4">
      <LabelledSwitch
        label={t('mail.confirmation')}
        hint={t('mail.confirmationHint')}
        checked={view.confirmation_mails}
        onChange={(confirmation_mails) => edit.mutate({ confirmation_mails })}
      />
      <form className="flex max-w-[440px] items-end gap-2" onSubmit={save} noValidate>
        <TextInput
          className="flex-1"
          label={t('mail.replyTo')}
          type="email"
          optional
          autoComplete="email"
          value={replyTo}
          onChange={(event) => setReplyTo(event.target.value)}
        />
        <SaveButton
          isDirty={replyTo !== saved}
          inactive={edit.isPending}
          onDiscard={() => setReplyTo(saved)}
        >
          {t('action.save')}
        </SaveButton>
      </form>
    </div>
  )
}

function TemplateRow({
  template: { status, subject, is_default },
  isOwner,
  onEdit,
}: {
  template: MailTemplate
  isOwner: boolean
  onEdit: () => void
}) {
  const word = statusLabel(status)
  return (
    <li className="flex items-center gap-3 border-t border-line px-6 py-3 first:border-t-0 max-md:px-4">
      <div className="me-auto min-w-0">
        <p className="font-medium">
          {is_default
            ? word
            : rich('mail.ownWords', {
                status: word,
                part: (text) => (
                  <span key="part" className="font-normal text-ink-2">
                    {text}
                  </span>
                ),
              })}
        </p>
        <p className="text-label wrap-anywhere text-ink-2">{subject}</p>
      </div>
      <Button
        size="small"
        aria-label={
          isOwner ? t('mail.editAbout', { status: word }) : t('mail.readAbout', { status: word })
        }
        onClick={onEdit}
      >
        {isOwner ? t('action.edit') : t('action.read')}
      </Button>
    </li>
  )
}
