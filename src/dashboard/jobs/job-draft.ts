// A job post while it is being typed: every field a text, and what the server is sent in the end.
import {
  JOB_LIMITS,
  jobDefaults,
  type EmploymentType,
  type ExperienceLevel,
  type JobEditInput,
  type JobInput,
  type JobPost,
} from '#domain/jobs.ts'

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
}

export const emptyDraft: JobDraft = {
  title: '',
  location: '',
  salary_range: '',
  description: '',
  ...jobDefaults,
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
})

export const inputOf = (draft: JobDraft): JobInput => ({
  ...draft,
  title: draft.title.trim(),
  description: draft.description.trim(),
  location: draft.location.trim() || null,
  salary_range: draft.salary_range.trim() || null,
})

/** Only what differs travels: a colleague's change to another field survives. */
export function changesOf(draft: JobDraft, job: JobPost): JobEditInput {
  const before: Record<string, unknown> = inputOf(draftOf(job))
  return Object.fromEntries(
    Object.entries(inputOf(draft)).filter(([field, value]) => before[field] !== value),
  )
}

export const isComplete = (draft: JobDraft): boolean =>
  draft.title.trim() !== '' && draft.description.trim() !== ''

export const linesOf = (text: string): number =>
  text.split('\n').filter((line) => line.trim() !== '').length

export const limitOf = (field: keyof typeof JOB_LIMITS): number => JOB_LIMITS[field]
