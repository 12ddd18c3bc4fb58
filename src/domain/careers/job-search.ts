// A visitor's search in a shop's open jobs. It is stored only in the address, so links and a form without scripts can
// set it.

/** A list with at least this many open jobs can be searched. */
export const SEARCHED_FROM = 8

export type JobSearch = {
  /** Words that an ad must all contain. */
  q: string
  /** A town, or REMOTE. */
  place: string
  /** An employment type. */
  type: string
  /** The lowest pay, in the format of `payValue`. */
  pay: string
}

export const searchFields = ['q', 'place', 'type', 'pay'] as const satisfies (keyof JobSearch)[]

export const REMOTE = 'remote'

/** Longer than any sensible search text. */
const FIELD_MAX = 120

/** Null without a search in the address. A value that no job has is kept: the page then says that none matches. */
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

/** The parameters of the address, in a fixed order. */
export const searchQuery = (search: JobSearch | null): [name: string, value: string][] =>
  searchFields.flatMap((name) => (search?.[name] ? [[name, search[name]]] : []))
