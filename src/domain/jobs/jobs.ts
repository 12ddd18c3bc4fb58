// Job posts: their fields and limits, and their wording in the public widget.
import { z } from 'zod'
import { WHOLE_MAX } from '../bounds.ts'
import { languages } from '../texts/locale.ts'
import { withoutIsolates } from '../texts/filled-in.ts'
import { t } from '../texts/text.ts'
import { linesOf, responsibilitiesOf } from './requirements.ts'
import {
  closesText,
  publicPay,
  publicPlace,
  type PublicPay,
  type PublicPlace,
} from './facts-in-words.ts'
import { jobFactFields, jobFactInputs, type PayPeriod } from './job-facts.ts'
import { JOB_SEARCH_MAX, jobSorts } from './job-sorts.ts'
import { tooLong, type FieldName } from '../too-long.ts'

export { noPlace, publicPay, publicPlace } from './facts-in-words.ts'
export type { JobSort } from './job-sorts.ts'
export { payPeriods, type PayPeriod } from './job-facts.ts'
export {
  noRequirements,
  RESPONSIBILITIES,
  responsibilitiesOf,
  shortRequirements,
} from './requirements.ts'

export const employmentTypes = ['full-time', 'part-time', 'contract', 'intern'] as const
export type EmploymentType = (typeof employmentTypes)[number]

export const experienceLevels = ['entry-level', 'mid-level', 'senior-level', 'executive'] as const
export type ExperienceLevel = (typeof experienceLevels)[number]

export const JOB_LIMITS = {
  title: 120,
  description: 4000,
  requirements: 4000,
  benefits: 4000,
  location: 120,
  salary_range: 120,
} as const

export const jobPost = z.object({
  id: z.string(),
  title: z.string(),
  description: z.string(),
  requirements: z.string(),
  benefits: z.string(),
  location: z.string().nullable(),
  employment_type: z.enum(employmentTypes),
  salary_range: z.string().nullable(),
  experience_level: z.enum(experienceLevels),
  is_active: z.boolean(),
  organization_id: z.string(),
  created_by: z.string().nullable(),
  created_at: z.string(),
  /** Incremented by each save: an edit names the revision that it began with. */
  revision: z.number(),
  /** The slug in its public address: made from its first title, and never changed. */
  slug: z.string(),
  /** The language of its original text; null: the shop's. */
  language: z.enum(languages).nullable(),
  ...jobFactFields,
  /** The end of its closing day in the shop's time zone; from then on it is closed. */
  closes_at: z.string().nullable(),
})
export type JobPost = z.output<typeof jobPost>

/** A row of the staff's table. */
const jobPostRow = jobPost.extend({ applicants_count: z.number() })
export type JobPostRow = z.output<typeof jobPostRow>

/** The columns that name a job post in a filter. */
export const jobTitle = jobPost.pick({ id: true, title: true, is_active: true })
export type JobTitle = z.output<typeof jobTitle>

const search = z
  .string()
  .trim()
  .max(JOB_SEARCH_MAX)
  .transform((text) => text || undefined)
  .optional()

/** The staff list's search and order on the wire: an invalid one is refused. */
export const jobQuery = z.object({ q: search, sort: z.enum(jobSorts).default('-created') })

export type JobFilter = z.infer<typeof jobQuery>

export const JOBS_PER_PAGE = 100

export const jobPage = z.object({
  jobs: z.array(jobPostRow),
  /** The number of results on all pages. */
  total: z.number(),
  /** Pass it back as `cursor` for the next page; null on the last. */
  next_cursor: z.string().nullable(),
})
export type JobPage = z.output<typeof jobPage>

const text = (field: keyof typeof JOB_LIMITS, label: FieldName) =>
  z.string().trim().max(JOB_LIMITS[field], tooLong(label, JOB_LIMITS[field]))

const optionalText = (field: keyof typeof JOB_LIMITS, label: FieldName) =>
  text(field, label)
    .nullish()
    .transform((text) => text || null)

/** An empty text means no value. */
const textOrNothing = (field: keyof typeof JOB_LIMITS, label: FieldName) =>
  text(field, label)
    .nullable()
    .transform((text) => text ?? '')

/** The texts of an ad, as typed. */
export const wordFields = {
  title: z
    .string({ error: () => t('job.titleRequired') })
    .trim()
    .min(1, { error: () => t('job.titleRequired') })
    .max(JOB_LIMITS.title, tooLong('title', JOB_LIMITS.title)),
  description: z
    .string({ error: () => t('job.descriptionRequired') })
    .trim()
    .min(1, { error: () => t('job.descriptionRequired') })
    .max(JOB_LIMITS.description, tooLong('description', JOB_LIMITS.description)),
  requirements: textOrNothing('requirements', 'requirements'),
  benefits: textOrNothing('benefits', 'benefits'),
}

