// Notifies applicants of their status in the shop's words: plain paragraphs.
import type { SafeViews } from '#domain/mails/mails.ts'
import { t } from '#domain/texts/text.ts'
import {
  MailLayout,
  PageLinkLine,
  pageLinkLines,
  Paragraph,
  type MailDraft,
} from './mail-layout.tsx'
import { SUBJECT_MAX, cutAtWord } from './mail-text.ts'

export function statusUpdateMail(mail: SafeViews['status-update']): MailDraft {
  const subject = cutAtWord(mail.subject, SUBJECT_MAX)
  const paragraphs = mail.body.split(/\n{2,}/).filter((paragraph) => paragraph !== '')
  const reason = t('mails.statusUpdate.reason', {
    shopName: mail.shopName,
    jobTitle: mail.jobTitle,
  })
  return {
    subject,
    page: (
      <MailLayout subject={subject} sender={mail.shopName} reason={reason} poweredBy>
        {paragraphs.map((paragraph, place) => (
          // Paragraphs have no id; their order does not change.
          // oxlint-disable-next-line react/no-array-index-key
          <Paragraph key={place}>
            <span dir="auto" style={{ whiteSpace: 'pre-line' }}>
              {paragraph}
            </span>
          </Paragraph>
        ))}
        <PageLinkLine page={mail.page} />
      </MailLayout>
    ),
    text: `${mail.shopName}

${paragraphs.join('\n\n')}

${pageLinkLines(mail.page)}--
${reason}
${t('mails.poweredBy')}
`,
  }
}
