// A new link to the applicant's own page, for a person whose link has expired, or who revoked all of them.
import type { MailViews } from '#domain/mails/mails.ts'
import { t } from '#domain/texts/text.ts'
import { MailButton, MailLayout, Paragraph, type MailDraft } from './mail-layout.tsx'
import { dayText, withCut } from './mail-text.ts'

export function pageLinkMail({ shopName, jobTitle, page }: MailViews['page-link']): MailDraft {
  const subject = withCut(jobTitle, (title) => t('mails.page.subject', { title }))
  const text = t('mails.page.text', { jobTitle, shopName })
  const ends = t('mails.page.ends', { date: dayText(page.endsOn) })
  const unasked = t('mails.page.unasked')
  const reason = t('mails.received.reason', { shopName })
  return {
    subject,
    page: (
      <MailLayout subject={subject} sender={shopName} reason={reason} poweredBy>
        <Paragraph>{text}</Paragraph>
        <MailButton link={page.link}>{t('mails.page.link')}</MailButton>
        <Paragraph quiet>
          {ends} {unasked}
        </Paragraph>
      </MailLayout>
    ),
    text: `${shopName}

${text}

${page.link}

${ends} ${unasked}

--
${reason}
${t('mails.poweredBy')}
`,
  }
}
