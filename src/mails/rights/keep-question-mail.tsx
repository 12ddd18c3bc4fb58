// To an applicant: whether their application may be kept for another six months. No answer is a no.
import type { SafeViews } from '#domain/mails/mails.ts'
import { dayText } from '#domain/texts/formats.ts'
import { t } from '#domain/texts/text.ts'
import { MailButton, MailLayout, Paragraph, type MailDraft } from '../mail-layout.tsx'

export function keepQuestionMail(mail: SafeViews['keep-question']): MailDraft {
  const { shopName, jobTitle, firstName } = mail
  const link = mail.page?.link ?? mail.link ?? ''
  const deletedOn = dayText(new Date(mail.deletedOn), 'UTC')
  const keptUntil = dayText(new Date(mail.keptUntil), 'UTC')
  const subject = t('mails.keepQuestion.subject', { shop: shopName })
  const paragraphs = [
    t('mails.keepQuestion.hello', { name: firstName }),
    t('mails.keepQuestion.question', { job: jobTitle, shop: shopName, deletedOn, keptUntil }),
    t('mails.keepQuestion.noAnswer', { deletedOn }),
    t('mails.keepQuestion.takeBack'),
  ]
  const button = t('mails.keepQuestion.button')
  const reason = t('mails.keepQuestion.reason', { shop: shopName, job: jobTitle })
  return {
    subject,
    page: (
      <MailLayout subject={subject} sender={shopName} reason={reason}>
        {paragraphs.map((paragraph) => (
          <Paragraph key={paragraph}>{paragraph}</Paragraph>
        ))}
        <MailButton link={link}>{button}</MailButton>
      </MailLayout>
    ),
    text: `${shopName}

${paragraphs.join('\n\n')}

${button}:
${link}

--
${reason}
`,
  }
}
