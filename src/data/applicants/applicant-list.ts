// Pages of filtered applicants, and the ids of a selection.
import type { ApplicantSelection } from '#domain/applicants/applicant-batches.ts'
import type { ApplicantFilter, ApplicantRow, ApplicantSort } from '#domain/applicants/applicants.ts'
import type { OrganizationId } from '#domain/organizations/organization-id.ts'
import type { Queries } from '../database.ts'
import {
  inOrder,
  listPage,
  pageOf,
  rowsOf,
  type Page,
  type PageRequest,
  type PlaceText,
} from '../paging.ts'
import { rowColumns } from './applicant-columns.ts'
import { filtered, findHitsOf, hitsOf, isNarrowed, selected } from './applicant-filter.ts'
import { applicantOrder } from './applicant-order.ts'
import {
  areFew,
  areNamed,
  placeOfHit,
  withHits,
  withScore,
  type HitPart,
  type Hits,
} from './applicant-search.ts'

/** A page of the filtered applicants; with `hits` the text is not searched again. */
export async function listApplicants(
  db: Queries,
  organizationId: OrganizationId,
  filter: ApplicantFilter,
  { sort, ...page }: PageRequest & { sort: ApplicantSort; hits?: Hits | undefined },
): Promise<Page<ApplicantRow>> {
  const order = applicantOrder(sort)
  const hits = page.hits ?? (await findHitsOf(db, filter))
  if (sort === 'match' && hits && !areFew(hits)) {
    const rows = await listManyHits(db, organizationId, filter, hits, rowsOf(order, page))
    return pageOf(order, rows, page.size)
  }
  if (hits && (sort === 'applied' || sort === '-applied')) {
    const found = byTime(db, organizationId, { filter, hits, part: 'all', sort })
    return listPage(found.rows, found.order, page)
  }
  const rows = filtered(
    db.selectFrom('applicants').select(rowColumns),
    organizationId,
    filter,
    hits,
  )
  const weighed = sort === 'match' && hits ? withScore(rows, organizationId, hits.text) : rows
  return listPage(weighed, order, page)
}

/** Hits in an order by time, and the keys of the index that they are read from. */
function byTime(
  db: Queries,
  organizationId: OrganizationId,
  {
    filter,
    hits,
    part,
    sort,
  }: { filter: ApplicantFilter; hits: Hits; part: HitPart; sort: 'applied' | '-applied' },
) {
  const order = applicantOrder(sort)
  const query = db.selectFrom('applicants').select(rowColumns)
  // With a further condition an index of applicants is cheaper: fewer rows are checked than the order by time would
  // skip.
  if (areNamed(hits, part) || isNarrowed(filter)) {
    return { rows: filtered(query, organizationId, filter, hits, part), order }
  }
  const rows = withHits(
    filtered(query, organizationId, filter, undefined),
    organizationId,
    hits,
    part,
  )
  return { rows, order: { ...order, keys: placeOfHit } }
}

type PlacedApplicant = ApplicantRow & { cursor: PlaceText }

type RowsOfPage = ReturnType<typeof rowsOf>

/** Too many hits to rank: matches of the name or address, newest first, then all others, newest first. */
async function listManyHits(
  db: Queries,
  organizationId: OrganizationId,
  filter: ApplicantFilter,
  hits: Hits,
  { after, limit }: RowsOfPage,
): Promise<PlacedApplicant[]> {
  const list = async (part: 'called' | 'others', page: RowsOfPage): Promise<PlacedApplicant[]> => {
    if (hits[part]?.length === 0) return []
    const { rows, order } = byTime(db, organizationId, { filter, hits, part, sort: '-applied' })
    const found = await inOrder(rows, order, page).execute()
    // The score precedes the other keys of the place.
    for (const row of found) row.cursor = row.cursor.replace('[', `["${SCORES[part]}", `)
    return found
  }
  const [score, ...place] = after ?? []
  const start = after && place
  if (score === SCORES.others) return list('others', { after: start, limit })
  const called = await list('called', { after: start, limit })
  if (called.length === limit) return called
  const others = await list('others', { after: undefined, limit })
  return [...called, ...others].slice(0, limit)
}

/** As they stand in a place of the order 'match'. */
const SCORES = { called: '1', others: '0' }

/** The ids of a selection, in batches in the order of ids, which no use case changes. */
export async function listApplicantIds(
  db: Queries,
  organizationId: OrganizationId,
  selection: ApplicantSelection,
  page: { after: string | undefined; limit: number },
): Promise<{ id: string }[]> {
  const ids = db.selectFrom('applicants').select('id')
  const query = selected(ids, organizationId, selection, await hitsOf(db, selection))
  const rest = page.after ? query.where('id', '>', page.after) : query
  return rest.orderBy('id').limit(page.limit).execute()
}
