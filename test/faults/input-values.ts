// Values for a JSON schema: some that fit, so that the check of the input is passed, and some that fit in all places but one.
import fc from 'fast-check'
import { hostileHtml } from '../input/hostile-html.ts'
import { oddStrings } from '../input/odd-strings.ts'

export type JsonSchema = {
  type?: string | string[]
  const?: unknown
  enum?: unknown[]
  format?: string
  minLength?: number
  maxLength?: number
  minimum?: number
  maximum?: number
  minItems?: number
  maxItems?: number
  items?: JsonSchema
  properties?: Record<string, JsonSchema>
  required?: string[]
  additionalProperties?: JsonSchema | boolean
  propertyNames?: JsonSchema
  anyOf?: JsonSchema[]
  oneOf?: JsonSchema[]
}

/** Ids of things that are there, by the name of the field: own ones and those of somebody else. */
export type KnownIds = (name: string) => readonly string[]

const injections = [
  `' or 1=1 --`,
  `'; drop table applicants; --`,
  `1) union select password from users --`,
  `$$; select pg_sleep(0) --`,
  `\\'; copy users to program 'id' --`,
  '{"$ne":null}',
  '%27%20or%201=1',
  '${7*7}',
  '{{constructor.constructor("return 1")()}}',
]
/** Texts that break programs, run as code, or end up in a query. */
const texts = fc.oneof(
  fc.constantFrom(...oddStrings.filter((text) => text.length < 5000)),
  fc.constantFrom(...hostileHtml),
  fc.constantFrom(...injections),
  fc.string({ unit: 'grapheme', maxLength: 60 }),
)
const numbers = fc.constantFrom(
  -1,
  0,
  1,
  1.5,
  2_147_483_648,
  -2_147_483_649,
  9_007_199_254_740_992,
  1e308,
  5e-324,
)
/** Of any kind, for a place that wants another. */
const wrong = fc.oneof(
  texts,
  numbers,
  fc.constantFrom(null, true, false, [], {}, [[]], [null], { a: { b: [] } }),
  fc.constantFrom(
    'a'.repeat(200_000),
    Array.from({ length: 5000 }, () => 'x'),
  ),
  fc.constant(JSON.parse('{"__proto__":{"a":1},"constructor":{"prototype":{}}}') as unknown),
  fc.jsonValue({ maxDepth: 3 }),
)

const formats: Readonly<Record<string, fc.Arbitrary<string>>> = {
  uuid: fc.uuid(),
  email: fc.emailAddress().map((address) => address.toLowerCase()),
  date: fc
    .date({ min: new Date(0), max: new Date('2100-01-01'), noInvalidDate: true })
    .map((date) => date.toISOString().slice(0, 10)),
  'date-time': fc
    .date({ min: new Date(0), max: new Date('2100-01-01'), noInvalidDate: true })
    .map((date) => date.toISOString()),
  uri: fc.webUrl(),
}

function textOf(schema: JsonSchema, name: string, ids: KnownIds): fc.Arbitrary<string> {
  const known = ids(name)
  const own = known.length > 0 ? [fc.constantFrom(...known)] : []
  const formatted = schema.format ? formats[schema.format] : undefined
  if (formatted) return fc.oneof(...own, formatted)
  const minLength = Math.max(schema.minLength ?? 0, 0)
  const maxLength = Math.max(Math.min(schema.maxLength ?? 200, 300), minLength)
  const fitting = texts.map((text) => text.slice(0, maxLength).padEnd(minLength, 'x'))
  const likely = fc.constantFrom(
    'a',
    'Tea Taster',
    'maya@example.com',
    'https://example.com/a',
    '1F6B52',
    '123456',
  )
  return fc.oneof(
    ...own,
    likely.map((text) => text.slice(0, maxLength).padEnd(minLength, 'x')),
    fitting,
  )
}

