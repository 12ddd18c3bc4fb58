// Applicants: one application of one person to one job post, its statuses and the moves between them.
import { z } from 'zod'
import { emailAddress, PERSON_NAME_MAX } from '../accounts/accounts.ts'
import type { KeptCustomer } from '../store/customers.ts'
import type { CvCheck } from '../cvs/cvs.ts'
import { t } from '../texts/text.ts'
import type { ApplicantNote } from './notes.ts'
import { tagFilter, tagKey } from './tags.ts'
import type { TimelineEntry } from './timeline.ts'
import { tooLong } from '../too-long.ts'

export const applicantStatuses = [
  'applied',
  'reviewing',
  'interviewed',
  'hired',
  'rejected',
] as const
export type ApplicantStatus = (typeof applicantStatuses)[number]

/** The moves offered on a row. Rejecting is apart: it is possible from every other status. */
export const moves: Readonly<Record<ApplicantStatus, readonly ApplicantStatus[]>> = {
  applied: ['reviewing'],
  reviewing: ['applied', 'interviewed'],
  interviewed: ['reviewing', 'hired'],
  hired: ['interviewed'],
  rejected: ['applied', 'reviewing'],
}

export function canMove(from: ApplicantStatus, to: ApplicantStatus): boolean {
  if (to === 'rejected') return from !== 'rejected'
  return moves[from].includes(to)
}

/** The first move on the shortest way from one status to another; rejecting is no part of it. */
export function firstStep(from: ApplicantStatus, to: ApplicantStatus): ApplicantStatus | undefined {
  let ways = moves[from].map((step) => ({ step, at: step }))
  const seen = new Set<ApplicantStatus>([from])
  while (ways.length > 0) {
    const arrived = ways.find(({ at }) => at === to)
    if (arrived) return arrived.step
    for (const { at } of ways) seen.add(at)
    ways = ways.flatMap(({ step, at }) =>
      moves[at].filter((next) => !seen.has(next)).map((next) => ({ step, at: next })),
    )
  }
  return undefined
}

/** How long after a change it can be taken back. */
export const UNDO_SECONDS = 600

/** A change of status as the rule for taking it back sees it. */
export type MadeChange = {
  id: string
  from_status: ApplicantStatus | null
  to_status: ApplicantStatus
  /** The change that this one took back. */
  undoes: string | null
  changed_at: string
}

/**
 * Taking back is the one way besides the moves: it puts an applicant where the change found them, also from rejected to hired.
 * So it is bound to the very last change, soon after it, and is not taken back itself. Answers where it leads, or nothing.
 */
export function statusBefore(
  change: MadeChange,
  last: Pick<MadeChange, 'id'>,
  now: Date,
): ApplicantStatus | undefined {
  const isLast = change.id === last.id
  const age = now.getTime() - new Date(change.changed_at).getTime()
  if (!isLast || change.undoes !== null || age > UNDO_SECONDS * 1000) return undefined
  // Arriving is no change that staff made.
  return change.from_status ?? undefined
}

export const statusLabel: Record<ApplicantStatus, string> = {
  applied: 'Applied',
  reviewing: 'Reviewing',
  interviewed: 'Interviewed',
  hired: 'Hired',
  rejected: 'Rejected',
}

/** An applicant as the staff's list shows it. */
export type ApplicantRow = {
  id: string
  email: string
  job_post_id: string | null
  role_id: string
  role_title: string
  first_name: string
  last_name: string
  is_existing_customer: boolean
  status: ApplicantStatus
  contacted: boolean
  has_cv: boolean
  /** Somebody of the staff wrote one. */
  has_notes: boolean
  /** By anybody of the staff, for all of them. */
  starred: boolean
  /** In the order of the alphabet. */
  tags: string[]
  created_at: string
}

/** Everything staff see in the profile. */
export type Applicant = Omit<ApplicantRow, 'has_cv'> & {
  phone: string | null
  experience_years: number | null
  linkedin_url: string | null
  website_url: string | null
  cover_letter: string | null
  additional_info: string | null
  cv_url: string | null
  cv_name: string | null
  cv_size: number | null
  updated_at: string
}

export type StatusChange = {
  id: string
  from_status: ApplicantStatus | null
  to_status: ApplicantStatus
  changed_by: string | null
  changed_by_name: string | null
  changed_at: string
}

