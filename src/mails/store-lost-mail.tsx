// To owners: their store removed the app or ended the connection, what stops, and the way back.
import type { MailViews } from '#domain/mails/mails.ts'
import { t } from '#domain/texts/text.ts'
import { MailButton, MailFrame, Paragraph, type MailDraft } from './mail-frame.tsx'

export function storeLostMail(mail: MailViews['store-lost']): MailDraft {
  const { organization, shop, isUninstalled, link } = mail
  const subject = t('mails.storeLost.subject', { shop })
  const paragraphs = [
    isUninstalled ? t('store.uninstalled') : t('store.unauthorized'),
    t('mails.storeLost.stops'),
  ]
  const button = t('store.connectAgain')
  const reason = t('mails.reasonOwner', { organization })
  return {
    subject,
    page: (
      <MailFrame subject={subject} sender={organization} reason={reason}>
        {paragraphs.map((paragraph) => (
          <Paragraph key={paragraph}>{paragraph}</Paragraph>
        ))}
        <MailButton link={link}>{button}</MailButton>
      </MailFrame>
    ),
    text: `${organization}

${paragraphs.join('\n\n')}

${button}:
${link}

--
${reason}
`,
  }
}
