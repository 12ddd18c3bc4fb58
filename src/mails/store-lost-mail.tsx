// To owners: their store removed the app or ended the connection, what stops, and the way back.
import type { SafeViews } from '#domain/mails/mails.ts'
import { t } from '#domain/texts/text.ts'
import type { MailDraft } from './mail-layout.tsx'
import { ownerMail } from './owner-mail.tsx'

/** What happened, what stops by it, and what stays. */
const paragraphsOf = (mail: SafeViews['store-lost']): string[] => {
  if (mail.isTakenOut) return [t('mails.storeLost.takenOut')]
  if (mail.isOnlyOfShop) {
    const closed = [t('store.uninstalled'), t('mails.storeLost.closed')]
    return mail.canSignIn ? [...closed, t('mails.storeLost.keep')] : closed
  }
  return mail.isUninstalled
    ? [t('store.uninstalled'), t('mails.storeLost.stops'), t('mails.storeLost.stays')]
    : [t('store.unauthorized'), t('mails.storeLost.stops')]
}

export function storeLostMail(mail: SafeViews['store-lost']): MailDraft {
  const { organization, shop, isOnlyOfShop, canSignIn, isTakenOut, link } = mail
  return ownerMail({
    organization,
    subject: t('mails.storeLost.subject', { shop }),
    paragraphs: paragraphsOf(mail),
    button: t(
      isTakenOut
        ? 'mails.retention.button'
        : isOnlyOfShop && canSignIn
          ? 'mails.storeLost.choose'
          : 'store.connectAgain',
    ),
    link,
  })
}
