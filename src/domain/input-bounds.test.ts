// Every text, number, list and record from outside has a limit: checks all schemas of the domain layer.
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { functionRefusalAnswer, isJsonAnswer, refusalAnswer, type Contract } from './contract.ts'
import { contracts } from './contracts.ts'

const modules = import.meta.glob<Record<string, unknown>>(['./**/*.ts', '!./**/*.test.ts'], {
  eager: true,
})

/** What the server answers, and all that it is made of: it comes from inside. */
const answered = new Set<z.core.$ZodType>()
function add(schema: z.core.$ZodType): void {
  if (answered.has(schema)) return
  answered.add(schema)
  const { def } = (schema as z.core.$ZodTypes)._zod
  if (def.type === 'object') Object.values(def.shape).forEach(add)
  if (def.type === 'array') add(def.element)
  if (def.type === 'record') add(def.valueType)
  if (def.type === 'union') def.options.forEach(add)
  if (def.type === 'optional' || def.type === 'nullable' || def.type === 'readonly') {
    add(def.innerType)
  }
}
const table = Object.values<Contract>(contracts)
add(refusalAnswer)
add(functionRefusalAnswer)
for (const { answer } of table) {
  if (isJsonAnswer(answer)) add(answer)
  else if (answer?.line) add(answer.line)
}
/** Also one that answers are put together from, field by field. */
const isAnswered = (schema: z.ZodType): boolean =>
  answered.has(schema) ||
  (schema instanceof z.ZodObject &&
    Object.values<z.core.$ZodType>(schema.shape).every((field) => answered.has(field)))
const isAsked = (schema: z.ZodType) =>
  table.some(({ body, query }) => body === schema || query === schema)

const schemas = Object.entries(modules).flatMap(([file, exported]) =>
  Object.entries(exported)
    .filter((entry): entry is [string, z.ZodType] => entry[1] instanceof z.ZodType)
    .filter(([, schema]) => isAsked(schema) || !isAnswered(schema))
    .map(([name, schema]) => ({ name: `${file.split('/').at(-1)} ${name}`, schema })),
)

/** Where something may be as large as a body: by schema and place, and why. */
const allowed: Readonly<Record<string, string>> = {
  'contract.ts cursorQuery.cursor: text': 'one that is not ours begins at the beginning',
  'register.ts registerQuery.cursor: text': 'one that is not ours begins at the beginning',
  'audit.ts auditReportInput.p_ip_address: unknown': 'is not read',
  'audit.ts auditReportInput.p_user_agent: unknown': 'is not read',
  'token-api.ts otpInput.data: unknown': 'is not read',
  'verification.ts verificationInput.shopifyStoreUrl: transformed': 'readShop takes 500 characters',
  'store-input.ts shopifyOauthInput|1: transformed': 'is read once more, as `query`',
  'store-notices.ts customerNotice: transformed': 'signed by the platform; a number becomes a text',
  'job-descriptions.ts growingAnswer.fullDescription: transformed': 'cut where it is read',
  'job-descriptions.ts growingAnswer.requiredQualifications: transformed': 'cut where it is read',
  'job-descriptions.ts growingAnswer.benefits: transformed': 'cut where it is read',
  'job-translations.ts translationAnswer.title: text':
    'readTranslation refuses what is too long for the field',
  'job-translations.ts translationAnswer.description|0: text':
    'readTranslation refuses what is too long for the field',
  'job-translations.ts translationAnswer.description|1: transformed':
    'readTranslation refuses what is too long for the field',
  'job-translations.ts translationAnswer.requirements|0: text':
    'readTranslation refuses what is too long for the field',
  'job-translations.ts translationAnswer.requirements|1: transformed':
    'readTranslation refuses what is too long for the field',
  'job-translations.ts translationAnswer.benefits|0: text':
    'readTranslation refuses what is too long for the field',
  'job-translations.ts translationAnswer.benefits|1: transformed':
    'readTranslation refuses what is too long for the field',
  'job-translations.ts growingTranslation: unknown': 'is not read',
  'providers.ts openIdProvider.id: text': 'a setting of the operator',
  'providers.ts openIdProvider.issuer: text': 'a setting of the operator',
  'providers.ts openIdProvider.scopes: list': 'a setting of the operator',
  'providers.ts openIdProvider.scopes[]: text': 'a setting of the operator',
}

const hasCheck = (schema: z.core.$ZodType, ...kinds: string[]): boolean =>
  (schema._zod.def.checks ?? []).some((check) => kinds.includes(check._zod.def.check))

/** The places of `schema` that have no end. */
function endless(schema: z.core.$ZodType, place: string): string[] {
  const { def } = (schema as z.core.$ZodTypes)._zod
  switch (def.type) {
    case 'string': {
      const { format } = def as { format?: string }
      const isShort = ['uuid', 'date', 'datetime', 'guid'].includes(format ?? '')
      return isShort || hasCheck(schema, 'max_length', 'length_equals') ? [] : [`${place}: text`]
    }
    case 'number':
      return hasCheck(schema, 'less_than') && hasCheck(schema, 'greater_than')
        ? []
        : [`${place}: number`]
    case 'array':
      return [
        ...(hasCheck(schema, 'max_length', 'length_equals') ? [] : [`${place}: list`]),
        ...endless(def.element, `${place}[]`),
      ]
    case 'object':
      // A rule of its own, such as one on the length of all of it as JSON.
      if (hasCheck(schema, 'custom') && def.catchall) return []
      return [
        ...Object.entries(def.shape).flatMap(([name, each]) => endless(each, `${place}.${name}`)),
        ...(def.catchall && def.catchall._zod.def.type !== 'never' ? [`${place}: more`] : []),
      ]
    case 'record':
      if (hasCheck(schema, 'custom')) return []
      return [`${place}: record`, ...endless(def.valueType, `${place}{}`)]
    case 'tuple':
      return def.items.flatMap((each, at) => endless(each, `${place}[${at}]`))
    case 'union':
      return def.options.flatMap((each, at) => endless(each, `${place}|${at}`))
    // What goes through two schemas is bounded by either.
    case 'pipe':
      return endless(def.in, place).length === 0 ? [] : endless(def.out, place)
    case 'transform':
      return [`${place}: transformed`]
    case 'optional':
    case 'nullable':
    case 'default':
    case 'catch':
      return endless(def.innerType, place)
    case 'enum':
    case 'literal':
    case 'boolean':
    case 'null':
    case 'undefined':
    case 'never':
      return []
    default:
      return [`${place}: ${def.type}`]
  }
}

describe('schemas', () => {
  test('are seen', () => expect(schemas.length).toBeGreaterThan(60))

  // shows: V2.2.1
  test('have an end everywhere', () => {
    const found = schemas.flatMap(({ name, schema }) => endless(schema, name))
    expect(found.filter((place) => !allowed[place])).toEqual([])
    expect(Object.keys(allowed).filter((place) => !found.includes(place))).toEqual([])
  })
})
