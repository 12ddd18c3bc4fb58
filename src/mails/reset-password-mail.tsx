// The mail with the link to set a new password, for people with an account.
import type { MailViews } from '#domain/mails/mails.ts'
import { t } from '#domain/texts/text.ts'
import { MailButton, MailFrame, Paragraph, type MailDraft } from './mail-frame.tsx'
import { hoursText, isPersonName } from './mail-text.ts'

const greeting = (name: string): string =>
  isPersonName(name) ? t('mails.helloName', { name }) : t('mails.hello')

export function resetPasswordMail(mail: MailViews['reset-password']): MailDraft {
  const subject = t('mails.resetYourStorehandPassword')
  const hello = greeting(mail.name)
  const request = t('mails.someoneAskedForPassword')
  const valid = t('mails.theLinkIsValidFor', { hoursText: hoursText(mail.hoursValid) })
  const unchanged = t('mails.yourPasswordIsUnchanged')
  const unasked = t('mails.ifYouDidNotAskForThisIgnore')
  const reason = t('mails.youGetThisEmailBecauseSomeone')
  return {
    subject,
    page: (
      <MailFrame subject={subject} sender="Storehand" reason={reason}>
        <Paragraph>
          {hello}
          <br />
          {request}
        </Paragraph>
        <MailButton link={mail.link}>{t('mails.chooseANewPassword')}</MailButton>
        <Paragraph quiet>{valid}</Paragraph>
        <Paragraph quiet>
          {unchanged} {unasked}
        </Paragraph>
      </MailFrame>
    ),
    text: `Storehand

${hello}
${request}

${t('mails.chooseANewPassword')}:
${mail.link}

${valid}
${unchanged}
${unasked}

--
${reason}
`,
  }
}
