// The largest input that a contract takes, grown from a small one that it takes: each field is added, or made longer, as far
// as the schema still accepts it.
import { z } from 'zod'
import type { JsonSchema } from './input-values.ts'

/** No JSON body of ours may be larger (src/http/json-body.ts). */
const BODY_BYTES = 255 * 1024
const TEXTS = [BODY_BYTES, 100_000, 20_000, 5000, 1000, 200, 40, 6]
const ITEMS = [1000, 100, 20, 5, 1]
const NUMBERS = [2_147_483_647, 1_000_000, 1000, 50, 1]

/** Marks, lists, braces and scripts: what makes reading, sanitizing and drawing a text more expensive. */
const WORDS = '- {first_name} <b>&amp;</b> Zażółć 日本語 العربية ’n “x” https://a.example/?q=1\n'

const textOf = (length: number): string =>
  WORDS.repeat(Math.ceil(length / WORDS.length)).slice(0, length)

/** Ids that the asker may name, by the name of the field. */
export type OwnIds = (name: string) => readonly unknown[]

/** From the largest to the smallest. */
function candidates(schema: JsonSchema, name: string, ids: OwnIds, depth = 0): unknown[] {
  if ('const' in schema) return [schema.const]
  const own = ids(name)
  const type = [schema.type].flat().find((each) => each !== 'null')
  if (own.length > 0 && type !== 'array') return [...own]
  if (schema.enum) return schema.enum
  const choices = schema.anyOf ?? schema.oneOf
  if (choices) return choices.flatMap((each) => candidates(each, name, ids, depth))
  if (type === 'boolean') return [true]
  if (type === 'integer' || type === 'number')
    return [schema.maximum, ...NUMBERS].filter((each) => each !== undefined)
  if (type === 'string') return textsOf(schema)
  if (type === 'array') return listsOf(schema, name, ids, depth)
  if (type === 'object' && depth < 4) return objectsOf(schema, ids, depth)
  return []
}

function textsOf({ format, maxLength }: JsonSchema): string[] {
  const host = `${'a'.repeat(60)}.example`
  if (format === 'email') return [`${'a'.repeat(60)}@${host}`, 'ana@example.com']
  if (format === 'uri') return [`https://${host}/${'a'.repeat(1900)}`, `https://${host}/`]
  if (format === 'date') return ['2026-12-31']
  if (format === 'date-time') return ['2026-12-31T12:00:00Z']
  if (format) return []
  const lengths = maxLength === undefined ? TEXTS : [maxLength, maxLength / 2]
  return [
    ...lengths.map((length) => textOf(Math.floor(length))),
    ...lengths.map((length) => 'a'.repeat(Math.floor(length))),
  ]
}

function listsOf(
  { items = {}, maxItems }: JsonSchema,
  name: string,
  ids: OwnIds,
  depth: number,
): unknown[] {
  const own = ids(name)
  const lengths = maxItems === undefined ? ITEMS : [maxItems, ...ITEMS]
  const each = own.length > 0 ? [] : candidates(items, name, ids, depth + 1)
  return [
    ...lengths.map((length) => own.slice(0, length)),
    ...lengths.flatMap((length) =>
      each
        // Longer ones need no trying, and would take a minute of this process.
        .filter((item) => JSON.stringify(item).length * length <= BODY_BYTES)
        .map((item) => Array.from({ length }, (_, at) => distinct(item, at))),
    ),
  ].filter((list) => list.length > 0)
}

/** Lists of texts may refuse a repeated one. */
const distinct = (item: unknown, at: number): unknown =>
  typeof item === 'string' && item.length > 8 ? `${at}${item}`.slice(0, item.length) : item

function objectsOf({ properties = {} }: JsonSchema, ids: OwnIds, depth: number): unknown[] {
  const fields = Object.entries(properties).map(
    ([name, each]) => [name, candidates(each, name, ids, depth + 1)] as const,
  )
  // All fields at their largest, then at their smallest.
  return [0, -1].map((place) =>
    Object.fromEntries(
      fields.flatMap(([name, some]) => (some.length > 0 ? [[name, some.at(place)]] : [])),
    ),
  )
}

/** `base`: an input that the schema takes, or nearly so; what it lacks is filled in. Undefined when no input was found. */
export function largestInput(
  schema: z.ZodType,
  base: Record<string, unknown>,
  ids: OwnIds,
): unknown {
  const described = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as JsonSchema
  const fields = Object.entries(described.properties ?? {})
  const fits = (value: unknown) =>
    JSON.stringify(value).length <= BODY_BYTES && schema.safeParse(value).success
  const value: Record<string, unknown> = { ...base }
  for (const [name, field] of fields) {
    if (described.required?.includes(name) && !(name in value)) {
      value[name] = candidates(field, name, ids).at(-1)
    }
  }
  for (const [name, field] of fields) {
    for (const candidate of candidates(field, name, ids)) {
      if (!fits(Object.assign({}, value, { [name]: candidate }))) continue
      value[name] = candidate
      break
    }
  }
  return fits(value) ? value : undefined
}
