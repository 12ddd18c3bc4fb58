// Emails to applicants: the confirmation, the reply address, and the text about each status.
import { useState } from 'react'
import { useQuery } from '@tanstack/react-query'
import type { MailedStatus } from '#domain/applicants/applicant-mails.ts'
import { statusLabel } from '#domain/applicants/applicants.ts'
import type { MailTemplate, MailTemplatesView } from '#domain/mails/mail-templates.ts'
import { rich, t } from '#domain/texts/text.ts'
import { memberOf, useSession } from '../shell/session/session.tsx'
import { Button } from '../ui/button.tsx'
import { TextInput } from '../ui/forms/field.tsx'
import { LabelledSwitch } from '../ui/forms/switch.tsx'
import { SettingsSection, StoredSettings } from '../ui/settings/settings-section.tsx'
import { useSettings } from '../ui/settings/use-settings.tsx'
import { useEditMailSettings } from './mail-templates-api.ts'
import { mailTemplatesQuery } from '../queries.ts'
import { TemplateDialog } from './template-dialog.tsx'

export function MailSection() {
  const query = useQuery(mailTemplatesQuery)
  const isOwner = memberOf(useSession())?.profile.role === 'organization_owner'
  return (
    <SettingsSection
      title={t('mail.listTitle')}
      text={isOwner ? t('mail.listHint') : t('mail.listHintStaff')}
    >
      <StoredSettings
        query={query}
        rows={4}
        loading={t('mail.listLoading')}
        failed={() => t('mail.templatesFetchFailed')}
      >
        {(view) => <Mails view={view} isOwner={isOwner} />}
      </StoredSettings>
    </SettingsSection>
  )
}

function Mails({ view, isOwner }: { view: MailTemplatesView; isOwner: boolean }) {
  const [editing, setEditing] = useState<MailedStatus | null>(null)
  const edited = view.templates.find(({ status }) => status === editing)
  return (
    <div className="ledger">
      {isOwner && <Settings view={view} />}
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
  const { mutateAsync: edit } = useEditMailSettings()
  const settings = useSettings({
    values: {
      confirmation_mails: view.confirmation_mails,
      mail_reply_to: view.mail_reply_to ?? '',
    },
    save: (change) => edit(change),
  })
  return (
    <div className="grid gap-4 px-6 pt-4 pb-5 max-md:px-4">
      <LabelledSwitch
        {...settings.onOff('confirmation_mails', t('mail.confirmation'))}
        hint={t('mail.confirmationHint')}
      />
      <TextInput
        {...settings.text('mail_reply_to', t('mail.replyTo'))}
        className="max-w-[440px]"
        type="email"
        optional
        autoComplete="email"
      />
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
