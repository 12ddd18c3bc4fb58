// To a customer of a shop who agreed to marketing by email: an invitation to apply for a job.
import type { SafeViews } from '#domain/mails/mails.ts'
import { t } from '#domain/texts/text.ts'
import { MailButton, MailLayout, Paragraph, type MailDraft } from './mail-layout.tsx'
import { withCut } from './mail-text.ts'

export function jobInvitationMail(mail: SafeViews['job-invitation']): MailDraft {
  const { shopName, storeName, address, jobTitle, place, pay, link, unsubscribeLink } = mail
  const subject = withCut(jobTitle, (title) =>
    t('mails.jobInvitation.subject', { shopName, title }),
  )
  const text = t('mails.jobInvitation.text', { shopName })
  const facts = [place, ...(pay ? [pay] : [])].join(' · ')
  const button = t('mails.jobInvitation.button')
  const once = t('mails.jobInvitation.once')
  const why = t('mails.jobInvitation.reason', { storeName })
  const reason = address ? `${why} ${shopName}, ${address}` : why
  const stop = { label: t('mails.jobInvitation.stop'), link: unsubscribeLink }
  return {
    subject,
    page: (
      <MailLayout subject={subject} sender={shopName} reason={reason} poweredBy footLinks={[stop]}>
        <Paragraph>{text}</Paragraph>
        <Paragraph>
          <b style={{ fontWeight: 650 }}>{jobTitle}</b>
          <br />
          {facts}
        </Paragraph>
        <MailButton link={link}>{button}</MailButton>
        <Paragraph quiet>{once}</Paragraph>
      </MailLayout>
    ),
    text: `${shopName}

${text}

${jobTitle}
${facts}

${button}:
${link}

${once}

--
${reason}
${stop.label}: ${stop.link}
${t('mails.poweredBy')}
`,
  }
}
