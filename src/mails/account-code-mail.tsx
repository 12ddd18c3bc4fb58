// The mail with a code, and mostly a link, for people with an account: one frame, six purposes.
import type { SafeViews } from '#domain/mails/mails.ts'
import { spacedCode } from '#domain/verification/verification.ts'
import { rich, t } from '#domain/texts/text.ts'
import { CodeTag, MailButton, MailLayout, Paragraph, type MailDraft } from './mail-layout.tsx'

export function accountCodeMail(mail: SafeViews['account-code']): MailDraft {
  const { purpose, link } = mail
  const request = t(`mails.code.${purpose}.request`)
  const unasked = t(`mails.code.${purpose}.unasked`)
  const code = spacedCode(mail.code)
  const subject = t('mails.code.subject', { code, purpose: t(`mails.code.${purpose}.subject`) })
  const valid = t(link ? 'mails.code.validWithLink' : 'mails.code.valid', {
    hours: mail.hoursValid,
  })
  const reason = t('mails.code.reason')
  return {
    subject,
    page: (
      <MailLayout subject={subject} sender="Storehand" reason={reason}>
        <Paragraph>{rich('mails.code.greeting', { br: () => <br key="br" />, request })}</Paragraph>
        <CodeTag code={code} />
        {link && purpose !== 'reauthentication' && (
          <>
            <Paragraph>{t('mails.code.orLink')}</Paragraph>
            <MailButton link={link}>{t(`mails.code.${purpose}.button`)}</MailButton>
          </>
        )}
        <Paragraph quiet>{valid}</Paragraph>
        <Paragraph quiet>{unasked}</Paragraph>
      </MailLayout>
    ),
    text: `Storehand

${rich('mails.code.greeting', { br: () => '\n', request }).join('')}

    ${code}
${link ? `\n${t('mails.code.orLink')}\n${link}\n` : ''}
${valid}
${unasked}

--
${reason}
`,
  }
}
