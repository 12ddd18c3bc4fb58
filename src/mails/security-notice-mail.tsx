// Notifies people of a change of their account that another person may have made.
import type { SafeViews } from '#domain/mails/mails.ts'
import { momentText } from '#domain/texts/formats.ts'
import { t } from '#domain/texts/text.ts'
import { MailButton, MailLayout, Paragraph, type MailDraft } from './mail-layout.tsx'

export function securityNoticeMail(mail: SafeViews['security-notice']): MailDraft {
  const subject = t(`mails.security.${mail.what}.subject`)
  const happened = t(`mails.security.${mail.what}.happened`)
  const when = momentText(new Date(mail.at), 'UTC')
  const lead = t('mails.security.told', { when, happened })
  const own = t('mails.security.own')
  const foreign =
    mail.what === 'email-changed'
      ? t('mails.security.foreignAddress', { supportEmail: mail.supportEmail })
      : t('mails.security.foreign', { supportEmail: mail.supportEmail })
  const reason = t('mails.security.reason')
  return {
    subject,
    page: (
      <MailLayout subject={subject} sender="Storehand" reason={reason}>
        <Paragraph>{lead}</Paragraph>
        <Paragraph>
          {own} {foreign}
        </Paragraph>
        {mail.what !== 'email-changed' && (
          <MailButton link={mail.link}>{t('mails.security.button')}</MailButton>
        )}
      </MailLayout>
    ),
    text: `Storehand

${lead}

${own}
${foreign}
${mail.what === 'email-changed' ? '' : `\n${mail.link}\n`}
--
${reason}
`,
  }
}
