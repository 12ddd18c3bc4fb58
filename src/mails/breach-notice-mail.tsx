// Notifies people of a breach of their data: no button, only what they must know.
import { writtenParts } from '#domain/incidents/breaches.ts'
import type { SafeViews } from '#domain/mails/mails.ts'
import { t } from '#domain/texts/text.ts'
import { MailLayout, Paragraph, type MailDraft } from './mail-layout.tsx'
import { withCut } from './mail-text.ts'

export function breachNoticeMail(mail: SafeViews['breach-notice']): MailDraft {
  const subject = withCut(mail.shopName, (shopName) => t('mails.breach.subject', { shopName }))
  const greeting = t('mails.greetingNobody')
  const opening = t('mails.breach.opening', { shopName: mail.shopName })
  const reason = t('mails.breach.reason', { shopName: mail.shopName })
  const parts = writtenParts(mail)
  return {
    subject,
    page: (
      <MailLayout subject={subject} sender={mail.shopName} reason={reason}>
        <Paragraph>
          {greeting}
          <br />
          {opening}
        </Paragraph>
        {parts.map(({ heading, text }) => (
          <Paragraph key={heading}>
            <b style={{ fontWeight: 650 }}>{heading}</b>
            <br />
            <span dir="auto" style={{ whiteSpace: 'pre-line' }}>
              {text}
            </span>
          </Paragraph>
        ))}
      </MailLayout>
    ),
    text: `${mail.shopName}

${greeting}
${opening}

${parts.map(({ heading, text }) => `${heading}\n${text}`).join('\n\n')}

--
${reason}
`,
  }
}
