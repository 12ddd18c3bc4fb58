// A job post while it is being typed: every field as text, and its conversion for the server.
import {
  copyTitle,
  JOB_LIMITS,
  jobDefaults,
  jobFieldLabel,
  type EmploymentType,
  type ExperienceLevel,
  type JobEditInput,
  type JobInput,
  type JobPost,
} from '#domain/jobs/jobs.ts'
import { addressText } from '#domain/jobs/facts-in-words.ts'
import { emptyFacts, factsDraftOf, sentFacts, type FactsDraft } from './facts-draft.ts'
import { languageName } from '#domain/texts/languages.ts'
import type { Language } from '#domain/texts/locale.ts'
import { t } from '#domain/texts/text.ts'

export type JobDraft = {
  title: string
  location: string
  salary_range: string
  description: string
  requirements: string
  benefits: string
  employment_type: EmploymentType
  experience_level: ExperienceLevel
  is_active: boolean
  /** Empty: the shop's language. */
  language: Language | ''
} & FactsDraft

export const emptyDraft: JobDraft = {
  title: '',
  location: '',
  salary_range: '',
  description: '',
  ...jobDefaults,
  language: '',
  ...emptyFacts,
}

export const draftOf = (job: JobPost): JobDraft => ({
  title: job.title,
  location: job.location ?? '',
  salary_range: job.salary_range ?? '',
  description: job.description,
  requirements: job.requirements,
  benefits: job.benefits,
  employment_type: job.employment_type,
  experience_level: job.experience_level,
  is_active: job.is_active,
  language: job.language ?? '',
  ...factsDraftOf(job),
})

/** A duplicate has another title, and is inactive until a person has read it. */
export const copyOf = (job: JobPost): JobDraft => ({
  ...draftOf(job),
  title: copyTitle(job.title),
  is_active: false,
  // The original's closing day may be over.
  closes_on: '',
})

export const inputOf = (draft: JobDraft): JobInput => ({
  ...draft,
  ...sentFacts(draft),
  title: draft.title.trim(),
  description: draft.description.trim(),
  location: draft.location.trim() || null,
  salary_range: draft.salary_range.trim() || null,
  language: draft.language || null,
})

/** Only changed fields are sent: a colleague's change to another field survives. */
export function changesOf(draft: JobDraft, job: JobPost): JobEditInput {
  const before: Record<string, unknown> = inputOf(draftOf(job))
  return Object.fromEntries(
    Object.entries(inputOf(draft)).filter(
      ([field, value]) => JSON.stringify(before[field]) !== JSON.stringify(value),
    ),
  )
}

export const isSame = (one: JobDraft, other: JobDraft): boolean =>
  fields.every((field) => isAlike(one[field], other[field]))

type Value = JobDraft[keyof JobDraft]
/** An array from the server is another object after each read. */
const isAlike = (one: Value, other: Value): boolean =>
  one === other || (typeof one === 'object' && JSON.stringify(one) === JSON.stringify(other))

const fields = Object.keys(emptyDraft) as (keyof JobDraft)[]

export const fieldLabel = (field: keyof JobDraft): string => t(`job.field.${field}`)

/** The other person's value of a field that both have changed. */
export type Clash = { field: keyof JobDraft; theirs: string; take: (draft: JobDraft) => JobDraft }

const inWords = (draft: JobDraft, field: keyof JobDraft): string => {
  if (field === 'employment_type' || field === 'experience_level')
    return jobFieldLabel(draft[field])
  if (field === 'language')
    return draft.language ? languageName(draft.language) : t('job.languageOfShop')
  if (field === 'is_active') return draft.is_active ? t('job.active') : t('job.inactive')
  const value = draft[field]
  if (typeof value === 'boolean') return value ? t('answer.yes') : t('answer.no')
  return typeof value === 'string' ? value : value.map(addressText).join('\n')
}

/** A draft based on `base`, after another person has saved `theirs`: takes over the fields that only they changed. */
export function rebase(
  draft: JobDraft,
  base: JobPost,
  theirs: JobPost,
): { draft: JobDraft; taken: string[]; clashes: Clash[] } {
  const [before, after] = [draftOf(base), draftOf(theirs)]
  let merged = draft
  const taken: string[] = []
  const clashes: Clash[] = []
  for (const field of fields) {
    if (isAlike(after[field], before[field]) || isAlike(after[field], draft[field])) continue
    const take = (into: JobDraft): JobDraft => ({ ...into, [field]: after[field] })
    if (isAlike(draft[field], before[field])) {
      merged = take(merged)
      taken.push(fieldLabel(field))
    } else {
      clashes.push({ field, theirs: inWords(after, field), take })
    }
  }
  return { draft: merged, taken, clashes }
}

/** Everything that was typed, to be copied. */
export const asText = (draft: JobDraft): string =>
  fields
    .filter((field) => typeof draft[field] !== 'boolean' && inWords(draft, field).trim() !== '')
    .map((field) => `${fieldLabel(field)}\n${inWords(draft, field)}`)
    .join('\n\n')

/** What a post cannot do without, as the error of each field that is empty. */
export const missingOf = (draft: JobDraft): { title?: string; description?: string } => ({
  ...(draft.title.trim() === '' && { title: t('job.titleRequired') }),
  ...(draft.description.trim() === '' && { description: t('job.descriptionRequired') }),
})

export const linesOf = (text: string): number =>
  text.split('\n').filter((line) => line.trim() !== '').length

export const limitOf = (field: keyof typeof JOB_LIMITS): number => JOB_LIMITS[field]
