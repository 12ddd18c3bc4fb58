// The digest to owners: which applications are erased soon, and the confirmation that is needed before too many are erased at once.
import type { SafeViews } from '#domain/mails/mails.ts'
import { dayText } from '#domain/texts/formats.ts'
import { t } from '#domain/texts/text.ts'
import type { MailDraft } from './mail-layout.tsx'
import { ownerMail } from './owner-mail.tsx'

export function retentionMail(mail: SafeViews['retention']): MailDraft {
  const { organization, due, total, soon, firstOn, isStopped, goesOn, link } = mail
  const first = firstOn === null ? '' : dayText(new Date(firstOn), 'UTC')
  const question = isStopped ? t('mails.retention.question', { due, total }) : ''
  const without = goesOn ? t('retention.goesOn', { date: dayText(new Date(goesOn), 'UTC') }) : ''
  const coming = soon > 0 ? t('mails.retention.soon', { soon, first }) : ''
  return ownerMail({
    organization,
    subject: isStopped
      ? t('mails.retention.subjectConfirm', { due })
      : t('mails.retention.subject', { soon, first }),
    paragraphs: [question, without, coming, t('mails.retention.why')].filter(Boolean),
    button: isStopped ? t('mails.retention.buttonConfirm') : t('mails.retention.button'),
    link,
  })
}
