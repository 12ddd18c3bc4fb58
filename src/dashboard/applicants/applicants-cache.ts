// Updates every cached list of applicants when one of them changes: by this person, or by a live event. A changed row
// gets its place here, in the database's order: reading the list again would need the network.
import type { InfiniteData, QueryClient } from '@tanstack/react-query'
import { fullName } from '#domain/full-name.ts'
import {
  applicantStatuses,
  meetsFilter,
  type ApplicantCounts,
  type ApplicantFilter,
  type ApplicantPage,
  type ApplicantRow,
  type ApplicantSort,
} from '#domain/applicants/applicants.ts'
import type { Applicant, ApplicantProfile } from '#domain/applicants/applicant-profile.ts'

export type ApplicantList = InfiniteData<ApplicantPage>

export const listKey = (filter: ApplicantFilter, sort: ApplicantSort) =>
  [...listsKey, filter, sort] as const
export const profileKey = (id: string) => ['applicants', 'profile', id] as const
export const listsKey = ['applicants', 'list'] as const
export const countsKey = ['applicants', 'counts'] as const
const lists = { queryKey: listsKey }
const counts = { queryKey: countsKey }

export function rowOf({ cv_url, ...applicant }: Applicant): ApplicantRow {
  return {
    id: applicant.id,
    email: applicant.email,
    job_post_id: applicant.job_post_id,
    role_id: applicant.role_id,
    role_title: applicant.role_title,
    first_name: applicant.first_name,
    last_name: applicant.last_name,
    is_existing_customer: applicant.is_existing_customer,
    status: applicant.status,
    contacted: applicant.contacted,
    has_cv: cv_url !== null,
    has_notes: applicant.has_notes,
    starred: applicant.starred,
    tags: applicant.tags,
    source: applicant.source,
    withdrawn_at: applicant.withdrawn_at,
    created_at: applicant.created_at,
  }
}

type Conditions = Partial<Omit<ApplicantFilter, 'tab'>>

/** Whether a list includes that row, except for a search text, which only the server can match. */
export const belongs = (filter: ApplicantFilter, row: ApplicantRow): boolean =>
  (filter.tab === 'all' || filter.tab === row.status) && meetsFilter(filter, row)

/** Compares like the database: by code point, without case and accents. */
function byText(a: string, b: string): number {
  if (a === b) return 0
  return a < b ? -1 : 1
}
const nameKey = (row: ApplicantRow) =>
  fullName(row)
    .normalize('NFD')
    .replace(/[\u0300-\u036f]/g, '')
    .toLowerCase()
const byAge = (a: ApplicantRow, b: ApplicantRow) =>
  byText(a.created_at, b.created_at) || byText(a.id, b.id)

const comparers: Record<string, (a: ApplicantRow, b: ApplicantRow) => number> = {
  applied: byAge,
  name: (a, b) => byText(nameKey(a), nameKey(b)) || byText(a.id, b.id),
  position: (a, b) => byText(a.role_title.toLowerCase(), b.role_title.toLowerCase()) || byAge(a, b),
  status: (a, b) =>
    applicantStatuses.indexOf(a.status) - applicantStatuses.indexOf(b.status) || byAge(a, b),
}

/** The order of the server's pages, to insert rows. */
function comparer(sort: ApplicantSort): (a: ApplicantRow, b: ApplicantRow) => number {
  const compare = comparers[sort.replace('-', '')] ?? byAge
  return sort.startsWith('-') ? (a, b) => compare(b, a) : compare
}

export function placed(
  list: ApplicantList,
  filter: ApplicantFilter,
  sort: ApplicantSort,
  row: ApplicantRow,
): ApplicantList {
  const known = list.pages.some((page) => page.applicants.some(({ id }) => id === row.id))
  const here = belongs(filter, row)
  if (known) {
    return {
      ...list,
      pages: list.pages.map((page) => ({
        ...page,
        applicants: page.applicants.flatMap((other) => {
          if (other.id !== row.id) return [other]
          return here ? [row] : []
        }),
      })),
    }
  }
  if (!here || filter.q) return list
  const compare = comparer(sort)
  // A row beyond the loaded ones comes with its page.
  const at = list.pages.findIndex(
    (page) => page.next_cursor === null || page.applicants.some((other) => compare(row, other) < 0),
  )
  return {
    ...list,
    pages: list.pages.map((page, index) =>
      index === at ? { ...page, applicants: [...page.applicants, row].toSorted(compare) } : page,
    ),
  }
}

function editLists(
  client: QueryClient,
  edit: (list: ApplicantList, filter: ApplicantFilter, sort: ApplicantSort) => ApplicantList,
): void {
  for (const [key, list] of client.getQueriesData<ApplicantList>(lists)) {
    if (list) {
      client.setQueryData(key, edit(list, key[2] as ApplicantFilter, key[3] as ApplicantSort))
    }
  }
}

/** Moves a row to its place in every list, and updates its profile. */
export function placeApplicant(client: QueryClient, row: ApplicantRow): void {
  editLists(client, (list, filter, sort) => placed(list, filter, sort, row))
  client.setQueryData<ApplicantProfile>(profileKey(row.id), (profile) => {
    if (!profile) return profile
    const { has_cv: _, ...shared } = row
    return { ...profile, applicant: { ...profile.applicant, ...shared } }
  })
}

export function dropApplicant(client: QueryClient, id: string): void {
  editLists(client, (list) => ({
    ...list,
    pages: list.pages.map((page) => ({
      ...page,
      applicants: page.applicants.filter((other) => other.id !== id),
    })),
  }))
}

/** The server's last answer about an applicant, if it is cached. */
export function knownRow(client: QueryClient, id: string): ApplicantRow | undefined {
  for (const [, list] of client.getQueriesData<ApplicantList>(lists)) {
    for (const page of list?.pages ?? []) {
      const row = page.applicants.find((applicant) => applicant.id === id)
      if (row) return row
    }
  }
  const profile = client.getQueryData<ApplicantProfile>(profileKey(id))
  return profile && rowOf(profile.applicant)
}

/** Moves one applicant from one count to another. */
export function shifted(
  numbers: ApplicantCounts,
  conditions: Conditions,
  before: ApplicantRow,
  after: ApplicantRow,
): ApplicantCounts {
  if (before.status === after.status || conditions.q || !meetsFilter(conditions, after))
    return numbers
  return {
    ...numbers,
    [before.status]: Math.max(0, numbers[before.status] - 1),
    [after.status]: numbers[after.status] + 1,
  }
}

/** Corrects the cached counts until they are loaded again. */
export function shiftCounts(client: QueryClient, before: ApplicantRow, after: ApplicantRow): void {
  for (const [key, numbers] of client.getQueriesData<ApplicantCounts>(counts)) {
    if (!numbers) continue
    client.setQueryData<ApplicantCounts>(key, shifted(numbers, key[2] as Conditions, before, after))
  }
}

export const invalidateApplicantCounts = (client: QueryClient): Promise<void> =>
  client.invalidateQueries(counts)

/** Cancels running requests, whose answers would overwrite the change. A list without data may continue. */
export const cancelApplicantReads = (client: QueryClient): Promise<void> =>
  client.cancelQueries({ ...lists, predicate: (query) => query.state.data !== undefined })
