// Applicants: one application of one person to one job post, its statuses and the moves between them.
import { shapeOf } from '../contract.ts'
import { z } from 'zod'
import { emailAddress } from '../accounts/accounts.ts'
import { t } from '../texts/text.ts'
import { sourceFilter } from '../careers/sources.ts'
import { tagFilter, tagKey } from './tags.ts'

/** The steps towards a hire, in order; the overview's funnel counts how far applicants came. */
export const hiringSteps = ['applied', 'reviewing', 'interviewed', 'hired'] as const
export const applicantStatuses = [...hiringSteps, 'rejected'] as const
export type ApplicantStatus = (typeof applicantStatuses)[number]

/**
 * The moves offered on a row, the step forward first: keys and menus begin with it. Rejection is separate: it is possible from
 * every other status.
 */
export const moves: Readonly<Record<ApplicantStatus, readonly ApplicantStatus[]>> = {
  applied: ['reviewing'],
  reviewing: ['interviewed', 'applied'],
  interviewed: ['hired', 'reviewing'],
  hired: ['interviewed'],
  rejected: ['reviewing', 'applied'],
}

export function canMove(from: ApplicantStatus, to: ApplicantStatus): boolean {
  if (to === 'rejected') return from !== 'rejected'
  return moves[from].includes(to)
}

/** The first move on the shortest path from one status to another; never a rejection. */
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

/** How long after a change it can be undone. */
export const UNDO_SECONDS = 600

/** A change of status as the undo rule needs it. */
export type MadeChange = {
  id: string
  from_status: ApplicantStatus | null
  to_status: ApplicantStatus
  /** The change that this one undid. */
  undoes: string | null
  changed_at: string
}

/**
 * The status before a change, or undefined when it cannot be undone. Undo can make moves that are not allowed otherwise, such
 * as from rejected to hired, so it is limited to the last change, for a short time, and cannot be undone itself.
 */
export function statusBefore(
  change: MadeChange,
  last: Pick<MadeChange, 'id'>,
  now: Date,
): ApplicantStatus | undefined {
  const isLast = change.id === last.id
  const age = now.getTime() - new Date(change.changed_at).getTime()
  if (!isLast || change.undoes !== null || age > UNDO_SECONDS * 1000) return undefined
  // The first status was not set by staff.
  return change.from_status ?? undefined
}

export const statusLabel = (status: ApplicantStatus): string => t(`status.${status}`)

/** An applicant as the staff's list shows it. */
export const applicantRow = z.object({
  id: z.string(),
  email: z.string(),
  job_post_id: z.string().nullable(),
  role_id: z.string(),
  role_title: z.string(),
  first_name: z.string(),
  last_name: z.string(),
  is_existing_customer: z.boolean(),
  status: z.enum(applicantStatuses),
  contacted: z.boolean(),
  has_cv: z.boolean(),
  /** Whether staff have written a note. */
  has_notes: z.boolean(),
  /** By any member, for all of them. */
  starred: z.boolean(),
  /** In alphabetical order. */
  tags: z.array(z.string()),
  /** Where the person found the job; null if unknown. */
  source: z.string().nullable(),
  /** Withdrawn by the applicant: it needs no further work. */
  withdrawn_at: z.string().nullable(),
  created_at: z.string(),
})
export type ApplicantRow = z.output<typeof applicantRow>

export const applicantTabs = [...applicantStatuses, 'all'] as const
export type ApplicantTab = (typeof applicantTabs)[number]
export const tabLabel = (tab: ApplicantTab): string =>
  tab === 'all' ? t('list.all') : statusLabel(tab)

export const customerFilters = ['customer', 'new'] as const
export const withdrawnFilters = ['withdrawn'] as const
export const contactFilters = ['contacted', 'not-contacted'] as const
export const starFilters = ['starred'] as const
export const SEARCH_MAX = 200

/** The conditions of a filter. */
export const filterShape = {
  tab: z.enum(applicantTabs),
  position: z.uuid().optional(),
  customer: z.enum(customerFilters).optional(),
  contact: z.enum(contactFilters).optional(),
  star: z.enum(starFilters).optional(),
  /** Withdrawn applications, which no other list shows. */
  withdrawn: z.enum(withdrawnFilters).optional(),
  tag: tagFilter.optional(),
  source: sourceFilter.optional(),
  q: z.string().trim().max(SEARCH_MAX).optional(),
}

