// The SQL conditions of a filter or a selection of applicants.
import { sql, type SelectQueryBuilder } from 'kysely'
import type { ApplicantSelection } from '#domain/applicants/applicant-batches.ts'
import type { ApplicantFilter } from '#domain/applicants/applicants.ts'
import type { OrganizationId } from '#domain/organizations/organization-id.ts'
import type { Queries } from '../database.ts'
import { inOrganization } from '../organization-filter.ts'
import type { Schema } from '../schema.ts'
import { findHits, fits, type HitPart, type Hits } from './applicant-search.ts'

export type Filter = Omit<ApplicantFilter, 'tab'>

/** Filters by columns that the maintained counts do not have. */
export const isMarked = ({ star, tag, source, withdrawn }: Filter): boolean =>
  [star, tag, source, withdrawn].some((value) => value !== undefined)

/** Filters by anything except the text. */
export const isNarrowed = ({ tab, position, customer, contact, ...filter }: ApplicantFilter) =>
  tab !== 'all' ||
  isMarked(filter) ||
  [position, customer, contact].some((value) => value !== undefined)

/** Conditions on columns that both the applicants and their counts have. */
export function narrowed<Table extends 'applicants' | 'applicant_counts', Output>(
  query: SelectQueryBuilder<Schema, Table, Output>,
  organizationId: OrganizationId,
  { position, customer, contact }: Filter,
): SelectQueryBuilder<Schema, Table, Output> {
  let rows = query.where(inOrganization(organizationId))
  if (position) rows = rows.where(sql<boolean>`role_id = ${position}::uuid`)
  if (customer) rows = rows.where(sql<boolean>`is_existing_customer = ${customer === 'customer'}`)
  if (contact) rows = rows.where(sql<boolean>`contacted = ${contact === 'contacted'}`)
  return rows
}

/** Conditions on columns that only the applicants have. */
export function marked<Output>(
  query: SelectQueryBuilder<Schema, 'applicants', Output>,
  organizationId: OrganizationId,
  filter: Filter,
): SelectQueryBuilder<Schema, 'applicants', Output> {
  const { star, tag, source, withdrawn } = filter
  let rows = narrowed(query, organizationId, filter).where(
    'withdrawn_at',
    withdrawn ? 'is not' : 'is',
    null,
  )
  if (star) rows = rows.where('starred', '=', sql<boolean>`true`)
  if (source) rows = rows.where('source', '=', source)
  if (tag) {
    rows = rows.where((eb) =>
      eb.exists(
        eb
          .selectFrom('applicant_tags')
          .select('applicant_tags.tag_key')
          .where(inOrganization(organizationId, 'applicant_tags.organization_id'))
          .where('applicant_tags.tag_key', '=', tag)
          .whereRef('applicant_tags.applicant_id', '=', 'applicants.id'),
      ),
    )
  }
  return rows
}

/** `hits`: those of the filter's text, if it has one. */
export function filtered<Output>(
  query: SelectQueryBuilder<Schema, 'applicants', Output>,
  organizationId: OrganizationId,
  { tab, ...filter }: ApplicantFilter,
  hits: Hits | undefined,
  part?: HitPart,
): SelectQueryBuilder<Schema, 'applicants', Output> {
  const all = marked(query, organizationId, filter)
  const rows = tab === 'all' ? all : all.where('status', '=', tab)
  return hits ? rows.where(fits(organizationId, hits, part)) : rows
}

/** The hits of a filter's text, if it has one. */
export const findHitsOf = async (db: Queries, { q }: Filter): Promise<Hits | undefined> =>
  q ? findHits(db, q) : undefined

/** The same for a selection. */
export const hitsOf = async (
  db: Queries,
  selection: ApplicantSelection,
): Promise<Hits | undefined> =>
  'filter' in selection ? findHitsOf(db, selection.filter) : undefined

/** The applicants of a selection, by ids or by a filter. */
export function selected<Output>(
  query: SelectQueryBuilder<Schema, 'applicants', Output>,
  organizationId: OrganizationId,
  selection: ApplicantSelection,
  hits: Hits | undefined,
): SelectQueryBuilder<Schema, 'applicants', Output> {
  if ('ids' in selection) {
    return query
      .where(inOrganization(organizationId))
      .where('id', '=', sql<string>`any(${selection.ids}::uuid[])`)
  }
  const { filter, until } = selection
  const found = filtered(query, organizationId, filter, hits)
  return until ? found.where('created_at', '<=', until) : found
}
