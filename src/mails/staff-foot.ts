// The footer of every mail to staff: how to unsubscribe, and where to choose notifications.
import type { StaffMail } from '#domain/mails/mails.ts'
import { numberText } from '#domain/texts/formats.ts'
import { t } from '#domain/texts/text.ts'
import type { FootLink } from './mail-layout.tsx'

export const footLinks = ({ unsubscribeLink, settingsLink }: StaffMail): FootLink[] => [
  { label: t('mails.foot.stop'), link: unsubscribeLink },
  { label: t('mails.foot.choose'), link: settingsLink },
]

export const footText = (mail: StaffMail): string =>
  footLinks(mail)
    .map(({ label, link }) => `${label}: ${link}`)
    .join('\n')

export const andMore = (more: number): string => t('mails.andMore', { more: numberText(more) })
