// To owners: requests about personal data that must be answered soon, or should have been.
import type { MailViews } from '#domain/mails/mails.ts'
import { dayText } from '#domain/texts/formats.ts'
import { t } from '#domain/texts/text.ts'
import { MailButton, MailFrame, Paragraph, type MailDraft } from '../mail-frame.tsx'

/** Without the name of who asked: the page after sign-in shows it. */
export function rightsReminderMail(mail: MailViews['rights-reminder']): MailDraft {
  const { organization, count, dueOn, link } = mail
  const day = dayText(new Date(dueOn), 'UTC')
  const subject = t('mails.rightsReminder.subject', { count, day })
  const paragraphs = [
    t('mails.rightsReminder.told', { count, day }),
    t('mails.rightsReminder.task'),
  ]
  const button = t('mails.rightsReminder.button')
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
