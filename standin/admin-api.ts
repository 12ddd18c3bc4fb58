// The Admin API: executes operations on the platform's real schema, and refuses like the platform.
import { Hono } from 'hono'
import {
  execute,
  Kind,
  OperationTypeNode,
  parse,
  validate,
  visit,
  type DocumentNode,
  type GraphQLSchema,
} from 'graphql'
import { API_VERSION, readRequirements, readSchema, refusedFields } from './access-scopes.ts'
import type { StandIn } from './options.ts'
import { rootOf } from './records.ts'
import { takeFault, type Shop } from './shops.ts'

/** shopify.dev/docs/api/usage/limits, of a standard plan. */
const BUCKET = { most: 2000, perSecond: 100 }
const MUTATION_POINTS = 10
const CUSTOMER_FIELDS = /^customer/i

export function adminApiRoutes(standIn: StandIn): Hono {
  const { shops, app } = standIn
  // Read at the first request: a demo that never connects its store starts faster.
  let read: { schema: GraphQLSchema; requirements: ReturnType<typeof readRequirements> } | undefined

  return new Hono().post('/:shop/admin/api/:version/graphql.json', async (c) => {
    const domain = c.req.param('shop')
    const shop = shops.findByToken(domain, c.req.header('x-shopify-access-token') ?? '')
    if (!shop) {
      return c.json(
        {
          errors:
            '[API] Invalid API key or access token (unrecognized login or wrong access token)',
        },
        401,
      )
    }
    if (c.req.param('version') !== API_VERSION) return c.json({ errors: 'Not Found' }, 404)
    const { query = '', variables = {} } = await c.req.json<{
      query?: string
      variables?: Record<string, unknown>
    }>()
    const fault = takeFault(shop, 'graphql', /(?:query|mutation) (\w+)/.exec(query)?.[1])
    const isLost = fault?.kind === 'lost'
    const isBusy = fault?.kind === 'throttled'
    if (fault && fault.kind !== 'passes' && !isLost && !isBusy) return standIn.fail(c, fault)

    c.header('X-Shopify-API-Version', shop.api_version ?? API_VERSION)
    read ??= { schema: readSchema(), requirements: readRequirements() }
    const { schema, requirements } = read
    let document: DocumentNode
    try {
      document = parse(query)
    } catch (error) {
      return c.json({ errors: [{ message: (error as Error).message }] })
    }
    const mistakes = validate(schema, document)
    if (mistakes.length > 0) {
      return c.json({ errors: mistakes.map(({ message, locations }) => ({ message, locations })) })
    }

    const points = costOf(document, variables)
    const left = pointsLeft(shop)
    const cost = (actual: number | null) => ({
      cost: {
        requestedQueryCost: points,
        actualQueryCost: actual,
        throttleStatus: {
          maximumAvailable: BUCKET.most,
          currentlyAvailable: Math.floor(pointsLeft(shop)),
          restoreRate: BUCKET.perSecond,
        },
      },
    })
    if (isBusy || points > left) {
      if (isBusy) shop.points = { left: 0, at: Date.now() }
      const extensions = { code: 'THROTTLED', documentation: 'rate limits' }
      return c.json({
        errors: [{ message: 'Throttled', extensions }],
        extensions: cost(null),
      })
    }
    shop.points = { left: left - points, at: Date.now() }

    const refused = refusedFields(schema, requirements, document, shop.install?.scopes ?? [])
    if (refused.length > 0) {
      const errors = refused.map(({ field, path, requiredAccess }) => ({
        message: `Access denied for ${field} field. Required access: ${requiredAccess}`,
        path,
        extensions: { code: 'ACCESS_DENIED', requiredAccess },
      }))
      return c.json({ data: null, errors, extensions: cost(0) })
    }
    const unapproved = customerRefusal(shop, document)
    if (unapproved) {
      const errors = [{ message: unapproved, extensions: { code: 'ACCESS_DENIED' } }]
      return c.json({ data: null, errors, extensions: cost(0) })
    }

    const storeUrl = `${standIn.url()}/${shop.domain}`
    const rootValue = rootOf(shop, storeUrl, app.id)
    const answer = await execute({ schema, document, rootValue, variableValues: variables })
    shops.keep()
    if (isLost) return standIn.fail(c, { at: 'graphql', kind: 'cut' })
    return c.json({ ...answer, extensions: cost(points) })
  })
}

function pointsLeft({ points: { left, at } }: Shop): number {
  return Math.min(BUCKET.most, left + ((Date.now() - at) / 1000) * BUCKET.perSecond)
}

/**
 * The cost of a query: one point for each requested object, `first` points for a list, ten for a mutation. Close enough to the
 * platform's for throttling.
 */
function costOf(document: DocumentNode, variables: Record<string, unknown>): number {
  let points = 0
  visit(document, {
    OperationDefinition: ({ operation }) => {
      if (operation === OperationTypeNode.MUTATION) points += MUTATION_POINTS
    },
    Field: ({ selectionSet, arguments: given = [] }) => {
      if (!selectionSet) return
      const first = given.find(({ name }) => name.value === 'first')?.value
      const literal = first?.kind === Kind.INT ? Number(first.value) : undefined
      const passed = first?.kind === Kind.VARIABLE ? Number(variables[first.name.value]) : undefined
      points += literal ?? passed ?? 1
    },
  })
  return points
}

/** Customer data needs the platform's approval in addition to the scope: here of level 1; records.ts refuses fields of level 2. */
function customerRefusal(shop: Shop, document: DocumentNode): string | undefined {
  let asksForCustomers = false
  visit(document, {
    Field: ({ name }) => {
      if (CUSTOMER_FIELDS.test(name.value)) asksForCustomers = true
    },
  })
  if (!asksForCustomers) return undefined
  if (shop.customer_data === 'none') {
    return 'This app is not approved to access the Customer object. See https://shopify.dev/docs/apps/launch/protected-customer-data for more details.'
  }
  return undefined
}
