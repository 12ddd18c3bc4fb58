// The list of a shop's jobs when a visitor narrows it, and the links and the form that do.
import {
  careersHref,
  careersPath,
  CAREERS_JOBS,
  type ListSearch,
  type SearchLink,
} from '#domain/careers/careers-pages.ts'
import {
  choicesOf,
  findJobs,
  isSameChoice,
  type Choice,
  type JobChoices,
} from '#domain/careers/job-choices.ts'
import { searchFields, type JobSearch } from '#domain/careers/job-search.ts'
import { inReadersWords } from '#domain/jobs/job-texts.ts'
import type { JobPost } from '#domain/jobs/jobs.ts'
import { SOURCE_PARAMETER } from '#domain/careers/sources.ts'
import type { Organization } from '#domain/organizations/organizations.ts'
import { localeInAddress } from '#domain/texts/locale.ts'
import { t } from '#domain/texts/text.ts'
import { listOpenJobs, type JobLineRow } from '#data/jobs/jobs.ts'
import { listPublishedJobs } from '#data/jobs/published-jobs.ts'
import type { Deps } from '../deps.ts'

type Visit = { shop: Organization; store: string | null; source: string | null }

/** With texts when the search has words. */
type Row = JobLineRow & Partial<Pick<JobPost, 'description' | 'requirements' | 'benefits'>>

/** The newest thousand, in the reader's language: further jobs of a larger shop appear only on its pages. */
async function readSearched(
  { db: { queries } }: Deps,
  { shop }: Visit,
  words: string,
): Promise<Row[]> {
  const limit = CAREERS_JOBS.searched
  // A thousand texts are megabytes.
  const rows = words
    ? await listPublishedJobs(queries, shop.id, limit)
    : await listOpenJobs(queries, shop.id, { limit })
  return rows.map((row) => ({ ...inReadersWords(row, shop.language), texts: row.texts }))
}

/** The jobs that fit, newest first from the one after `after` on, and one more than a page shows. */
export async function readFound(
  deps: Deps,
  visit: Visit,
  search: JobSearch,
  after: string | undefined,
): Promise<{ rows: Row[]; searched: ListSearch }> {
  const all = await readSearched(deps, visit, search.q)
  const found = findJobs(all, search)
  const start = found.findIndex(({ slug }) => slug === after) + 1
  return {
    rows: found.slice(start, start + CAREERS_JOBS.onPage + 1),
    searched: { ...searchOf(visit, search, choicesOf(all, search)), found: found.length },
  }
}

/** Null for a short list. `rows`: the jobs of the first page. */
export async function readSearch(
  deps: Deps,
  visit: Visit,
  rows: readonly JobLineRow[],
  isAll: boolean,
): Promise<ListSearch | null> {
  const choices = choicesOf(isAll ? rows : await readSearched(deps, visit, ''), null)
  return choices && searchOf(visit, null, choices)
}

function searchOf(visit: Visit, search: JobSearch | null, choices: JobChoices | null): ListSearch {
  const { shop, store, source } = visit
  const hrefOf = (changed: Partial<JobSearch>): string => {
    const next = { q: '', place: '', type: '', pay: '', ...search, ...changed }
    return careersHref(shop, null, { shop: store, source, search: next })
  }
  const group = (field: Exclude<keyof JobSearch, 'q'>, name: string, given: readonly Choice[]) => {
    const chosen = search?.[field] ?? ''
    const links = [{ value: '', label: t('list.all') }, ...given].map(
      ({ value, label }): SearchLink => ({
        label,
        href: hrefOf({ [field]: value }),
        isChosen: isSameChoice(value, chosen),
      }),
    )
    return { name, links: links.length > 1 ? links : [] }
  }
  const kept = {
    ...search,
    shop: store,
    [SOURCE_PARAMETER]: source,
    lang: localeInAddress(),
  }
  return {
    words: search?.q ?? '',
    action: careersPath(shop),
    kept: Object.entries(kept).flatMap(([name, value]) =>
      value && name !== searchFields[0] ? [[name, value] as const] : [],
    ),
    groups: [
      group('place', t('job.fact.location'), choices?.places ?? []),
      group('type', t('job.fact.type'), choices?.types ?? []),
      group('pay', t('job.fact.pay'), choices?.pays ?? []),
    ].filter(({ links }) => links.length > 0),
    found: null,
    allHref: careersHref(shop, null, { shop: store, source }),
  }
}
