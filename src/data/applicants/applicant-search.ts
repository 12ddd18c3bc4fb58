// Full-text search: which applicants match a text, and where. Triggers maintain the document of each applicant;
// `refresh_applicant_search(id)` rebuilds one. How words are compared: test/input/search-rules.md.
import { sql, type Expression, type SelectQueryBuilder, type SqlBool } from 'kysely'
import { readEmailAddress } from '#domain/accounts/email-address.ts'
import { SEARCH_REACH, type HitSource, type SearchHit } from '#domain/applicants/applicants.ts'
import { isPlainAscii } from '#domain/plain-text.ts'
import type { OrganizationId } from '#domain/organizations/organization-id.ts'
import type { Queries } from '../database.ts'
import { inOrganization } from '../organization-filter.ts'
import { idKey, momentKey, type SortKey } from '../paging.ts'
import type { Schema } from '../schema.ts'
import { markedParts } from './marked-parts.ts'

type Ids = readonly string[]

/**
 * The applicants that match a text: `called` by name or address, `others` by everything else that is searched. Both are
 * ids when there are few; undefined when there are many, so that each row that is read is compared instead.
 */
export type Hits = { text: string; called: Ids | undefined; others: Ids | undefined }
export type HitPart = 'all' | 'called' | 'others'

/** With more hits the order is names first, then the newest: ranking a hit reads its whole document. */
const MOST_WEIGHED = 250
export const areFew = (hits: Hits): boolean =>
  (idsOf(hits, 'all')?.length ?? Number.POSITIVE_INFINITY) <= MOST_WEIGHED

/** False for more than SEARCH_REACH hits. */
export const areAllKnown = (hits: Hits): boolean => idsOf(hits, 'all') !== undefined

export const areNamed = (hits: Hits, part: HitPart): boolean => idsOf(hits, part) !== undefined

function idsOf({ called, others }: Hits, part: HitPart): Ids | undefined {
  if (part === 'called') return called
  if (part === 'others') return others
  return called && others && [...called, ...others]
}

export async function findHits(db: Queries, text: string): Promise<Hits> {
  const { rows } = await sql<{ called: string[] | null; others: string[] | null }>`
    select called, others from search_hits(${asKept(text)}, ${SEARCH_REACH})`.execute(db)
  return { text, called: rows[0]?.called ?? undefined, others: rows[0]?.others ?? undefined }
}

/** All hits, or any SEARCH_REACH of them. */
export async function listSomeHits(
  db: Queries,
  text: string,
): Promise<{ ids: string[]; at_least?: true }> {
  // One more than needed shows whether there are more.
  const { rows } = await sql<{ ids: string[] | null }>`
    select array_agg(id) as ids
    from find_hits(${asKept(text)}, ${SEARCH_REACH + 1}, false) as id`.execute(db)
  const ids = rows[0]?.ids ?? []
  return ids.length > SEARCH_REACH ? { ids: ids.slice(1), at_least: true } : { ids }
}

/** A condition on rows of `applicant_searches`. */
function condition(text: string, part: HitPart) {
  const query = sql`(select applicant_query(${asKept(text)}))`
  const called = sql`person like (select part_of_person(${asKept(text)}))`
  return {
    // The document comes last, because it is the most expensive to read.
    all: sql`${called} or document @@ ${query}`,
    called,
    others: sql`(${called}) is not true and document @@ ${query}`,
  }[part]
}

/** For `where`, in a query of applicants. */
export function fits(
  organizationId: OrganizationId,
  hits: Hits,
  part: HitPart = 'all',
): Expression<SqlBool> {
  const ids = idsOf(hits, part)
  if (ids) return sql<SqlBool>`applicants.id = any(${ids}::uuid[])`
  // A scalar subquery, so that the planner never joins: it reads the rows in the order of the list, and only enough for
  // a page.
  return sql<SqlBool>`(
    select ${condition(hits.text, part)} from applicant_searches
    where ${inOrganization(organizationId)} and applicant_id = applicants.id
  )`
}

/** For the order of `placeOfHit`: other rows are skipped in the index and table of searched texts only. */
export function withHits<Output>(
  query: SelectQueryBuilder<Schema, 'applicants', Output>,
  organizationId: OrganizationId,
  { text }: Hits,
  part: HitPart,
): SelectQueryBuilder<Schema, 'applicants', Output> {
  // `coalesce` hides the selectivity from the planner, which would assume few hits, read all of them and sort.
  const found = sql<{ applicant_id: string; applied_at: string }>`(
    select applicant_id, created_at as applied_at from applicant_searches
    where ${inOrganization(organizationId)} and coalesce(${condition(text, part)}, false)
  )`
  return query.innerJoin(found.as('found'), 'found.applicant_id', 'applicants.id')
}

/** The keys of the order by time, as in the index of `applicant_searches`. */
export const placeOfHit: readonly SortKey[] = [
  momentKey('found.applied_at'),
  idKey('found.applicant_id'),
]

/**
 * Ranks few hits: matches of the name first, then by where the words are. The order 'match' of applicant-order.ts sorts
 * by it.
 */
