// The mail with the link to a new password, for people on staff.
import type { MailViews } from '#domain/mails/mails.ts'
import { MailButton, MailFrame, Paragraph, type MailDraft } from './mail-frame.tsx'
import { hoursText, isPersonName } from './mail-text.ts'

const greeting = (name: string): string => (isPersonName(name) ? `Hello ${name},` : 'Hello,')

export function resetPasswordMail(mail: MailViews['reset-password']): MailDraft {
  const subject = 'Reset your Storehand password'
  const hello = greeting(mail.name)
  const request = 'someone asked for a new password for your Storehand account. Was it you?'
  const valid = `The link is valid for ${hoursText(mail.hoursValid)} and works once.`
  const unchanged = 'Your password is unchanged until you choose a new one.'
  const unasked = 'If you did not ask for this, ignore this email.'
  const reason =
    'You get this email because someone entered your address on the sign-in page of Storehand.'
  return {
    subject,
    page: (
      <MailFrame subject={subject} sender="Storehand" reason={reason}>
        <Paragraph>
          {hello}
          <br />
          {request}
        </Paragraph>
        <MailButton link={mail.link}>Choose a new password</MailButton>
        <Paragraph quiet>{valid}</Paragraph>
        <Paragraph quiet>
          {unchanged} {unasked}
        </Paragraph>
      </MailFrame>
    ),
    text: `Storehand

${hello}
${request}

Choose a new password:
${mail.link}

${valid}
${unchanged}
${unasked}

--
${reason}
`,
  }
}
