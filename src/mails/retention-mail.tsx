// The digest to owners: which applications are erased soon, and the confirmation that is needed before too many are erased at once.
import type { MailViews } from '#domain/mails/mails.ts'
import { dayText } from '#domain/texts/formats.ts'
import { t } from '#domain/texts/text.ts'
import { MailButton, MailFrame, Paragraph, type MailDraft } from './mail-frame.tsx'

export function retentionMail(mail: MailViews['retention']): MailDraft {
  const { organization, due, total, soon, firstOn, isStopped, link } = mail
  const first = firstOn === null ? '' : dayText(new Date(firstOn), 'UTC')
  const question = isStopped ? t('mails.retention.question', { due, total }) : ''
  const coming = soon > 0 ? t('mails.retention.soon', { soon, first }) : ''
  const why = t('mails.retention.why')
  const subject = isStopped
    ? t('mails.retention.subjectConfirm', { due })
    : t('mails.retention.subject', { soon, first })
  const button = isStopped ? t('mails.retention.buttonConfirm') : t('mails.retention.button')
  const reason = t('mails.reasonOwner', { organization })
  const paragraphs = [question, coming, why].filter(Boolean)
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
