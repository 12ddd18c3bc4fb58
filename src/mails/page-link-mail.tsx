// New links to applicants' own pages: for a person whose link has expired, who revoked all of them, or who has lost the mails.
import type { SafeViews } from '#domain/mails/mails.ts'
import { t } from '#domain/texts/text.ts'
import { MailButton, MailLayout, Paragraph, PersonList, type MailDraft } from './mail-layout.tsx'
import { dayText, withCut } from './mail-text.ts'

export function pageLinkMail({ shopName, jobTitle, page }: SafeViews['page-link']): MailDraft {
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

export function pageLinksMail({ shopName, applications }: SafeViews['page-links']): MailDraft {
  const [only] = applications
  if (only && applications.length === 1) {
    const { jobTitle, ...page } = only
    return pageLinkMail({ shopName, jobTitle, page })
  }
  const subject = withCut(shopName, (name) => t('mails.pages.subject', { shopName: name }))
  const text = t('mails.pages.text', { shopName })
  const ends = only ? t('mails.pages.ends', { date: dayText(only.endsOn) }) : ''
  const unasked = t('mails.pages.unasked')
  const reason = t('mails.received.reason', { shopName })
  const listed = applications.map(({ jobTitle, link }) => `${jobTitle}\n${link}`)
  return {
    subject,
    page: (
      <MailLayout subject={subject} sender={shopName} reason={reason} poweredBy>
        <Paragraph>{text}</Paragraph>
        <PersonList
          people={applications.map(({ jobTitle, link }) => ({ name: jobTitle, link, words: '' }))}
        />
        <Paragraph quiet>
          {ends} {unasked}
        </Paragraph>
      </MailLayout>
    ),
    text: `${shopName}

${text}

${listed.join('\n\n')}

${ends} ${unasked}

--
${reason}
${t('mails.poweredBy')}
`,
  }
}
