// The mail that proves an applicant's address: a code to type or a link to open.
import type { MailViews } from '#domain/mails/mails.ts'
import { spacedCode } from '#domain/verification/verification.ts'
import { CodeTag, MailButton, MailFrame, Paragraph, type MailDraft } from './mail-frame.tsx'
import { SUBJECT_MAX, cutAtWord, hoursText } from './mail-text.ts'

export function verificationMail(mail: MailViews['verification']): MailDraft {
  const code = spacedCode(mail.code)
  const opening = `Your code is ${code}: apply for `
  const subject = opening + cutAtWord(mail.jobTitle, SUBJECT_MAX - opening.length)
  const valid = `Code and link are valid for ${hoursText(mail.hoursValid)}.`
  const unasked = 'If you did not ask for this, ignore it. We have not stored anything.'
  const reason = `You get this email because someone entered your address on the careers page of ${mail.shopName}.`
  return {
    subject,
    page: (
      <MailFrame subject={subject} sender={mail.shopName} reason={reason} poweredBy>
        <Paragraph>
          Hello,
          <br />
          Here is the code for your application for{' '}
          <b style={{ fontWeight: 650 }}>{mail.jobTitle}</b>. Type it into the page you have open.
        </Paragraph>
        <CodeTag code={code} />
        <Paragraph>Or open this link on any device:</Paragraph>
        <MailButton link={mail.link}>Verify my email</MailButton>
        <Paragraph quiet>{valid}</Paragraph>
        <Paragraph quiet>{unasked}</Paragraph>
      </MailFrame>
    ),
    text: `${mail.shopName}

Hello,
Here is the code for your application for ${mail.jobTitle}. Type it into the page you have open:

    ${code}

Or open this link on any device:
${mail.link}

${valid}
${unasked}

--
${reason}
Powered by Storehand
`,
  }
}
