// The mail with a code, and mostly a link, for people with an account: one frame, six purposes.
import type { MailViews } from '#domain/mails/mails.ts'
import { spacedCode } from '#domain/verification/verification.ts'
import { CodeTag, MailButton, MailFrame, Paragraph, type MailDraft } from './mail-frame.tsx'
import { hoursText } from './mail-text.ts'

type Purpose = MailViews['account-code']['purpose']

const words: Record<
  Purpose,
  { subject: string; request: string; button: string; unasked: string }
> = {
  signup: {
    subject: 'confirm your Storehand account',
    request: 'someone signed up at Storehand with this address. Was it you? Type this code:',
    button: 'Confirm my email',
    unasked: 'If you did not sign up, ignore this email and do not open the link.',
  },
  magiclink: {
    subject: 'sign in to Storehand',
    request: 'here is the code to sign in to Storehand:',
    button: 'Sign in',
    unasked: 'If you did not ask for this, ignore this email. Nobody has been signed in.',
  },
  recovery: {
    subject: 'get back into Storehand',
    request: 'someone asked to get back into your Storehand account. Was it you? Type this code:',
    button: 'Get back in',
    unasked: 'If you did not ask for this, ignore this email. Your password has not changed.',
  },
  reauthentication: {
    subject: 'confirm a change at Storehand',
    request: 'here is the code to confirm a change of your Storehand account:',
    button: '',
    unasked:
      'You are not changing anything? Then someone else is signed in as you: sign out everywhere.',
  },
  email_change: {
    subject: 'confirm your new address at Storehand',
    request:
      'someone wants to use this address for their Storehand account. Was it you? Type this code:',
    button: 'Confirm the new address',
    unasked: 'If you did not ask for this, ignore this email. Nothing will change.',
  },
  invite: {
    subject: 'your account at Storehand',
    request:
      'you are invited to Storehand, and an account waits for you. Type this code to open it:',
    button: 'Open my account',
    unasked:
      'If you were not expecting this, ignore this email. Nobody can open the account without it.',
  },
}

export function accountCodeMail(mail: MailViews['account-code']): MailDraft {
  const { subject: topic, request, button, unasked } = words[mail.purpose]
  const code = spacedCode(mail.code)
  const subject = `Your code is ${code}: ${topic}`
  const what = mail.link ? 'Code and link are' : 'The code is'
  const valid = `${what} valid for ${hoursText(mail.hoursValid)} and ${mail.link ? 'work' : 'works'} once.`
  const reason = 'You get this email because someone entered your address at Storehand.'
  return {
    subject,
    page: (
      <MailFrame subject={subject} sender="Storehand" reason={reason}>
        <Paragraph>
          Hello,
          <br />
          {request}
        </Paragraph>
        <CodeTag code={code} />
        {mail.link && (
          <>
            <Paragraph>Or open this link:</Paragraph>
            <MailButton link={mail.link}>{button}</MailButton>
          </>
        )}
        <Paragraph quiet>{valid}</Paragraph>
        <Paragraph quiet>{unasked}</Paragraph>
      </MailFrame>
    ),
    text: `Storehand

Hello,
${request}

    ${code}
${mail.link ? `\nOr open this link:\n${mail.link}\n` : ''}
${valid}
${unasked}

--
${reason}
`,
  }
}
