// The applicants' part of the address: filters and the open profile, so that a copied link restores the view.
import { useNavigate, useRouter, useSearch } from '@tanstack/react-router'
import {
  applicantSorts,
  applicantTabs,
  contactFilters,
  customerFilters,
  defaultSort,
  SEARCH_MAX,
  starFilters,
  type ApplicantFilter,
  type ApplicantSort,
} from '#domain/applicants/applicants.ts'
import { asTag, tagFault, tagKey } from '#domain/applicants/tags.ts'
import { oneOf, textUpTo, uuidOf } from '../url-values.ts'

export type ApplicantsView = 'list' | 'board'
export type ApplicantsSearch = Partial<ApplicantFilter> & {
  sort?: ApplicantSort
  view?: 'board'
  applicant?: string
  /** Two people beside each other, by their ids. */
  compare?: string
}

const isId = (value: unknown): value is string =>
  typeof value === 'string' && /^[\da-f-]{8,64}$/i.test(value)

const isPair = (value: unknown): value is string =>
  typeof value === 'string' && value.split(',').length === 2 && value.split(',').every(isId)

/** The key of a tag, however it is spelled. */
function tagOf(value: unknown): string | undefined {
  const tag = typeof value === 'string' ? asTag(value) : ''
  return tagFault(tag) ? undefined : tagKey(tag)
}

/** What the address says, without defaults and without what means nothing. */
export function applicantsSearch(search: Record<string, unknown>): ApplicantsSearch {
  const tab = oneOf(applicantTabs, search.tab) ?? 'applied'
  const position = uuidOf(search.position)
  const customer = oneOf(customerFilters, search.customer)
  const contact = oneOf(contactFilters, search.contact)
  const star = oneOf(starFilters, search.star)
  const tag = tagOf(search.tag)
  const q = textUpTo(SEARCH_MAX, search.q)
  const usual = defaultSort(q)
  const sort = oneOf(applicantSorts, search.sort) ?? usual
  return {
    ...(tab === 'applied' ? {} : { tab }),
    ...(position ? { position } : {}),
    ...(customer ? { customer } : {}),
    ...(contact ? { contact } : {}),
    ...(star ? { star } : {}),
    ...(tag ? { tag } : {}),
    ...(q ? { q } : {}),
    ...(sort === usual || (sort === 'match' && !q) ? {} : { sort }),
    ...(search.view === 'board' ? { view: 'board' } : {}),
    ...(isId(search.applicant) ? { applicant: search.applicant } : {}),
    ...(isPair(search.compare) ? { compare: search.compare } : {}),
  }
}

export type ApplicantsUrl = {
  filter: ApplicantFilter
  sort: ApplicantSort
  view: ApplicantsView
  applicant: string | undefined
  /** The two that are looked at side by side. */
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
  const search = applicantsSearch(useSearch({ strict: false }))
  const navigate = useNavigate()
  const router = useRouter()
  const { applicant, compare, sort, view = 'list', tab = 'applied', ...rest } = search
  const [one, other] = compare?.split(',') ?? []
  const usual = defaultSort(rest.q)

  const go = (
    changes: { [Key in keyof ApplicantsSearch]: ApplicantsSearch[Key] | undefined },
    options: { replace: boolean; pushed?: boolean },
  ) =>
    void navigate({
      to: '.',
      // Other sections keep their part of the address.
      search: (before: Record<string, unknown>) => ({ ...before, ...changes }),
      replace: options.replace,
      resetScroll: false,
      state: (before) =>
        options.pushed === undefined ? before : { ...before, panelPushed: options.pushed },
    })

  return {
    filter: { tab, ...rest },
    sort: sort ?? usual,
    view,
    applicant,
    compared: one && other ? [one, other] : undefined,
    isFiltered: Object.keys(rest).length > 0,
    change: (changes) => go(changes, { replace: true }),
    sortBy: (next) => go({ sort: next === usual ? undefined : next }, { replace: true }),
    show: (next) => go({ view: next === 'board' ? next : undefined }, { replace: true }),
    clear: () =>
      go(
        {
          position: undefined,
          customer: undefined,
          contact: undefined,
          star: undefined,
          tag: undefined,
          q: undefined,
        },
        { replace: true },
      ),
    open: (id) => {
      if (applicant === undefined) go({ applicant: id }, { replace: false, pushed: true })
      else go({ applicant: id }, { replace: true })
    },
    step: (id) => go({ applicant: id }, { replace: true }),
    close: () => {
      // Opening pushed an entry, so closing takes it back; a copied link has none to go back to.
      if (router.state.location.state.panelPushed) router.history.back()
      else go({ applicant: undefined }, { replace: true })
    },
    compare: (ids) =>
      go({ compare: ids.join(','), applicant: undefined }, { replace: false, pushed: true }),
    endComparison: () => {
      if (router.state.location.state.panelPushed) router.history.back()
      else go({ compare: undefined }, { replace: true })
    },
  }
}
