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
import { inReadersWords, textForReader } from '#domain/jobs/job-texts.ts'
import { SOURCE_PARAMETER } from '#domain/careers/sources.ts'
import { localeInAddress } from '#domain/texts/locale.ts'
import { onceForEachLanguage } from '#domain/texts/once-for-each-language.ts'
import { t } from '#domain/texts/text.ts'
import type { JobLineRow } from '#data/jobs/jobs.ts'
import type { PublicShop } from '#data/organizations/organizations.ts'
import type { SearchedList, SearchReads } from './careers-reads.ts'
import type { TextOfJob } from './searched-texts.ts'

type Visit = { shop: PublicShop; store: string | null; source: string | null }

type Row = JobLineRow & TextOfJob

/** In the reader's language: further jobs of a larger shop appear only on its pages. */
const inWords = onceForEachLanguage(({ language, rows }: SearchedList): Row[] =>
  rows.map((row) => {
    const own = textForReader(row, language)
    const key = `${row.id} ${own?.version ?? row.revision}`
    return {
      ...inReadersWords(row, language),
      texts: row.texts,
      text: { key, language: own?.language ?? null },
    }
  }),
)

/** The jobs that fit, newest first from the one after `after` on, and one more than a page shows. */
export async function readFound(
  visit: Visit,
  search: JobSearch,
  after: string | undefined,
  reads: SearchReads,
): Promise<{ rows: Row[]; searched: ListSearch }> {
  const all = inWords(await reads.searched(visit.shop))
  const texts = search.q ? await reads.texts.read(visit.shop.id, all) : undefined
  const found = findJobs(all, search, ({ id }) => texts?.get(id))
  const start = found.findIndex(({ slug }) => slug === after) + 1
  return {
    rows: found.slice(start, start + CAREERS_JOBS.onPage + 1),
    searched: { ...searchOf(visit, search, choicesOf(all, search)), found: found.length },
  }
}

/** Null for a short list. `rows`: the jobs of the first page. */
export async function readSearch(
  visit: Visit,
  rows: readonly JobLineRow[],
  isAll: boolean,
  reads: SearchReads,
): Promise<ListSearch | null> {
  const choices = choicesOf(isAll ? rows : inWords(await reads.searched(visit.shop)), null)
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
