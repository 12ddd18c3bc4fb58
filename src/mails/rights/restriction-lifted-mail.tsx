// To an applicant: staff ended the restriction of their application or refused their objection, so that it is worked with again.
import type { SafeViews } from '#domain/mails/mails.ts'
import { t } from '#domain/texts/text.ts'
import { MailButton, MailLayout, Paragraph, type MailDraft } from '../mail-layout.tsx'
import { withCut } from '../mail-text.ts'

const codeOf = ({ wasObjection, isRefused }: SafeViews['restriction-lifted']) => {
  if (isRefused) return 'mails.lifted.refused'
  return wasObjection ? 'mails.lifted.objection' : 'mails.lifted.restriction'
}

export function restrictionLiftedMail(mail: SafeViews['restriction-lifted']): MailDraft {
  const { shopName, jobTitle, page } = mail
  const subject = withCut(jobTitle, (title) => t('mails.page.subject', { title }))
  const lead = t(codeOf(mail), { jobTitle, shopName })
  const again = t('mails.lifted.again')
  const reason = t('mails.received.reason', { shopName })
  return {
    subject,
    page: (
      <MailLayout subject={subject} sender={shopName} reason={reason} poweredBy>
        <Paragraph>{lead}</Paragraph>
        <Paragraph>{again}</Paragraph>
        {page && <MailButton link={page.link}>{t('mails.page.link')}</MailButton>}
      </MailLayout>
    ),
    text: `${shopName}

${lead}

${again}
${page ? `\n${page.link}\n` : ''}
--
${reason}
${t('mails.poweredBy')}
`,
  }
}
