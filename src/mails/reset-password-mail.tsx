// The mail with the link to set a new password, for people with an account.
import { isPersonName } from '#domain/mails/mail-names.ts'
import type { SafeViews } from '#domain/mails/mails.ts'
import { t } from '#domain/texts/text.ts'
import { MailButton, MailLayout, Paragraph, type MailDraft } from './mail-layout.tsx'

const greeting = (name: string): string =>
  isPersonName(name) ? t('mails.greeting', { name }) : t('mails.greetingNobody')

export function resetPasswordMail(mail: SafeViews['reset-password']): MailDraft {
  const subject = t('mails.reset.subject')
  const hello = greeting(mail.name)
  const request = t('mails.reset.request')
  const valid = t('mails.reset.valid', { hours: mail.hoursValid })
  const unchanged = t('mails.reset.unchanged')
  const unasked = t('mails.reset.unasked')
  const reason = t('mails.reset.reason')
  return {
    subject,
    page: (
      <MailLayout subject={subject} sender="Storehand" reason={reason}>
        <Paragraph>
          {hello}
          <br />
          {request}
        </Paragraph>
        <MailButton link={mail.link}>{t('mails.reset.button')}</MailButton>
        <Paragraph quiet>{valid}</Paragraph>
        <Paragraph quiet>
          {unchanged} {unasked}
        </Paragraph>
      </MailLayout>
    ),
    text: `Storehand

${hello}
${request}

${t('mails.reset.button')}:
${mail.link}

${valid}
${unchanged}
${unasked}

--
${reason}
`,
  }
}
