// To owners: their store removed the app or ended the connection, what stops, and the way back.
import type { SafeViews } from '#domain/mails/mails.ts'
import { t } from '#domain/texts/text.ts'
import type { MailDraft } from './mail-layout.tsx'
import { ownerMail } from './owner-mail.tsx'

export function storeLostMail(mail: SafeViews['store-lost']): MailDraft {
  const { organization, shop, isUninstalled, isOnlyOfShop, link } = mail
  return ownerMail({
    organization,
    subject: t('mails.storeLost.subject', { shop }),
    paragraphs: isOnlyOfShop
      ? [t('store.uninstalled'), t('mails.storeLost.closed'), t('mails.storeLost.keep')]
      : isUninstalled
        ? [t('store.uninstalled'), t('mails.storeLost.stops'), t('mails.storeLost.stays')]
        : [t('store.unauthorized'), t('mails.storeLost.stops')],
    button: t(isOnlyOfShop ? 'mails.storeLost.choose' : 'store.connectAgain'),
    link,
  })
}
