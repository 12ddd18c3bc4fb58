// Pages of a list by key: a page begins after the last row of the previous one, so a deep page costs as much as the
// first.
import { sql, type RawBuilder, type SelectQueryBuilder } from 'kysely'
import { UUID } from '#domain/uuid.ts'

/** A sort key: what rows are compared by, how it is written into a cursor, and how it is read back. */
export type SortKey = {
  value: RawBuilder<unknown>
  asText: RawBuilder<string>
  pattern: RegExp
  read: (text: string) => RawBuilder<unknown>
}

export const idKey = (column = 'id'): SortKey => ({
  value: sql.ref(column),
  asText: sql`${sql.ref(column)}::text`,
  pattern: UUID,
  read: (text) => sql`${text}::uuid`,
})

export const momentKey = (column = 'created_at'): SortKey => ({
  value: sql.ref(column),
  // The column has milliseconds only, and a number has no time zone.
  asText: sql`(extract(epoch from ${sql.ref(column)}) * 1000)::bigint::text`,
  pattern: /^\d{1,14}$/,
  read: (text) => sql`to_timestamp(${text}::bigint / 1000.0)`,
})

export const textKey = (value: RawBuilder<string>): SortKey => ({
  value,
  asText: value,
  pattern: /^[^\0]*$/,
  read: (text) => sql`${text}::text`,
})

export const numberKey = (
  value: RawBuilder<unknown>,
  { pattern, type }: { pattern: RegExp; type: 'int' | 'bigint' },
): SortKey => ({
  value,
  asText: sql`(${value})::text`,
  pattern,
  read: (text) => sql`${text}::${sql.raw(type)}`,
})

/** The same keys as its index; the last one is unique, so that no two rows are equal. */
export type Order = { name: string; keys: readonly SortKey[]; isDown: boolean }

/** A row's place in an order. */
export type Place = readonly string[]
/** As JSON of the database: of all rows of a page only the last one's is parsed. */
export type PlaceText = string

/** A client's request: `cursor` from the previous page. */
export type PageRequest = { cursor: string | undefined; size: number }

/** `next_cursor` is null on the last page. */
export type Page<Row> = { rows: Row[]; next_cursor: string | null }

/** One page of a query. */
export async function listPage<DB, Tables extends keyof DB, Output>(
  query: SelectQueryBuilder<DB, Tables, Output>,
  order: Order,
  page: PageRequest,
): Promise<Page<Omit<Output & { cursor: PlaceText }, 'cursor'>>> {
  const rows = inOrder(query, order, rowsOf(order, page))
  return pageOf(order, await rows.execute(), page.size)
}

/** Where a page begins, and how many rows are read: one more than is shown, to know whether there is a next page. */
export const rowsOf = (order: Order, { cursor, size }: PageRequest) => ({
  after: readCursor(order, cursor),
  limit: size + 1,
})

/** A query in an order, each row with its place in it as `cursor`. */
export function inOrder<DB, Tables extends keyof DB, Output>(
  query: SelectQueryBuilder<DB, Tables, Output>,
  { keys, isDown }: Order,
  { after, limit }: { after: Place | undefined; limit: number },
) {
  const place = sql<PlaceText>`json_build_array(${sql.join(keys.map(({ asText }) => asText))})::text`
  let ordered = query.select(place.as('cursor'))
  if (after) {
    const row = sql.join(keys.map(({ value }) => value))
    const values = sql.join(keys.map(({ read }, index) => read(after[index] ?? '')))
    ordered = ordered.where(sql<boolean>`(${row}) ${sql.raw(isDown ? '<' : '>')} (${values})`)
  }
  for (const { value } of keys) ordered = ordered.orderBy(value, isDown ? 'desc' : 'asc')
  // Inlined and not a parameter, because the best plan depends on it.
  return ordered.limit(sql.lit(limit)).$castTo<Output & { cursor: PlaceText }>()
}

/** The rows that are shown, without their places, and the cursor of the next page. */
export function pageOf<Row extends { cursor: PlaceText }>(
  { name }: Order,
  rows: readonly Row[],
  size: number,
): Page<Omit<Row, 'cursor'>> {
  const last = rows.length > size ? rows[size - 1] : undefined
  return {
    rows: rows.slice(0, size).map(withoutPlace),
    next_cursor: last
      ? Buffer.from(JSON.stringify([name, ...readPlace(last.cursor)])).toString('base64url')
      : null,
  }
}

const readPlace = (text: PlaceText) => JSON.parse(text) as Place

function withoutPlace<Row extends { cursor: PlaceText }>(placed: Row): Omit<Row, 'cursor'> {
  const { cursor: _, ...row } = placed
  return row
}

/** An invalid cursor, or one of another order, begins at the start: an old link still shows a list. */
function readCursor({ name, keys }: Order, cursor: string | undefined): Place | undefined {
  if (!cursor) return undefined
  const values = parsed(Buffer.from(cursor, 'base64url').toString())
  if (!Array.isArray(values) || values[0] !== name || values.length !== keys.length + 1) {
    return undefined
  }
  const place: unknown[] = values.slice(1)
  const isPlace = (texts: unknown[]): texts is string[] =>
    keys.every(({ pattern }, index) => {
      const text = texts[index]
      return typeof text === 'string' && pattern.test(text)
    })
  return isPlace(place) ? place : undefined
}

function parsed(json: string): unknown {
  try {
    return JSON.parse(json)
  } catch {
    return undefined
  }
}
