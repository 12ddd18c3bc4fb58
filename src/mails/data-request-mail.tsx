// To owners: a customer of their store asked what is known of them, and until when that has to be answered.
import type { MailViews } from '#domain/mails/mails.ts'
import { dayText } from '#domain/texts/formats.ts'
import { MailButton, MailFrame, Paragraph, type MailDraft } from './mail-frame.tsx'

export function dataRequestMail(mail: MailViews['data-request']): MailDraft {
  const { organization, shop, dueOn, link } = mail
  const day = dayText(new Date(dueOn), 'UTC')
  const subject = `A customer asked for their data: answer by ${day}`
  const paragraphs = [
    `A customer of ${shop} asked what is known about them. Your store passed this on, because they may have applied for a job.`,
    `Download what Storehand holds about them and pass it on by ${day}.`,
    'For their protection the address stands on the page and not in this email.',
  ]
  const button = 'Open the request'
  const reason = `You get this email because you are an owner of ${organization} in Storehand.`
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
