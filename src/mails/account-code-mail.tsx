// The mail with a code, and mostly a link, for people with an account: one frame, six purposes.
import type { MailViews } from '#domain/mails/mails.ts'
import { spacedCode } from '#domain/verification/verification.ts'
import { rich, t } from '#domain/texts/text.ts'
import { CodeTag, MailButton, MailFrame, Paragraph, type MailDraft } from './mail-frame.tsx'

type Purpose = MailViews['account-code']['purpose']

const words = (): Record<
  Purpose,
  { subject: string; request: string; button: string; unasked: string }
> => ({
  signup: {
    subject: t('mails.confirmYourStorehandAccount'),
    request: t('mails.someoneSignedUpAt'),
    button: t('mails.confirmMyEmail'),
    unasked: t('mails.ifYouDidNot'),
  },
  magiclink: {
    subject: t('mails.signInToStorehand'),
    request: t('mails.hereIsTheCode'),
    button: t('mails.signIn'),
    unasked: t('mails.ifYouDidNotAsk'),
  },
  recovery: {
    subject: t('mails.getBackIntoStorehand'),
    request: t('mails.someoneAskedToGet'),
    button: t('mails.getBackIn'),
    unasked: t('mails.ifYouDidNotAskFor'),
  },
  reauthentication: {
    subject: t('mails.confirmAChangeAt'),
    request: t('mails.hereIsTheCodeTo'),
    button: '',
    unasked: t('mails.youAreNotChanging'),
  },
  email_change: {
    subject: t('mails.confirmYourNewAddress'),
    request: t('mails.someoneWantsToUse'),
    button: t('mails.confirmTheNewAddress'),
    unasked: t('mails.ifYouDidNotAskForThis'),
  },
  invite: {
    subject: t('mails.yourAccountAtStorehand'),
    request: t('mails.youAreInvitedTo'),
    button: t('mails.openMyAccount'),
    unasked: t('mails.ifYouWereNot'),
  },
})

export function accountCodeMail(mail: MailViews['account-code']): MailDraft {
  const { subject: topic, request, button, unasked } = words()[mail.purpose]
  const code = spacedCode(mail.code)
  const subject = t('mails.yourCodeIs', { code, what: topic })
  const valid = t(mail.link ? 'mails.codeAndLinkOnce' : 'mails.codeOnce', {
    hours: mail.hoursValid,
  })
  const reason = t('mails.youGetThisEmail')
  return {
    subject,
    page: (
      <MailFrame subject={subject} sender="Storehand" reason={reason}>
        <Paragraph>{rich('mails.helloRequest', { br: () => <br key="br" />, request })}</Paragraph>
        <CodeTag code={code} />
        {mail.link && (
          <>
            <Paragraph>{t('mails.orOpenThisLink')}</Paragraph>
            <MailButton link={mail.link}>{button}</MailButton>
          </>
        )}
        <Paragraph quiet>{valid}</Paragraph>
        <Paragraph quiet>{unasked}</Paragraph>
      </MailFrame>
    ),
    text: `Storehand

${rich('mails.helloRequest', { br: () => '\n', request }).join('')}

    ${code}
${mail.link ? `\n${t('mails.orOpenThisLink')}\n${mail.link}\n` : ''}
${valid}
${unasked}

--
${reason}
`,
  }
}
