// The applicants' part of the address: filters and the open profile, so that a copied link restores the view.
import {
  applicantSorts,
  applicantTabs,
  contactFilters,
  customerFilters,
  defaultSort,
  SEARCH_MAX,
  starFilters,
  withdrawnFilters,
  type ApplicantFilter,
  type ApplicantSort,
} from '#domain/applicants/applicants.ts'
import { readSource } from '#domain/careers/sources.ts'
import { asTag, tagFault, tagKey } from '#domain/applicants/tags.ts'
import { useSearchPart } from '../shell/search-part.ts'
import { idOf, oneOf, textUpTo, uuidOf } from '../url-values.ts'

export type ApplicantsView = 'list' | 'board'
export type ApplicantsSearch = Partial<ApplicantFilter> & {
  sort?: ApplicantSort
  view?: 'board'
  applicant?: string
  /** The ids of the two compared applicants. */
  compare?: string
}

const isPair = (value: unknown): value is string =>
  typeof value === 'string' && value.split(',').length === 2 && value.split(',').every(idOf)

/** The key of a tag, the same for every spelling. */
function tagOf(value: unknown): string | undefined {
  const tag = typeof value === 'string' ? asTag(value) : ''
  return tagFault(tag) ? undefined : tagKey(tag)
}

/** The values of the address, without defaults and without invalid ones. */
export function applicantsSearch(search: Record<string, unknown>): ApplicantsSearch {
  const tab = oneOf(applicantTabs, search.tab) ?? 'applied'
  const position = uuidOf(search.position)
  const customer = oneOf(customerFilters, search.customer)
  const contact = oneOf(contactFilters, search.contact)
  const star = oneOf(starFilters, search.star)
  const withdrawn = oneOf(withdrawnFilters, search.withdrawn)
  const tag = tagOf(search.tag)
  const source = typeof search.source === 'string' ? readSource(search.source) : null
  const q = textUpTo(SEARCH_MAX, search.q)
  const applicant = idOf(search.applicant)
  const usual = defaultSort(q)
  const sort = oneOf(applicantSorts, search.sort) ?? usual
  return {
    ...(tab === 'applied' ? {} : { tab }),
    ...(position ? { position } : {}),
    ...(customer ? { customer } : {}),
    ...(contact ? { contact } : {}),
    ...(star ? { star } : {}),
    ...(withdrawn ? { withdrawn } : {}),
    ...(tag ? { tag } : {}),
    ...(source ? { source } : {}),
    ...(q ? { q } : {}),
    ...(sort === usual || (sort === 'match' && !q) ? {} : { sort }),
    ...(search.view === 'board' ? { view: 'board' } : {}),
    ...(applicant ? { applicant } : {}),
    ...(isPair(search.compare) ? { compare: search.compare } : {}),
  }
}

export type ApplicantsUrl = {
  filter: ApplicantFilter
  sort: ApplicantSort
  view: ApplicantsView
  applicant: string | undefined
  /** The two compared applicants. */
  compared: readonly [string, string] | undefined
  isFiltered: boolean
  change: (filter: Partial<ApplicantFilter>) => void
  sortBy: (sort: ApplicantSort) => void
  show: (view: ApplicantsView) => void
  clear: () => void
  open: (id: string) => void
  /** From one profile to the next: Back still leads to the list. */
  step: (id: string) => void
  close: () => void
  compare: (ids: readonly string[]) => void
  endComparison: () => void
}

export function useApplicantsUrl(): ApplicantsUrl {
  const { part, change, open, close } = useSearchPart(applicantsSearch)
  const { applicant, compare, sort, view = 'list', tab = 'applied', ...rest } = part
  const [one, other] = compare?.split(',') ?? []
  const usual = defaultSort(rest.q)
  return {
    filter: { tab, ...rest },
    sort: sort ?? usual,
    view,
    applicant,
    compared: one && other ? [one, other] : undefined,
    isFiltered: Object.keys(rest).length > 0,
    change,
    sortBy: (next) => change({ sort: next === usual ? undefined : next }),
    show: (next) => change({ view: next === 'board' ? next : undefined }),
    clear: () =>
      change({
        position: undefined,
        customer: undefined,
        contact: undefined,
        star: undefined,
        withdrawn: undefined,
        tag: undefined,
        source: undefined,
        q: undefined,
      }),
    open: (id) => (applicant === undefined ? open : change)({ applicant: id }),
    step: (id) => change({ applicant: id }),
    close: () => close({ applicant: undefined }),
    compare: (ids) => open({ compare: ids.join(','), applicant: undefined }),
    endComparison: () => close({ compare: undefined }),
  }
}
