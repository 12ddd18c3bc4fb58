// Texts of the applicant's own page: the shop's words for each status, and whether it shows that staff have opened the
// application.
import { z } from 'zod'
import { applicantStatuses, type ApplicantStatus } from '../applicants/applicants.ts'
import { shapeOf } from '../contract.ts'
import { t } from '../texts/text.ts'
import { tooLong } from '../too-long.ts'

export const STATUS_WORDS_MAX = 80

/** The shop's own words; a status without any uses those of the product. */
export type StatusWords = Partial<Record<ApplicantStatus, string>>

/** Kind, and vague when the page must not reveal a decision. */
export const defaultStatusWords = (status: ApplicantStatus): string => t(`statusWords.${status}`)

export const statusText = (status: ApplicantStatus, own: StatusWords): string =>
  own[status] ?? defaultStatusWords(status)

const words = z
  .string()
  .transform((text) => text.replace(/\s+/g, ' ').trim())
  .pipe(z.string().max(STATUS_WORDS_MAX, tooLong('statusWords', STATUS_WORDS_MAX)))

export const pageSettingsInput = z.strictObject({
  shows_opened: z.boolean().optional(),
  /** Empty words restore those of the product. */
  words: z.strictObject(shapeOf(applicantStatuses, words)).partial().optional(),
})
export type PageSettingsInput = z.output<typeof pageSettingsInput>

export const pageSettingsView = z.object({
  shows_opened: z.boolean(),
  words: z.object(
    shapeOf(applicantStatuses, z.object({ text: z.string(), is_default: z.boolean() })),
  ),
})
export type PageSettingsView = z.output<typeof pageSettingsView>
