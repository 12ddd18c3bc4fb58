// Full-text search: who fits what someone typed, and where it was found. The document of each applicant is kept by the triggers of
// migration 0043; `refresh_applicant_search(id)` makes one anew.
import { sql, type SelectQueryBuilder } from 'kysely'
import type { HitSource, SearchHit } from '#domain/applicants.ts'
import type { Queries } from './database.ts'
import { inOrganization } from './organization-filter.ts'
import type { Schema } from './schema.ts'

/** Only those who fit the text. The order 'match' of applicant-order.ts sorts by the score that comes with them. */
export function withHits<Output>(
  query: SelectQueryBuilder<Schema, 'applicants', Output>,
  text: string,
  isRanked: boolean,
): SelectQueryBuilder<Schema, 'applicants', Output> {
  const hits = sql<{
    applicant_id: string
    score: number
  }>`find_applicants(${withoutNul(text)}, ${isRanked})`
  // To everyone else it is the same query with fewer rows: the columns it joins are nobody's to select.
  return query.innerJoin(hits.as('hit'), 'hit.applicant_id', 'applicants.id')
}

/** Around found words: characters of the private area, which are taken out of what is searched. */
const BEGIN = '\uE000'
const END = '\uE001'
const HEADLINE = `StartSel=${BEGIN},StopSel=${END},MaxWords=14,MinWords=8,ShortWord=0,MaxFragments=1`
/** Of a long CV; a hit behind it is counted, only not shown. */
const SHOWN_OF_CV = 50_000

/** For each of these applicants the first place with a hit, beyond the name and the address, which the list shows anyway. */
export async function listHits(
  db: Queries,
  organizationId: string,
  ids: readonly string[],
  text: string,
): Promise<Record<string, SearchHit>> {
  if (ids.length === 0) return {}
  const { rows } = await sql<{ id: string; source: HitSource; headline: string }>`
    with asked as materialized (
      select nullif(replace(querytree(applicant_query(${withoutNul(text)})), ' & ', ' | '), 'T')::tsquery as query
    )
    select distinct on (applicants.id) applicants.id, place.source, piece.headline
    from asked, applicants
    cross join lateral (values
      (1, 'cover_letter', applicants.cover_letter),
      (2, 'additional_info', applicants.additional_info),
      (3, 'note', (select string_agg(body, ' … ' order by created_at desc) from applicant_notes
        where ${inOrganization(organizationId)} and applicant_id = applicants.id)),
      (4, 'cv', (select left(cv_texts.text, ${SHOWN_OF_CV}) from cv_texts
        where ${inOrganization(organizationId)} and applicant_id = applicants.id)),
      (5, 'links', concat_ws(' ', applicants.linkedin_url, applicants.website_url))
    ) as place (rank, source, text)
    cross join lateral (
      select ts_headline('applicant_words', translate(spaced(place.text), ${BEGIN + END}, ''), asked.query, ${HEADLINE}) as headline
    ) as piece
    where ${inOrganization(organizationId, 'applicants.organization_id')}
      and applicants.id = any(${ids}::uuid[]) and strpos(piece.headline, ${BEGIN}) > 0
    order by applicants.id, place.rank`.execute(db)
  return Object.fromEntries(
    rows.map(({ id, source, headline }) => [id, { source, parts: partsOf(headline) }]),
  )
}

/** Text and marks as parts: what is shown is never markup. */
function partsOf(headline: string): SearchHit['parts'] {
  return headline
    .replace(/\s+/g, ' ')
    .split(BEGIN)
    .flatMap((piece, index) => {
      const [marked = '', rest] = index === 0 ? ['', piece] : piece.split(END)
      return [
        { text: marked, is_found: true },
        { text: rest ?? '', is_found: false },
      ]
    })
    .filter(({ text }) => text !== '')
}

/** The database's text cannot hold it, and nobody types it. */
const withoutNul = (text: string) => text.replaceAll('\0', ' ')
