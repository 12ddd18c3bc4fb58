// Notifies people of a change of their account that another person may have made.
import type { MailViews } from '#domain/mails/mails.ts'
import { momentText } from '#domain/texts/formats.ts'
import { t } from '#domain/texts/text.ts'
import { MailButton, MailFrame, Paragraph, type MailDraft } from './mail-frame.tsx'

type What = MailViews['security-notice']['what']

const words: () => Record<What, { subject: string; happened: string }> = () => ({
  'password-changed': {
    subject: t('mails.yourStorehandPasswordWas'),
    happened: t('mails.thePasswordOfYour'),
  },
  'email-changed': {
    subject: t('mails.yourStorehandAccountHas'),
    happened: t('mails.yourStorehandAccountWas'),
  },
  'factor-added': {
    subject: t('mails.aSecondFactorWas'),
    happened: t('mails.anAuthenticatorAppWas'),
  },
  'factor-removed': {
    subject: t('mails.theSecondFactorOf'),
    happened: t('mails.theAuthenticatorAppWas'),
  },
  'passkey-added': {
    subject: t('mails.aPasskeyWasAdded'),
    happened: t('mails.aPasskeyWasAddedTo'),
  },
  'passkey-removed': {
    subject: t('mails.aPasskeyOfYour'),
    happened: t('mails.aPasskeyWasRemoved'),
  },
  'provider-added': {
    subject: t('mails.yourAccountCanBe'),
    happened: t('mails.somebodySignedInTo'),
  },
  'claim-began': {
    subject: t('mails.confirmTheEmailAddress'),
    happened: t('mails.somebodyOpenedAMail'),
  },
  'account-claimed': {
    subject: t('mails.yourEmailAddressWas'),
    happened: t('mails.theEmailAddressOf'),
  },
  'address-asked-for': {
    subject: t('mails.yourEmailAddressWasEntered'),
    happened: t('mails.somebodyWantedToUse'),
  },
})

export function securityNoticeMail(mail: MailViews['security-notice']): MailDraft {
  const { subject, happened } = words()[mail.what]
  const when = momentText(new Date(mail.at), 'UTC')
  const told = t('mails.onWhenUtcHappened', { when, happened })
  const own = t('mails.wasItYouThen')
  const foreign =
    mail.what === 'email-changed'
      ? t('mails.wasItNotYou', { supportEmail: mail.supportEmail })
      : t('mails.wasItNotYouSet', { supportEmail: mail.supportEmail })
  const reason = t('mails.youGetThisEmailBecause')
  return {
    subject,
    page: (
      <MailFrame subject={subject} sender="Storehand" reason={reason}>
        <Paragraph>{told}</Paragraph>
        <Paragraph>
          {own} {foreign}
        </Paragraph>
        {mail.what !== 'email-changed' && (
          <MailButton link={mail.link}>{t('mails.openStorehand')}</MailButton>
        )}
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
