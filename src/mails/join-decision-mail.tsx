// To somebody who asked to be let in: what an owner decided.
import type { MailView } from '#domain/mails/mails.ts'
import { MailButton, MailFrame, Paragraph, type MailDraft } from './mail-frame.tsx'
import { cutAtWord, SUBJECT_MAX } from './mail-text.ts'

export function joinDecisionMail(
  mail: Extract<MailView, { kind: 'join-approved' | 'join-declined' }>,
): MailDraft {
  const { shopName } = mail.data
  const isIn = mail.kind === 'join-approved'
  const subject = cutAtWord(
    isIn ? `You have joined ${shopName}` : `Your request to join ${shopName}`,
    SUBJECT_MAX,
  )
  const paragraphs = isIn
    ? [
        `An owner of ${shopName} has approved your request. You can now read and answer its job applications.`,
      ]
    : [
        `An owner of ${shopName} has not approved your request to join.`,
        'Your Storehand account stays as it is. If you think this is a mistake, ask the person at the shop who told you to join.',
      ]
  const button = 'Open Storehand'
  const reason = `You get this email because you asked to join ${shopName} on Storehand.`
  return {
    subject,
    page: (
      <MailFrame subject={subject} sender={shopName} reason={reason}>
        {paragraphs.map((paragraph) => (
          <Paragraph key={paragraph}>{paragraph}</Paragraph>
        ))}
        {isIn && <MailButton link={mail.data.link}>{button}</MailButton>}
      </MailFrame>
    ),
    text: `${shopName}

${paragraphs.join('\n\n')}
${isIn ? `\n${button}:\n${mail.data.link}\n` : ''}
--
${reason}
`,
  }
}