export function withScore<Output>(
  query: SelectQueryBuilder<Schema, 'applicants', Output>,
  organizationId: OrganizationId,
  text: string,
): SelectQueryBuilder<Schema, 'applicants', Output> {
  // Any matching word counts, not only all of them.
  const score = sql<{ score: number }>`(
    select coalesce(1000 * ts_rank('{0.1, 0.2, 0.4, 1}', document, (select any_word_of(${asKept(text)}))), 0)::int
      + coalesce((person like (select part_of_person(${asKept(text)})))::int * 1000, 0) as score
    from applicant_searches
    where ${inOrganization(organizationId)} and applicant_id = applicants.id
  )`
  // The type does not include the joined columns: to callers it is the same query with the same rows.
  return query.innerJoinLateral(score.as('hit'), (join) => join.onTrue())
}

/** Every hit, however many there are: for exact counts before a change to all of them. */
export const withAllHits = <Output>(
  query: SelectQueryBuilder<Schema, 'applicants', Output>,
  text: string,
): SelectQueryBuilder<Schema, 'applicants', Output> => {
  const hits = sql<{ id: string }>`find_hits(${asKept(text)}, null, false)`
  return query.innerJoin(
    sql<{ id: string }>`(select id from ${hits} as id)`.as('hit'),
    'hit.id',
    'applicants.id',
  )
}

/** Of a long CV only this much is looked through; a later hit is counted but not shown. */
const SHOWN_OF_CV = 50_000
/** Characters of a text that are read before a hit, and in all. */
const BEFORE = 60
const AROUND = 300

/** A word of a tsquery as Postgres writes it: quoted, with a star for a prefix. */
const WORD_OF_QUERY = String.raw`('(?:[^']|'')*')(?::(\*))?`
/** The query of `listHits`, restricted to words with one of these weights. */
const within = (weights: string) =>
  sql`regexp_replace(query::text, ${WORD_OF_QUERY}, ${String.raw`\1:\2${weights}`}, 'g')::tsquery`

/**
 * For each of these applicants the first place with a hit, except the name and the address, which the list shows
 * anyway.
 */
export async function listHits(
  db: Queries,
  organizationId: OrganizationId,
  ids: readonly string[],
  text: string,
): Promise<Record<string, SearchHit>> {
  if (ids.length === 0) return {}
  const { rows } = await sql<{
    id: string
    source: HitSource
    shown: string
    letters: string
    words: string[]
  }>`
    with asked as materialized (
      select words, starts, any_form,
        ${within('BCD')} as anywhere, ${within('B')} as in_answers, ${within('C')} as in_notes, ${within('D')} as in_cv
      from any_word_of(${asKept(text)}) as query, marks_of(query)
    )
    select applicants.id, hit.source, hit.shown, letters_of(hit.shown) as letters, asked.words
    from asked, applicants
    -- Where the words are is known by their weights. To look for them in a text costs much more.
    cross join lateral (
      select document from applicant_searches
      where ${inOrganization(organizationId)} and applicant_id = applicants.id and document @@ asked.anywhere
      offset 0
    ) as searched
    -- One place after the other and no further than the first hit.
    cross join lateral (
      select source, normalize(substr(text, greatest(place - ${BEFORE}, 1), ${AROUND}), NFC) as shown
      from (
        select source, text, coalesce(
          (select min(at) from (select ' ' || lower(text) as small) as padded, unnest(asked.starts) as start, strpos(small, start) as at
            where at > 0),
          -- In letters that may be more than those of the text.
          (select (place::bigint * char_length(text) / char_length(letters))::int
            from (select letters, regexp_instr(letters, asked.any_form) as place from letters_of(text) as letters) as looked
            where place > 0)
        ) as place
        from (
          select source, text
          from (values
            ('cover_letter', asked.in_answers, applicants.cover_letter),
            ('additional_info', asked.in_answers, applicants.additional_info),
            ('note', asked.in_notes, (select string_agg(body, ' … ' order by created_at desc) from applicant_notes
              where ${inOrganization(organizationId)} and applicant_id = applicants.id)),
            ('cv', asked.in_cv, (select left(cv_texts.text, ${SHOWN_OF_CV}) from cv_texts
              where ${inOrganization(organizationId)} and applicant_id = applicants.id)),
            ('links', asked.in_answers, concat_ws(' ', applicants.linkedin_url, applicants.website_url))
          ) as place (source, query, text)
          where text <> '' and searched.document @@ place.query
          offset 0
        ) as read
        offset 0
      ) as looked
      where place is not null
      limit 1
    ) as hit
    where ${inOrganization(organizationId, 'applicants.organization_id')} and applicants.id = any(${ids}::uuid[])`.execute(
    db,
  )
  return Object.fromEntries(
    rows.map(({ id, source, shown, letters, words }) => [
      id,
      { source, parts: markedParts(shown, letters, words) },
    ]),
  )
}

/** An address of another domain than ASCII is kept in ASCII. NUL the database's text type cannot store, and no person types it. */
const asKept = (text: string) =>
  text
    .replaceAll('\0', ' ')
    .split(/(\s+)/)
    .map((word) => (isPlainAscii(word) ? word : (readEmailAddress(word) ?? word)))
    .join('')

/**
 * Rebuilds up to `most` documents that were made by older rules, of all organizations. Returns how many. Skips those that
 * somebody changes at the moment: these are rebuilt by that.
 */
export async function updateOldSearches(db: Queries, most: number): Promise<number> {
  const { rows } = await sql`
    with old as materialized (
      select applicant_id from applicant_searches where rules < search_rules() limit ${most} for update skip locked
    )
    select refresh_applicant_search(applicant_id) from old`.execute(db)
  return rows.length
}