/**
 * The staff list's filters on the wire: an invalid one is refused, because ignoring it would return other applicants.
 */
export const applicantQuery = z.object({
  tab: filterShape.tab.default('applied'),
  position: filterShape.position,
  customer: filterShape.customer,
  contact: filterShape.contact,
  star: filterShape.star,
  withdrawn: filterShape.withdrawn,
  tag: filterShape.tag,
  source: filterShape.source,
  q: filterShape.q,
})

export type ApplicantFilter = z.infer<typeof applicantQuery>

/** By the row's own values: the server applies the same conditions in SQL. */
export function meetsFilter(
  filter: Partial<Omit<ApplicantFilter, 'tab' | 'q'>>,
  row: ApplicantRow,
): boolean {
  const { position, customer, contact, star, withdrawn, tag, source } = filter
  if ((withdrawn !== undefined) !== (row.withdrawn_at !== null)) return false
  if (position && position !== row.role_id) return false
  if (customer && (customer === 'customer') !== row.is_existing_customer) return false
  if (contact && (contact === 'contacted') !== row.contacted) return false
  if (star && !row.starred) return false
  if (source && source !== row.source) return false
  return !tag || row.tags.some((own) => tagKey(own) === tag)
}

/** Sort orders of the list; '-' reverses one. Within a position or a status the longest waiting come first. */
export const applicantSorts = [
  /** By search rank, then newest first; without a text only the latter. */
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
/** Within one status this order makes no difference. */
export const sortWithin = (
  { tab, q }: Pick<ApplicantFilter, 'tab' | 'q'>,
  sort: ApplicantSort,
): ApplicantSort => {
  if (sort === 'match' && !q) return '-applied'
  return tab !== 'all' && sort.endsWith('status') ? 'applied' : sort
}
/** The default order: with a search text the best matches first. */
export const defaultSort = (q: string | undefined): ApplicantSort => (q ? 'match' : '-applied')
export const applicantListQuery = applicantQuery.extend({
  sort: z.enum(applicantSorts).optional(),
})
export const applicantCountsQuery = applicantQuery
  .omit({ tab: true })
  .extend({ exact: z.enum(['true', 'false']).optional() })

/** Where a search text was found, and a part of it with the matched words marked. */
const hitSources = ['cover_letter', 'additional_info', 'links', 'note', 'cv'] as const
export type HitSource = (typeof hitSources)[number]
export const hitSourceLabel = (source: HitSource): string => t(`hitSource.${source}`)
const foundPiece = z.object({ text: z.string(), is_found: z.boolean() })
export type FoundPiece = z.output<typeof foundPiece>
const searchHit = z.object({ source: z.enum(hitSources), parts: z.array(foundPiece) })
export type SearchHit = z.output<typeof searchHit>

/** Hits are counted up to this number; beyond it counts mean 'at least'. */
export const SEARCH_REACH = 1000

export const APPLICANTS_PER_PAGE = 50

export const applicantPage = z.object({
  applicants: z.array(applicantRow),
  /** By applicant, where a search text was found except in the name and the address. */
  hits: z.record(z.string(), searchHit).optional(),
  /** With a search text: whether there are more hits than are counted (SEARCH_REACH). */
  has_many_hits: z.boolean().optional(),
  /** Pass it back as `cursor` for the next page in the same order; null on the last. */
  next_cursor: z.string().nullable(),
  /** The server's time: actions on a whole filter leave out later applications. */
  read_at: z.string(),
})
export type ApplicantPage = z.output<typeof applicantPage>

/** `at_least`: there are more hits than are counted (SEARCH_REACH), so each number may be higher. */
export const applicantCounts = z
  .object(shapeOf(applicantTabs, z.number()))
  .extend({ at_least: z.literal(true).optional() })
export type ApplicantCounts = z.output<typeof applicantCounts>

export const moveInput = z.object({
  status: z.enum(applicantStatuses),
  /** The status that the screen showed: if it has changed, the move is refused. */
  from: z.enum(applicantStatuses).optional(),
})
/** `change_id`: to undo this change. */
export const movedApplicant = applicantRow.extend({ change_id: z.string() })
export type MovedApplicant = z.output<typeof movedApplicant>
/** The body of the server function `opt-out-data`. */
export const removalInput = z.object({
  email: emailAddress,
  applicantId: z.uuid({ error: () => t('applicant.missing') }),
})
export const contactedInput = z.object({ contacted: z.boolean() })
export const starredInput = z.object({ starred: z.boolean() })
