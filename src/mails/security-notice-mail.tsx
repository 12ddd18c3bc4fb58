// The mail that tells people of a change of their account that somebody else may have made.
import type { MailViews } from '#domain/mails/mails.ts'
import { momentText } from '#domain/texts/formats.ts'
import { MailButton, MailFrame, Paragraph, type MailDraft } from './mail-frame.tsx'

type What = MailViews['security-notice']['what']

const words: Record<What, { subject: string; happened: string }> = {
  'password-changed': {
    subject: 'Your Storehand password was changed',
    happened: 'the password of your Storehand account was changed',
  },
  'email-changed': {
    subject: 'Your Storehand account has another address',
    happened:
      'your Storehand account was moved to another email address. This one opens it no longer',
  },
  'factor-added': {
    subject: 'A second factor was added to your account',
    happened: 'an authenticator app was added to your Storehand account',
  },
  'factor-removed': {
    subject: 'The second factor of your account was removed',
    happened: 'the authenticator app was removed from your Storehand account',
  },
  'passkey-added': {
    subject: 'A passkey was added to your account',
    happened: 'a passkey was added to your Storehand account. Whoever has the device can sign in',
  },
  'passkey-removed': {
    subject: 'A passkey of your account was removed',
    happened: 'a passkey was removed from your Storehand account',
  },
  'provider-added': {
    subject: 'Your account can be opened by another sign-in service',
    happened:
      'somebody signed in to your Storehand account by another sign-in service that knows your email address. It opens your account from now on',
  },
  'claim-began': {
    subject: 'Confirm the email address of your account',
    happened:
      'somebody opened a mail of this address to get into its Storehand account, without the second factor. If the second factor is yours, sign in with it and confirm your email address within seven days. After that the mails of this address are enough to take the account over',
  },
  'account-claimed': {
    subject: 'Your email address was confirmed',
    happened:
      'the email address of your Storehand account was confirmed for the first time. The password and whatever else had opened the account before were removed. If you have no password now, choose "Forgot password?" to set one',
  },
  'address-asked-for': {
    subject: 'Your email address was entered for another account',
    happened:
      'somebody wanted to use your email address for another Storehand account. You have an account with it already, and nothing was changed',
  },
}

export function securityNoticeMail(mail: MailViews['security-notice']): MailDraft {
  const { subject, happened } = words[mail.what]
  const when = momentText(new Date(mail.at), 'UTC')
  const told = `On ${when} (UTC), ${happened}.`
  const own = 'Was it you? Then there is nothing to do.'
  const foreign =
    mail.what === 'email-changed'
      ? `Was it not you? Write to ${mail.supportEmail} at once.`
      : `Was it not you? Set a new password at once, and write to ${mail.supportEmail} if that is not possible.`
  const reason = 'You get this email because it is about the safety of your account at Storehand.'
  return {
    subject,
    page: (
      <MailFrame subject={subject} sender="Storehand" reason={reason}>
        <Paragraph>{told}</Paragraph>
        <Paragraph>
          {own} {foreign}
        </Paragraph>
        {mail.what !== 'email-changed' && <MailButton link={mail.link}>Open Storehand</MailButton>}
      </MailFrame>
    ),
    text: `Storehand

${told}

${own}
${foreign}
${mail.what === 'email-changed' ? '' : `\n${mail.link}\n`}
--
${reason}
`,
  }
}
