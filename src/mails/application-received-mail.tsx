// Confirms to applicants that their application arrived: what was submitted, what happens next, how long it is stored.
import { isPersonName } from '#domain/mails/mail-names.ts'
import type { SafeViews } from '#domain/mails/mails.ts'
import { t } from '#domain/texts/text.ts'
import {
  MailLayout,
  PageLinkLine,
  pageLinkLines,
  Paragraph,
  type MailDraft,
} from './mail-layout.tsx'
import { dayText, withCut } from './mail-text.ts'

export function applicationReceivedMail(mail: SafeViews['application-received']): MailDraft {
  const { shopName, jobTitle } = mail
  const subject = withCut(jobTitle, (title) => t('mails.received.subject', { title }))
  const hello = isPersonName(mail.firstName)
    ? t('mails.greetingFirstName', { firstName: mail.firstName })
    : t('mails.greetingNobody')
  const arrived = t('mails.received.text', { jobTitle, shopName })
  const kept = t('mails.received.deletedOn', { date: dayText(mail.deletedOn) })
  const sent = [
    ...mail.sent,
    ...(mail.cvName === null ? [] : [{ label: t('mails.received.cv'), value: mail.cvName }]),
  ]
  const reason = t('mails.received.reason', { shopName })
  return {
    subject,
    page: (
      <MailLayout subject={subject} sender={shopName} reason={reason} poweredBy>
        <Paragraph>
          {hello}
          <br />
          {arrived}
        </Paragraph>
        <Paragraph>
          <b style={{ fontWeight: 650 }}>{t('mails.received.whatYouSent')}</b>
        </Paragraph>
        {sent.map(({ label, value }) => (
          <Paragraph key={label}>
            <span className="ink-2" style={{ fontSize: 14, lineHeight: '20px', color: '#585460' }}>
              {label}
            </span>
            <br />
            {/* Beside Arabic, a phone number would be read from its end. */}
            <span dir="auto" style={{ whiteSpace: 'pre-line' }}>
              {value}
            </span>
          </Paragraph>
        ))}
        <Paragraph quiet>{kept}</Paragraph>
        <PageLinkLine page={mail.page} />
      </MailLayout>
    ),
    text: `${shopName}

${hello}
${arrived}

${t('mails.received.whatYouSent')}

${sent.map(({ label, value }) => `${label}: ${value}`).join('\n')}

${kept}

${pageLinkLines(mail.page)}--
${reason}
${t('mails.poweredBy')}
`,
  }
}
