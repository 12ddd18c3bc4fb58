// The mail that tells people that their application has arrived: what was sent, what comes next, and how long it is kept.
import { oneLine } from '#domain/mails/mail-names.ts'
import type { MailViews } from '#domain/mails/mails.ts'
import { MailFrame, Paragraph, type MailDraft } from './mail-frame.tsx'
import { SUBJECT_MAX, cutAtWord, dayText, isPersonName, plainLines } from './mail-text.ts'

const OPENING = 'We have your application for '

export function applicationReceivedMail(mail: MailViews['application-received']): MailDraft {
  const { shopName, jobTitle } = mail
  const subject = OPENING + cutAtWord(jobTitle, SUBJECT_MAX - OPENING.length)
  const hello = isPersonName(mail.firstName) ? `Hello ${mail.firstName},` : 'Hello,'
  const arrived = `We have received your application for ${jobTitle}. ${shopName} will read it and reply to this address. You do not need to do anything else.`
  const kept = `We will delete your application on ${dayText(mail.deletedOn)}, six months after you applied.`
  const sent = [
    ...mail.sent.map(({ label, value }) => ({ label, value: plainLines(value) })),
    ...(mail.cvName === null ? [] : [{ label: 'CV', value: oneLine(mail.cvName) }]),
  ]
  const reason = `You get this email because you applied for a job at ${shopName}.`
  return {
    subject,
    page: (
      <MailFrame subject={subject} sender={shopName} reason={reason} poweredBy>
        <Paragraph>
          {hello}
          <br />
          {arrived}
        </Paragraph>
        <Paragraph>
          <b style={{ fontWeight: 650 }}>What you sent</b>
        </Paragraph>
        {sent.map(({ label, value }) => (
          <Paragraph key={label}>
            <span className="ink-2" style={{ fontSize: 14, lineHeight: '20px', color: '#585460' }}>
              {label}
            </span>
            <br />
            <span style={{ whiteSpace: 'pre-line' }}>{value}</span>
          </Paragraph>
        ))}
        <Paragraph quiet>{kept}</Paragraph>
      </MailFrame>
    ),
    text: `${shopName}

${hello}
${arrived}

What you sent

${sent.map(({ label, value }) => `${label}: ${value}`).join('\n')}

${kept}

--
${reason}
Powered by Storehand
`,
  }
}
