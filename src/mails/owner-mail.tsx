// Mails to owners with one message and one link: paragraphs and a button.
import { t } from '#domain/texts/text.ts'
import { MailButton, MailFrame, Paragraph, type MailDraft } from './mail-frame.tsx'

interface OwnerMail {
  organization: string
  subject: string
  paragraphs: string[]
  button: string
  link: string
}

export function ownerMail({
  organization,
  subject,
  paragraphs,
  button,
  link,
}: OwnerMail): MailDraft {
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
