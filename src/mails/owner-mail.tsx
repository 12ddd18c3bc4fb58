// Mails to owners with one message and one link: paragraphs and a button.
import { t } from '#domain/texts/text.ts'
import { MailButton, MailLayout, Paragraph, type MailDraft } from './mail-layout.tsx'

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
      <MailLayout subject={subject} sender={organization} reason={reason}>
        {paragraphs.map((paragraph) => (
          <Paragraph key={paragraph}>{paragraph}</Paragraph>
        ))}
        <MailButton link={link}>{button}</MailButton>
      </MailLayout>
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
