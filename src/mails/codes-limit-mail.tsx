// To owners: many codes that applicants asked for are not used, and from the limit on there are no more.
import type { SafeViews } from '#domain/mails/mails.ts'
import { numberText } from '#domain/texts/formats.ts'
import { t } from '#domain/texts/text.ts'
import type { MailDraft } from './mail-layout.tsx'
import { ownerMail } from './owner-mail.tsx'

export function codesLimitMail(mail: SafeViews['codes-limit']): MailDraft {
  const { organization, used, most, link } = mail
  return ownerMail({
    organization,
    subject: t('mails.codesLimit.subject', { organization }),
    paragraphs: [t('attention.limit.codes', { used: numberText(used), most: numberText(most) })],
    button: t('mails.retention.button'),
    link,
  })
}
