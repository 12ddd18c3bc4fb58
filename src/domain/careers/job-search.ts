// What a visitor narrows a shop's open jobs by. It is in the address alone, so links and a form without scripts can choose it.

/** From so many open jobs on, a list can be searched. */
export const SEARCHED_FROM = 8

export type JobSearch = {
  /** Words, all of which an ad must have. */
  q: string
  /** A town, or REMOTE. */
  place: string
  /** An employment type. */
  type: string
  /** The least pay, as `payValue` writes it. */
  pay: string
}

export const searchFields = ['q', 'place', 'type', 'pay'] as const satisfies (keyof JobSearch)[]

export const REMOTE = 'remote'

/** Longer than any text that is searched for on purpose. */
const FIELD_MAX = 120

/** Null where the address asks for nothing. What no job has is kept: the page says that none fits. */
export function readJobSearch(
  query: Readonly<Record<string, string | undefined>>,
): JobSearch | null {
  const asked = (name: keyof JobSearch) =>
    (query[name] ?? '').replace(/\s+/g, ' ').trim().slice(0, FIELD_MAX)
  const search = {
    q: asked('q'),
    place: asked('place'),
    type: asked('type').toLowerCase(),
    pay: asked('pay'),
  }
  return searchFields.some((name) => search[name]) ? search : null
}

/** As the address has it, in one order. */
export const searchQuery = (search: JobSearch | null): [name: string, value: string][] =>
  searchFields.flatMap((name) => (search?.[name] ? [[name, search[name]]] : []))