/** Values that the schema takes, as far as a schema says it. */
export function fittingOf(schema: JsonSchema, name: string, ids: KnownIds): fc.Arbitrary<unknown> {
  if ('const' in schema) return fc.constant(schema.const)
  if (schema.enum) return fc.constantFrom(...schema.enum)
  const choices = schema.anyOf ?? schema.oneOf
  if (choices) return fc.oneof(...choices.map((each) => fittingOf(each, name, ids)))
  const [type] = [schema.type].flat()
  switch (type) {
    case 'string':
      return textOf(schema, name, ids)
    case 'integer':
    case 'number':
      return fc.integer({
        min: Math.ceil(Math.max(schema.minimum ?? -1000, -1_000_000)),
        max: Math.floor(Math.min(schema.maximum ?? 1000, 1_000_000)),
      })
    case 'boolean':
      return fc.boolean()
    case 'null':
      return fc.constant(null)
    case 'array':
      return fc.array(fittingOf(schema.items ?? {}, name, ids), {
        minLength: schema.minItems ?? 0,
        maxLength: Math.min(schema.maxItems ?? 3, (schema.minItems ?? 0) + 3),
      })
    case 'object':
      return objectOf(schema, ids)
    default:
      return wrong
  }
}

function objectOf(schema: JsonSchema, ids: KnownIds): fc.Arbitrary<unknown> {
  const fields = Object.entries(schema.properties ?? {})
  const required = schema.required ?? []
  const model = Object.fromEntries(fields.map(([name, each]) => [name, fittingOf(each, name, ids)]))
  const named = fc.record(model, { requiredKeys: required.filter((name) => name in model) })
  const { additionalProperties: more, propertyNames: names } = schema
  if (typeof more !== 'object' || !names) return named
  return fc.dictionary(fittingOf(names, 'name', ids).map(String), fittingOf(more, 'value', ids), {
    maxKeys: 3,
  })
}

type Change = {
  place: number
  kind: 'missing' | 'wrong' | 'extra' | 'text'
  value: unknown
  text: string
}

/** All the places in a value: paths of names. */
function placesOf(value: unknown, place: readonly string[] = []): (readonly string[])[] {
  const inner =
    typeof value === 'object' && value !== null
      ? Object.entries(value).flatMap(([name, each]) => placesOf(each, [...place, name]))
      : []
  return [place, ...inner]
}

function changed(value: unknown, { place: at, kind, value: other, text }: Change): unknown {
  const copy = structuredClone(value)
  const places = placesOf(copy)
  const place = places[at % places.length]!
  if (place.length === 0) {
    if (kind !== 'extra' || typeof copy !== 'object' || copy === null) return other
    return { ...copy, [text]: other }
  }
  let owner = copy as Record<string, unknown>
  for (const name of place.slice(0, -1)) owner = owner[name] as Record<string, unknown>
  const last = place.at(-1)!
  if (kind === 'missing') delete owner[last]
  // A number as the name of one more would make a list of millions.
  else if (kind === 'extra' && Array.isArray(owner)) owner.push(other)
  else if (kind === 'extra') owner[text] = other
  else owner[last] = kind === 'text' ? text : other
  return copy
}

/** Half of them fit; the other half fit but for one place. */
export function inputsOf(schema: JsonSchema, ids: KnownIds): fc.Arbitrary<unknown> {
  const fitting = fittingOf(schema, '', ids)
  const change: fc.Arbitrary<Change> = fc.record({
    place: fc.nat(40),
    kind: fc.constantFrom('missing', 'wrong', 'extra', 'text'),
    value: wrong,
    text: texts,
  })
  return fc.oneof(
    fitting,
    fc.tuple(fitting, change).map(([value, one]) => changed(value, one)),
  )
}

/** For a path or a query, where everything is a text. */
export const wordsOf = (ids: readonly string[]): fc.Arbitrary<string> =>
  fc.oneof(
    ...(ids.length > 0 ? [fc.constantFrom(...ids)] : []),
    fc.uuid(),
    texts.map((text) => text.toWellFormed().slice(0, 300)),
    numbers.map(String),
  )
