// To owners: a customer of their store requested their personal data, with the due date.
import type { SafeViews } from '#domain/mails/mails.ts'
import { dayText } from '#domain/texts/formats.ts'
import { t } from '#domain/texts/text.ts'
import type { MailDraft } from '../mail-layout.tsx'
import { ownerMail } from '../owner-mail.tsx'

export function dataRequestMail(mail: SafeViews['data-request']): MailDraft {
  const { organization, shop, dueOn, link } = mail
  const day = dayText(new Date(dueOn), 'UTC')
  return ownerMail({
    organization,
    subject: t('mails.dataRequest.subject', { day }),
    paragraphs: [
      t('mails.dataRequest.told', { shop }),
      t('mails.dataRequest.task', { day }),
      t('mails.dataRequest.why'),
    ],
    button: t('mails.dataRequest.button'),
    link,
  })
}
