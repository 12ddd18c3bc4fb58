// To owners: a customer of their store requested their personal data, with the due date.
import type { MailViews } from '#domain/mails/mails.ts'
import { dayText } from '#domain/texts/formats.ts'
import { t } from '#domain/texts/text.ts'
import { MailButton, MailFrame, Paragraph, type MailDraft } from './mail-frame.tsx'

export function dataRequestMail(mail: MailViews['data-request']): MailDraft {
  const { organization, shop, dueOn, link } = mail
  const day = dayText(new Date(dueOn), 'UTC')
  const subject = t('mails.customerAsked', { day })
  const paragraphs = [
    t('mails.aCustomerOfShop', { shop }),
    t('mails.downloadWhatStorehandHolds', { day }),
    t('mails.forTheirProtectionThe'),
  ]
  const button = t('mails.openTheRequest')
  const reason = t('mails.youGetThisEmailBecauseYouAre', { organization })
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
