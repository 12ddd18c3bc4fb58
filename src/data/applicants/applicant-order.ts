// The orders of the list of applicants, and the places in them where a page begins.
import { sql, type RawBuilder, type SelectQueryBuilder } from 'kysely'
import { hiringSteps, type ApplicantSort } from '#domain/applicants/applicants.ts'
import { UUID } from '#domain/uuid.ts'
import type { Schema } from '../schema.ts'

/** How a key is written into a cursor, and read back. */
type SortKey = {
  value: RawBuilder<unknown>
  asText: RawBuilder<string>
  pattern: RegExp
  read: (text: string) => RawBuilder<unknown>
}

const id: SortKey = {
  value: sql.ref('id'),
  asText: sql`id::text`,
  pattern: UUID,
  read: (text) => sql`${text}::uuid`,
}
const created: SortKey = {
  value: sql.ref('created_at'),
  // Milliseconds are all that the column keeps, and a number has no time zone.
  asText: sql`(extract(epoch from created_at) * 1000)::bigint::text`,
  pattern: /^\d{1,14}$/,
  read: (text) => sql`to_timestamp(${text}::bigint / 1000.0)`,
}
const textKey = (value: RawBuilder<string>): SortKey => ({
  value,
  asText: value,
  pattern: /^[^\0]*$/,
  read: (text) => sql`${text}::text`,
})
/** Must match the index applicants_stage_idx exactly. */
const stage = sql`case status ${sql.join(
  hiringSteps.map((step, place) => sql`when ${sql.lit(step)} then ${sql.lit(place)}`),
  sql` `,
)} else ${sql.lit(hiringSteps.length)} end`

/** What each order compares, the same as its index does; the id last, so that no two rows are equal. */
const sortKeys: Record<'match' | 'applied' | 'name' | 'position' | 'status', readonly SortKey[]> = {
  // What `withScore` in applicant-search.ts joins.
  match: [
    {
      value: sql.ref('hit.score'),
      asText: sql`hit.score::text`,
      pattern: /^\d{1,7}$/,
      read: (text) => sql`${text}::int`,
    },
    created,
    id,
  ],
  applied: [created, id],
  name: [textKey(sql.ref('sort_name')), id],
  position: [textKey(sql.ref('sort_role')), created, id],
  status: [
    {
      value: stage,
      asText: sql`(${stage})::text`,
      pattern: /^\d$/,
      read: (text) => sql`${text}::int`,
    },
    created,
    id,
  ],
}
const keysOf = (sort: ApplicantSort) => sortKeys[sort.replace('-', '') as keyof typeof sortKeys]

/** A row's place in an order. The next page begins after it, so a deep page costs what the first costs. */
export type Cursor = readonly string[]

/** Undefined when `values` are no place in this order. */
export function readCursor(sort: ApplicantSort, values: unknown): Cursor | undefined {
  const keys = keysOf(sort)
  if (!Array.isArray(values) || values.length !== keys.length) return undefined
  const isPlace = keys.every(({ pattern }, index) => {
    const value: unknown = values[index]
    return typeof value === 'string' && pattern.test(value)
  })
  return isPlace ? (values as string[]) : undefined
}

export type ListPage = { sort: ApplicantSort; after: Cursor | undefined; limit: number }

/** One page of a query, with each row's place in the order. */
export function inOrder<Output>(
  query: SelectQueryBuilder<Schema, 'applicants', Output>,
  { sort, after, limit }: ListPage,
) {
  const keys = keysOf(sort)
  const down = sort === 'match' || sort.startsWith('-')
  const place = sql<Cursor>`array[${sql.join(keys.map(({ asText }) => asText))}]`
  let ordered = query.select(place.as('cursor'))
  if (after) {
    const row = sql.join(keys.map(({ value }) => value))
    const values = sql.join(keys.map(({ read }, index) => read(after[index] ?? '')))
    ordered = ordered.where(sql<boolean>`(${row}) ${sql.raw(down ? '<' : '>')} (${values})`)
  }
  for (const { value } of keys) ordered = ordered.orderBy(value, down ? 'desc' : 'asc')
  return ordered.limit(limit)
}
