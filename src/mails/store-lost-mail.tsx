// To owners: their store removed the app or ended the connection, what stops, and the way back.
import type { SafeViews } from '#domain/mails/mails.ts'
import { t } from '#domain/texts/text.ts'
import type { MailDraft } from './mail-layout.tsx'
import { ownerMail } from './owner-mail.tsx'

export function storeLostMail(mail: SafeViews['store-lost']): MailDraft {
  const { organization, shop, isUninstalled, link } = mail
  return ownerMail({
    organization,
    subject: t('mails.storeLost.subject', { shop }),
    paragraphs: [
      isUninstalled ? t('store.uninstalled') : t('store.unauthorized'),
      t('mails.storeLost.stops'),
    ],
    button: t('store.connectAgain'),
    link,
  })
}
