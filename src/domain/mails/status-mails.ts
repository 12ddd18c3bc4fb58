// Mails about the status and messages of staff: the text with the values of one person filled in.
import type { Applicant } from '../applicants/applicant-profile.ts'
import { listText } from '../texts/formats.ts'
import { storedLanguage } from '../texts/languages.ts'
import { inLocale } from '../texts/locale.ts'
import { fillText, type TemplateText } from './mail-templates.ts'
import type { MailViews } from './mails.ts'

export type Letterhead = {
  shopName: string
  /** The shop's language. */
  language: string | null
  /** Read within the locale of the recipient: the built-in texts exist in all languages. */
  text: () => TemplateText
  /** The shop's own text, which is in its language, and so is the job's title in it; null for the built-in one. */
  own: TemplateText | null
}

/** What the mail calls the job. */
export const titleIn = (
  { own }: Letterhead,
  { role_title }: Pick<Applicant, 'role_title'>,
  reader: { title: string } | undefined,
): string => (own || !reader ? role_title : reader.title)

/** The mail to one person about one or several jobs. */
export function writeMail(
  letterhead: Letterhead,
  person: Pick<Applicant, 'first_name' | 'last_name' | 'language'>,
  jobTitles: readonly string[],
): MailViews['status-update'] {
  const { shopName } = letterhead
  return inLocale(storedLanguage(person.language, letterhead.language), () => {
    const jobTitle = listText(jobTitles)
    const text = letterhead.text()
    const values = {
      first_name: person.first_name,
      last_name: person.last_name,
      job_title: jobTitle,
      organization: shopName,
    }
    return {
      shopName,
      jobTitle,
      subject: fillText(text.subject, values),
      body: fillText(text.body, values),
    }
  })
}
