// The digest to owners: whose applications are deleted soon, and the question before too many are deleted at once.
import type { MailViews } from '#domain/mails/mails.ts'
import { dayText, numberText } from '#domain/texts/formats.ts'
import { MailButton, MailFrame, Paragraph, type MailDraft } from './mail-frame.tsx'

const counted = (value: number) =>
  `${numberText(value)} ${value === 1 ? 'application' : 'applications'}`
const are = (value: number) => (value === 1 ? 'is' : 'are')

export function retentionMail(mail: MailViews['retention']): MailDraft {
  const { organization, due, total, soon, firstOn, isStopped, link } = mail
  const first = firstOn === null ? '' : dayText(new Date(firstOn), 'UTC')
  const question = isStopped
    ? `${counted(due)} of ${numberText(total)} ${are(due)} older than six months and due to be deleted. That is a large share, so nothing was deleted. Please look at them and confirm.`
    : ''
  const coming =
    soon > 0 ? `${counted(soon)} will be deleted within the next two weeks, from ${first} on.` : ''
  const why =
    'Applications are deleted six months after they came in, with CV, notes and history. Export what you have to keep before then.'
  const subject = isStopped
    ? `Please confirm: ${counted(due)} to be deleted`
    : `${counted(soon)} will be deleted from ${first}`
  const button = isStopped ? 'Look and confirm' : 'Open the applicants'
  const reason = `You get this email because you are an owner of ${organization} in Storehand.`
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