/** Another application of the same address in the same organization. */
export type OtherApplication = {
  id: string
  role_title: string
  status: ApplicantStatus
  created_at: string
}

export type ApplicantProfile = {
  applicant: Applicant
  history: StatusChange[]
  notes: ApplicantNote[]
  /** Everything that happened, newest first. */
  timeline: TimelineEntry<ApplicantStatus>[]
  others: OtherApplication[]
  /** What is known of the CV before it is opened; null without one. */
  cv: CvCheck | null
  /** What the store said when it was last asked; null where it never did. */
  customer: KeptCustomer | null
}

export const applicantTabs = [...applicantStatuses, 'all'] as const
export type ApplicantTab = (typeof applicantTabs)[number]
export const tabLabel: Record<ApplicantTab, string> = { ...statusLabel, all: 'All' }

export const customerFilters = ['customer', 'new'] as const
export const contactFilters = ['contacted', 'not-contacted'] as const
export const starFilters = ['starred'] as const
export const SEARCH_MAX = 200

/** What a filter says, value by value. */
export const filterShape = {
  tab: z.enum(applicantTabs),
  position: z.uuid().optional(),
  customer: z.enum(customerFilters).optional(),
  contact: z.enum(contactFilters).optional(),
  star: z.enum(starFilters).optional(),
  tag: tagFilter.optional(),
  q: z.string().trim().max(SEARCH_MAX).optional(),
}

/** The staff list's filters on the wire: what cannot be read is refused, because without it the answer would be of others. */
export const applicantQuery = z.object({
  tab: filterShape.tab.default('applied'),
  position: filterShape.position,
  customer: filterShape.customer,
  contact: filterShape.contact,
  star: filterShape.star,
  tag: filterShape.tag,
  q: filterShape.q,
})

export type ApplicantFilter = z.infer<typeof applicantQuery>

/** By what a row itself says: the server asks the database the same. */
export function meetsFilter(
  filter: Partial<Omit<ApplicantFilter, 'tab' | 'q'>>,
  row: ApplicantRow,
): boolean {
  const { position, customer, contact, star, tag } = filter
  if (position && position !== row.role_id) return false
  if (customer && (customer === 'customer') !== row.is_existing_customer) return false
  if (contact && (contact === 'contacted') !== row.contacted) return false
  if (star && !row.starred) return false
  return !tag || row.tags.some((own) => tagKey(own) === tag)
}

/** Orders of the list; '-' turns one around. Within a position or a status the longest waiting stand first. */
export const applicantSorts = [
  /** By how well a search text fits, then newest first; without a text it is the latter alone. */
  'match',
  '-applied',
  'applied',
  'name',
  '-name',
  'position',
  '-position',
  'status',
  '-status',
] as const
export type ApplicantSort = (typeof applicantSorts)[number]
/** Within one status there is nothing to sort by it. */
export const sortWithin = (
  { tab, q }: Pick<ApplicantFilter, 'tab' | 'q'>,
  sort: ApplicantSort,
): ApplicantSort => {
  if (sort === 'match' && !q) return '-applied'
  return tab !== 'all' && sort.endsWith('status') ? 'applied' : sort
}
/** Where nobody chose: who searches sees the best first. */
export const defaultSort = (q: string | undefined): ApplicantSort => (q ? 'match' : '-applied')
export const applicantListQuery = applicantQuery.extend({
  sort: z.enum(applicantSorts).optional(),
})
export const applicantCountsQuery = applicantQuery
  .omit({ tab: true })
  .extend({ exact: z.enum(['true', 'false']).optional() })

/** Where a search text was found, and a piece of it in which the found words are marked. */
export const hitSources = ['cover_letter', 'additional_info', 'links', 'note', 'cv'] as const
export type HitSource = (typeof hitSources)[number]
export const hitSourceLabel: Record<HitSource, string> = {
  cover_letter: 'Answer',
  additional_info: 'Additional information',
  links: 'Links',
  note: 'Note',
  cv: 'CV',
}
export type FoundPiece = { text: string; is_found: boolean }
export type SearchHit = { source: HitSource; parts: FoundPiece[] }

/** So many hits of a text are weighed and counted. Of more, names come first and then the newest, and counts say 'at least'. */
export const SEARCH_REACH = 1000

export const APPLICANTS_PER_PAGE = 50

