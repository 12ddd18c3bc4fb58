// Verifies an applicant's address: a code to enter or a link to open.
import type { SafeViews } from '#domain/mails/mails.ts'
import { RETENTION } from '#domain/retention/retention.ts'
import { spacedCode } from '#domain/verification/verification.ts'
import { t, rich } from '#domain/texts/text.ts'
import { CodeTag, MailButton, MailLayout, Paragraph, type MailDraft } from './mail-layout.tsx'
import { withCut } from './mail-text.ts'

export function verificationMail(mail: SafeViews['verification']): MailDraft {
  const code = spacedCode(mail.code)
  const subject = withCut(mail.jobTitle, (title) =>
    t('mails.code.subject', { code, purpose: t('mails.verification.topic', { title }) }),
  )
  const valid = t('mails.verification.valid', { hours: mail.hoursValid })
  const unasked = t('mails.verification.unasked', { days: RETENTION.passingMailDays })
  const reason = t('mails.verification.reason', { shopName: mail.shopName })
  return {
    subject,
    page: (
      <MailLayout subject={subject} sender={mail.shopName} reason={reason} poweredBy>
        <Paragraph>
          {rich('mails.verification.text', {
            br: () => <br key="br" />,
            jobTitle: mail.jobTitle,
            b: (text) => (
              <b key="b" style={{ fontWeight: 650 }}>
                {text}
              </b>
            ),
          })}
        </Paragraph>
        <CodeTag code={code} />
        <Paragraph>{t('mails.verification.orLink')}</Paragraph>
        <MailButton link={mail.link}>{t('mails.verification.button')}</MailButton>
        <Paragraph quiet>{valid}</Paragraph>
        <Paragraph quiet>{unasked}</Paragraph>
      </MailLayout>
    ),
    text: `${mail.shopName}

${t('mails.greetingNobody')}
${t('mails.verification.textPlain', { jobTitle: mail.jobTitle })}

    ${code}

${t('mails.verification.orLink')}
${mail.link}

${valid}
${unasked}

--
${reason}
${t('mails.poweredBy')}
`,
  }
}