const fields = {
  ...wordFields,
  location: optionalText('location', 'location'),
  salary_range: optionalText('salary_range', 'salaryRange'),
  /** Both words are in use (docs/specification.md §3.3): 'internship' is read as intern. */
  employment_type: z.preprocess(
    (value) => (value === 'internship' ? 'intern' : value),
    z.enum(employmentTypes),
  ),
  /** Likewise 'senior' is read as senior-level. */
  experience_level: z.preprocess(
    (value) => (value === 'senior' ? 'senior-level' : value),
    z.enum(experienceLevels),
  ),
  is_active: z.boolean(),
  language: z.enum(languages, { error: () => t('job.languageUnknown') }).nullable(),
  ...jobFactInputs,
}

export const jobDefaults = {
  requirements: '',
  benefits: '',
  employment_type: 'full-time',
  experience_level: 'mid-level',
  is_active: true,
} as const satisfies Partial<JobPost>

export const jobInput = z.object({
  ...fields,
  requirements: fields.requirements.default(jobDefaults.requirements),
  benefits: fields.benefits.default(jobDefaults.benefits),
  employment_type: fields.employment_type.default(jobDefaults.employment_type),
  experience_level: fields.experience_level.default(jobDefaults.experience_level),
  is_active: fields.is_active.default(jobDefaults.is_active),
  language: fields.language.optional(),
  // Absent values are null in the database.
  ...z.object(jobFactInputs).partial().shape,
})
export type JobInput = z.infer<typeof jobInput>

/** An edit contains only what changes. */
export const jobEditInput = z.object({
  ...z.object(fields).partial().shape,
  /** If given, the save is refused when the job was saved again since this revision. */
  revision: z.int().min(0).max(WHOLE_MAX).optional(),
})
export type JobEditInput = z.infer<typeof jobEditInput>

export const jobFieldLabel = (value: EmploymentType | ExperienceLevel): string =>
  t(`job.field.${value}`)

/** The title of a duplicate: different from the original, and never longer than a title may be. */
export function copyTitle(title: string): string {
  const most = JOB_LIMITS.title - t('job.copyTitle', { title: '' }).length
  return withoutIsolates(t('job.copyTitle', { title: title.slice(0, most).trimEnd() }))
}

export const placeKinds = ['place', 'several', 'remote'] as const
export type PlaceKind = (typeof placeKinds)[number]

/** What the text of a location means; null when nothing is given. */
export function placeKindOf(location: string): PlaceKind | null {
  const text = location.trim()
  if (text === '') return null
  if (/^remote\b/i.test(text)) return 'remote'
  return /[;/|]|\b(?:and|or)\b/i.test(text) ? 'several' : 'place'
}

/** '£12 to £14 per hour', as it is stored. A currency sign before the lower amount counts for both. */
export function payRange(lowest: string, highest: string, per: PayPeriod): string {
  const [from, to] = [lowest.trim(), highest.trim()]
  if (from === '' && to === '') return ''
  const sign = /^\p{Sc}/u.exec(from)?.[0] ?? ''
  const signed = sign && /^\d/.test(to) ? sign + to : to
  if (from === '') return t(`job.payPer.${per}`, { pay: t('job.payUpTo', { highest: signed }) })
  const pay = signed === '' ? from : t('job.payRange', { lowest: from, highest: signed })
  return t(`job.payPer.${per}`, { pay })
}

/** The note at texts that nobody has read since a machine translated them; null when no page shows the original. */
export type ByMachine = { originalHref: string | null }

/** A job as an applicant sees it. */
export type JobView = {
  id: string
  title: string
  description: string
  location: string
  type: string
  /** The few on the card. */
  responsibilities: string[]
  /** All of them, unchanged. */
  requirements: string[]
  benefits: string[]
  level: string
  pay: string | null
  /** The closing day in words. */
  closes: string | null
  /** Its own page; null when the job cannot be opened. */
  href: string | null
  /** The language of its texts, when the page is in another. */
  lang: string | null
  byMachine: ByMachine | null
}

/** Without its links. */
export function jobView(
  job: Pick<
    JobPost,
    | 'id'
    | 'title'
    | 'description'
    | 'employment_type'
    | 'requirements'
    | 'benefits'
    | 'experience_level'
    | 'closes_on'
  > &
    PublicPay &
    PublicPlace &
    Partial<Pick<JobView, 'lang'>>,
): JobView {
  return {
    id: job.id,
    title: job.title,
    description: job.description,
    location: publicPlace(job),
    type: jobFieldLabel(job.employment_type),
    responsibilities: responsibilitiesOf(job.requirements),
    requirements: linesOf(job.requirements),
    benefits: linesOf(job.benefits),
    level: jobFieldLabel(job.experience_level),
    pay: publicPay(job),
    closes: closesText(job),
    href: null,
    lang: job.lang ?? null,
    byMachine: null,
  }
}

/** Letters and digits of a title without its accents, joined by dashes; 'job' when none is left. */
export function jobSlugOf(plainTitle: string): string {
  const words = plainTitle
    .toLowerCase()
    // "Driver's" is one word.
    .replace(/['‘’]/g, '')
    .replace(/(?:[^\p{L}\p{Mn}\p{Mc}\p{N}]|\p{VS})+/gu, '-')
  return Array.from(words).slice(0, 60).join('').replace(/^-|-$/g, '') || 'job'
}
