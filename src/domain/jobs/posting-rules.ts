// What search engines require of a JobPosting, as published:
// https://developers.google.com/search/docs/appearance/structured-data/job-posting (read 2026-11-23). With each
// property the job's field that it comes from, so that the editor can name what is missing.
import { placeFields, placesOf, type JobFacts } from './job-facts.ts'
import type { JobPost } from './jobs.ts'

export type PostingNeed = 'required' | 'recommended'
/** `place`: at a place of work; `remote`: without one. */
type PostingKind = 'any' | 'place' | 'remote'

export type PostingRule = {
  /** Its path in the JSON-LD. */
  readonly path: string
  readonly need: PostingNeed
  readonly kind: PostingKind
  /** Null where every job has it. */
  readonly field: keyof JobFacts | null
}

const rule = (
  path: string,
  need: PostingNeed,
  field: keyof JobFacts | null = null,
  kind: PostingKind = 'any',
): PostingRule => ({ path, need, kind, field })

const postingRules: readonly PostingRule[] = [
  rule('title', 'required'),
  rule('description', 'required'),
  rule('datePosted', 'required'),
  rule('hiringOrganization.name', 'required'),
  rule('jobLocation.address.addressCountry', 'required', 'country', 'place'),
  rule('applicantLocationRequirements', 'required', 'remote_countries', 'remote'),
  rule('jobLocationType', 'required', null, 'remote'),
  rule('jobLocation.address.addressLocality', 'recommended', 'town', 'place'),
  rule('jobLocation.address.addressRegion', 'recommended', 'region', 'place'),
  rule('jobLocation.address.postalCode', 'recommended', 'postcode', 'place'),
  rule('jobLocation.address.streetAddress', 'recommended', 'street', 'place'),
  rule('baseSalary', 'recommended', 'salary_from'),
  rule('validThrough', 'recommended', 'closes_on'),
  rule('employmentType', 'recommended'),
  rule('identifier', 'recommended'),
  rule('directApply', 'recommended'),
]

export const rulesFor = ({ is_remote }: Pick<JobFacts, 'is_remote'>): PostingRule[] =>
  postingRules.filter(({ kind }) => kind === 'any' || (kind === 'remote') === is_remote)

const isPlaceField = (field: keyof JobFacts): field is (typeof placeFields)[number] =>
  placeFields.some((one) => one === field)

const isGiven = (job: JobFacts, field: keyof JobFacts): boolean => {
  if (field === 'salary_from') {
    const hasFigure = job.salary_from !== null || job.salary_to !== null
    return hasFigure && job.salary_currency !== null && job.salary_period !== null
  }
  // Each place needs it.
  if (isPlaceField(field)) {
    const places = placesOf(job)
    return places.length > 0 && places.every((place) => place[field] !== null)
  }
  const value = job[field]
  return Array.isArray(value) ? value.length > 0 : value !== null
}

/** The missing fields, first those without which a search engine does not list the job at all. */
export function missingFields(job: JobFacts): { field: keyof JobFacts; need: PostingNeed }[] {
  return rulesFor(job).flatMap(({ field, need }) =>
    field && !isGiven(job, field) ? [{ field, need }] : [],
  )
}

/** Whether the job's page has JSON-LD: only with all required fields, and not for an unlisted job. */
export const isPostable = (job: JobFacts): boolean =>
  !job.is_unlisted && missingFields(job).every(({ need }) => need !== 'required')

/** schema.org's values for employment types. */
export const postingTypes: Readonly<Record<JobPost['employment_type'], string>> = {
  'full-time': 'FULL_TIME',
  'part-time': 'PART_TIME',
  contract: 'CONTRACTOR',
  intern: 'INTERN',
}
