// The mail that tells people what happened to their data: no button, nothing but what they have to know.
import { headingOfPart, noticeParts } from '#domain/incidents/breaches.ts'
import type { MailViews } from '#domain/mails/mails.ts'
import { MailFrame, Paragraph, type MailDraft } from './mail-frame.tsx'
import { SUBJECT_MAX, cutAtWord } from './mail-text.ts'

const OPENING = 'Important: your data at '

export function breachNoticeMail(mail: MailViews['breach-notice']): MailDraft {
  const subject = OPENING + cutAtWord(mail.shopName, SUBJECT_MAX - OPENING.length)
  const greeting = 'Hello,'
  const opening = `you applied for a job at ${mail.shopName}, or were in touch with us. This concerns data about you.`
  const reason = `You get this email because ${mail.shopName} holds data about you and has to tell you what happened to it.`
  // A part nobody wrote is left out.
  const parts = noticeParts.flatMap((name) => {
    const text = mail[name].trim()
    return text ? [{ heading: headingOfPart(name), text }] : []
  })
  return {
    subject,
    page: (
      <MailFrame subject={subject} sender={mail.shopName} reason={reason}>
        <Paragraph>
          {greeting}
          <br />
          {opening}
        </Paragraph>
        {parts.map(({ heading, text }) => (
          <Paragraph key={heading}>
            <b style={{ fontWeight: 650 }}>{heading}</b>
            <br />
            <span style={{ whiteSpace: 'pre-line' }}>{text}</span>
          </Paragraph>
        ))}
      </MailFrame>
    ),
    text: `${mail.shopName}

${greeting}
${opening}

${parts.map(({ heading, text }) => `${heading}\n${text}`).join('\n\n')}

--
${reason}
`,
  }
}
