// To owners: requests about personal data that must be answered soon, or should have been.
import type { SafeViews } from '#domain/mails/mails.ts'
import { dayText } from '#domain/texts/formats.ts'
import { t } from '#domain/texts/text.ts'
import type { MailDraft } from '../mail-layout.tsx'
import { ownerMail } from '../owner-mail.tsx'

/** Without the applicant's name: the page after sign-in shows it. */
export function rightsReminderMail(mail: SafeViews['rights-reminder']): MailDraft {
  const { organization, count, dueOn, link } = mail
  const day = dayText(new Date(dueOn), 'UTC')
  return ownerMail({
    organization,
    subject: t('mails.rightsReminder.subject', { count, day }),
    paragraphs: [t('mails.rightsReminder.told', { count, day }), t('mails.rightsReminder.task')],
    button: t('mails.rightsReminder.button'),
    link,
  })
}