export type ApplicantPage = {
  applicants: ApplicantRow[]
  /** By applicant, where a search text was found beyond the name and the address. */
  hits?: Record<string, SearchHit>
  /** With a search text: whether more fit than are weighed (SEARCH_REACH), so that there is no best match. */
  has_many_hits?: boolean
  /** Pass it back as `cursor` for the next page in the same order; null on the last. */
  next_cursor: string | null
  /** The server's time: acts on a whole filter leave out whoever applied after it. */
  read_at: string
}

/** `at_least`: more fit the search text than are counted (SEARCH_REACH), so each number may be higher. */
export type ApplicantCounts = Record<ApplicantTab, number> & { at_least?: true }

export const moveInput = z.object({
  status: z.enum(applicantStatuses),
  /** The status the screen showed: if it is another one by now, the move is refused. */
  from: z.enum(applicantStatuses).optional(),
})
/** `change_id` takes this change back. */
export type MovedApplicant = ApplicantRow & { change_id: string }
/** As the server function `opt-out-data` takes it. */
export const removalInput = z.object({
  email: emailAddress,
  applicantId: z.uuid({ error: () => t('applicant.missing') }),
})
export const contactedInput = z.object({ contacted: z.boolean() })
export const starredInput = z.object({ starred: z.boolean() })

export const EXPERIENCE_YEARS = { min: 0, max: 50 } as const

export const APPLICATION_LIMITS = {
  phone: 40,
  linkedinUrl: 500,
  websiteUrl: 500,
  coverLetter: 4000,
  additionalInfo: 4000,
} as const

const optional = (field: keyof typeof APPLICATION_LIMITS) =>
  z
    .string()
    // Browsers send line ends as CRLF and count them as one character: so do we.
    .transform((text) => text.replace(/\r\n?/g, '\n').trim())
    .pipe(z.string().max(APPLICATION_LIMITS[field], tooLong(field, APPLICATION_LIMITS[field])))
    .nullish()
    .transform((text) => text || null)

/** The platform's own, in browsers and in Node alike. */
declare const URL: { parse: (text: string) => { hostname: string } | null }

/** Only http and https with a real host: anything else could become a script link on a staff member's screen. */
export function isWebAddress(text: string): boolean {
  // The parser drops tabs and line breaks wherever they stand, and adds the slashes itself.
  if (!/^https?:\/\/[^\s/]/i.test(text.trim())) return false
  const host = URL.parse(text)?.hostname ?? ''
  return /^(?:[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?\.)+(?:[a-z]{2,63}|xn--[a-z\d-]{1,59})$/.test(host)
}

const optionalUrl = (field: 'linkedinUrl' | 'websiteUrl') =>
  optional(field).refine((text) => text === null || isWebAddress(text), {
    error: () => t('application.urlInvalid'),
  })

const personName = z
  .string({ error: () => t('application.nameRequired') })
  .trim()
  .min(1, { error: () => t('application.nameRequired') })
  .max(PERSON_NAME_MAX, tooLong('aName', PERSON_NAME_MAX))

/** The form's fields as typed (docs/specification.md §3.4); the email and the job come from the grant, never from here. */
export const applicationInput = z.object({
  firstName: personName,
  lastName: personName,
  phone: optional('phone'),
  linkedinUrl: optionalUrl('linkedinUrl'),
  websiteUrl: optionalUrl('websiteUrl'),
  coverLetter: optional('coverLetter'),
  additionalInfo: optional('additionalInfo'),
  experienceYears: z.preprocess(
    (value) => (value === '' || value === undefined ? null : value),
    z.coerce
      .number({ error: () => t('application.experienceRange') })
      .int({ error: () => t('application.experienceRange') })
      .min(EXPERIENCE_YEARS.min, { error: () => t('application.experienceRange') })
      .max(EXPERIENCE_YEARS.max, { error: () => t('application.experienceRange') })
      .nullable(),
  ),
})
export type ApplicationInput = z.infer<typeof applicationInput>
export type ApplicationField = keyof ApplicationInput

export const applicationFields = Object.keys(applicationInput.shape) as readonly ApplicationField[]

/** What the person typed, unchecked: kept so that a refused form can be shown again as it was. */
export type ApplicationValues = Partial<Record<ApplicationField, string>>

export const fullName = (person: { first_name: string; last_name: string }): string =>
  `${person.first_name} ${person.last_name}`.trim()
