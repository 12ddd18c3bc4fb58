// The app's own data in a shop: metafields of its installation, deleted with it. Refuses like the platform.
import { GraphQLError } from 'graphql'
import type { Install, Shop } from './shops.ts'

/** shopify.dev/docs/apps/build/metafields/metafield-limits, since API version 2026-04. */
const JSON_MOST_BYTES = 128 * 1024
const OTHER_MOST_BYTES = 64 * 1024
const AT_ONCE = 25
const NAME = /^[\w-]{2,64}$/
const KNOWN_TYPES = new Set(['json', 'single_line_text_field', 'multi_line_text_field', 'boolean'])

type Wanted = {
  ownerId: string
  namespace?: string | null
  key: string
  type?: string | null
  value: string
}
type Named = { ownerId: string; namespace: string; key: string }
type Fields = NonNullable<Install['metafields']>

export const installationId = (shop: Shop): string =>
  `gid://shopify/AppInstallation/${shop.number}1`

const nameOf = ({ namespace, key }: { namespace?: string | null; key: string }) =>
  `${namespace ?? '$app'}.${key}`

const record = (name: string, { type, value }: Fields[string]) => {
  const place = name.indexOf('.')
  return {
    __typename: 'Metafield',
    id: `gid://shopify/Metafield/${name}`,
    namespace: name.slice(0, place),
    key: name.slice(place + 1),
    type,
    value,
  }
}

/** The fields of the installation about its metafields. */
export function metafieldsOf(shop: Shop) {
  const fields = shop.install?.metafields ?? {}
  return {
    metafield: (asked: { namespace?: string; key: string }) => {
      const found = fields[nameOf(asked)]
      return found ? record(nameOf(asked), found) : null
    },
    metafields: ({ namespace, first }: { namespace?: string; first?: number }) => ({
      nodes: Object.entries(fields)
        .filter(([name]) => !namespace || name.startsWith(`${namespace}.`))
        .slice(0, first ?? 50)
        .map(([name, field]) => record(name, field)),
    }),
  }
}

/** Atomic: all fields of a call or none. */
export function metafieldMutations(shop: Shop) {
  return {
    metafieldsSet: ({ metafields }: { metafields: Wanted[] }) => {
      limit(metafields)
      const userErrors = metafields.flatMap((wanted, elementIndex) => {
        const problem = problemOf(shop, wanted)
        return problem
          ? [{ ...problem, elementIndex, field: ['metafields', String(elementIndex)] }]
          : []
      })
      if (userErrors.length > 0 || !shop.install) return { metafields: [], userErrors }
      const fields = (shop.install.metafields ??= {})
      for (const wanted of metafields) {
        // Serialised again by the platform: the keys of an object may change their order.
        const value = wanted.type === 'json' ? turned(wanted.value) : wanted.value
        fields[nameOf(wanted)] = { type: wanted.type ?? '', value }
      }
      const written = metafields.map((wanted) => {
        const name = nameOf(wanted)
        return record(name, { type: wanted.type ?? '', value: wanted.value })
      })
      return { metafields: written, userErrors: [] }
    },
    metafieldsDelete: ({ metafields }: { metafields: Named[] }) => {
      limit(metafields)
      if (metafields.some(({ ownerId }) => ownerId !== installationId(shop))) {
        return { deletedMetafields: [], userErrors: [{ field: null, message: NOT_ALLOWED }] }
      }
      for (const named of metafields) delete shop.install?.metafields?.[nameOf(named)]
      return { deletedMetafields: metafields, userErrors: [] }
    },
  }
}

const NOT_ALLOWED =
  'Access to this namespace and key on Metafields for this resource type is not allowed.'

function limit(inputs: readonly unknown[]): void {
  if (inputs.length <= AT_ONCE) return
  throw new GraphQLError(
    `The input array size of ${inputs.length} is greater than the maximum allowed of ${AT_ONCE}.`,
    { extensions: { code: 'MAX_INPUT_SIZE_EXCEEDED' } },
  )
}

function problemOf(
  shop: Shop,
  { ownerId, namespace, key, type, value }: Wanted,
): { code: string; message: string } | undefined {
  // The app may write nothing else: products and customers need scopes that it does not have.
  if (ownerId !== installationId(shop) || shop.refuses_metafields)
    return { code: 'APP_NOT_AUTHORIZED', message: NOT_ALLOWED }
  if (!NAME.test(key) || !NAME.test((namespace ?? 'app').replace('$', ''))) {
    return { code: 'INVALID', message: 'Key is invalid.' }
  }
  if (!type) return { code: 'BLANK', message: "Type can't be blank" }
  if (!KNOWN_TYPES.has(type)) {
    return { code: 'INVALID_TYPE', message: `Type ${type} is not valid` }
  }
  const most = type === 'json' ? JSON_MOST_BYTES : OTHER_MOST_BYTES
  if (Buffer.byteLength(value) > most) {
    return { code: 'TOO_LONG', message: `Value is too long (maximum is ${most} bytes).` }
  }
  if (type === 'json' && !isJson(value)) {
    return { code: 'INVALID_VALUE', message: 'Value is invalid JSON.' }
  }
  return undefined
}

function isJson(value: string): boolean {
  try {
    JSON.parse(value)
    return true
  } catch {
    return false
  }
}

const turned = (value: string): string =>
  JSON.stringify(JSON.parse(value), (_, inner: unknown) =>
    inner !== null && typeof inner === 'object' && !Array.isArray(inner)
      ? Object.fromEntries(Object.entries(inner).toReversed())
      : inner,
  )

/** As in Liquid: `app.metafields.{namespace}.{key}.value`, parsed from JSON. */
export function liquidMetafields(shop: Shop): Record<string, Record<string, { value: unknown }>> {
  const spaces: Record<string, Record<string, { value: unknown; type: string }>> = {}
  for (const [name, field] of Object.entries(shop.install?.metafields ?? {})) {
    const { namespace, key, type, value } = record(name, field)
    const space = (spaces[namespace] ??= {})
    space[key] = { type, value: type === 'json' ? (JSON.parse(value) as unknown) : value }
  }
  return spaces
}
