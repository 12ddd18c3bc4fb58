// Finds customers in the connected stores of an organization.
import { listLivingStores } from '#data/store/store-sessions.ts'
import { isExistingCustomer, type CustomerLookup } from '#domain/store/customers.ts'
import { AppError } from '#domain/errors.ts'
import { missingScopes, scopesOf } from '#domain/store/store.ts'
import { customerOf, type Customers } from '#gateways/store/customers.ts'
import {
  customerByIdentifier,
  customerContact,
  firstOrderOfCustomer,
  type StoredContact,
} from '#gateways/store/shopify-operations.ts'
import type { Stores } from '#gateways/store/shopify.ts'
import type { Deps } from '../../deps.ts'
import { recogniseCustomer } from './recognise-customer.ts'

/** Without it the store answers only the orders of the last 60 days, of which the oldest need not be the first. */
const ORDERS_SCOPE = 'read_all_orders'

type Asked = { stores: Stores; email: string; now: Date; signal: AbortSignal | undefined }

export function customersOfStores(
  stores: Stores | undefined,
  deps: Pick<Deps, 'db' | 'secrets' | 'clock' | 'log' | 'warnOfExternalFailure' | 'closing'>,
): Customers {
  const { db, clock } = deps
  const customers: Customers = {
    async recognise(proof) {
      if (stores) await recogniseCustomer(deps, customers, proof)
    },
    async find(organizationId, email, signal) {
      const deadline = stores?.app.deadline(signal)
      if (!stores) return { state: 'not-connected' }
      const living = await db.readForOrganization(organizationId, (tx) =>
        listLivingStores(tx, organizationId),
      )
      const asked = { stores, email, now: clock.now(), signal: deadline }
      return bestOf(await Promise.allSettled(living.map((store) => lookUp(store, asked))))
    },
  }
  return customers
}

/** A person who ordered in any store is a customer. 'Unknown' is certain only when all stores answered. */
function bestOf(results: readonly PromiseSettledResult<CustomerLookup>[]): CustomerLookup {
  const lookups = results.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []))
  const found = lookups.filter((one) => one.state === 'found')
  const best = found.find(({ customer }) => isExistingCustomer(customer)) ?? found[0]
  if (best) return best
  const failed = results.find((one) => one.status === 'rejected')
  if (failed) throw failed.reason
  for (const state of ['unknown', 'none'] as const) {
    if (lookups.some((one) => one.state === state)) return { state }
  }
  return { state: 'not-connected' }
}

async function lookUp(
  { shop, scope }: { shop: string; scope: string },
  { stores, email, now, signal }: Asked,
): Promise<CustomerLookup> {
  try {
    const variables = { identifier: { emailAddress: email } }
    const { customer } = await stores.ask(shop, customerByIdentifier, variables, signal)
    if (!customer) return { state: 'none' }
    const mayReadOrders = missingScopes(scopesOf(scope), [ORDERS_SCOPE]).length === 0
    const [contact, firstOrderDate] = await Promise.all([
      readContact(stores, shop, customer.id, signal),
      mayReadOrders ? readFirstOrder(stores, shop, customer.id, signal) : null,
    ])
    return {
      state: 'found',
      shop,
      customer: customerOf(customer, { email, contact, firstOrderDate, now }),
    }
  } catch (error) {
    return lookupOf(error)
  }
}

/** The figures are worth an answer without names: null when the store refuses them all, or does not answer. */
async function readContact(
  stores: Stores,
  shop: string,
  id: string,
  signal: AbortSignal | undefined,
): Promise<StoredContact | null> {
  const answer = await stores.ask(shop, customerContact, { id }, signal).catch(() => undefined)
  return answer?.customer ?? null
}

/** Optional: null when the store refuses. */
async function readFirstOrder(
  stores: Stores,
  shop: string,
  id: string,
  signal: AbortSignal | undefined,
): Promise<string | null> {
  const answer = await stores.ask(shop, firstOrderOfCustomer, { id }, signal).catch(() => undefined)
  return answer?.customer?.orders.nodes[0]?.createdAt ?? null
}

/** Missing permission gives 'unknown'; other errors are thrown. */
function lookupOf(error: unknown): CustomerLookup {
  if (!(error instanceof AppError)) throw error
  if (/^store\.(?:notConnected|uninstalled|disconnected)$/.test(error.code)) {
    return { state: 'not-connected' }
  }
  if (error.code === 'store.scopeMissing' || error.code === 'store.customersClosed') {
    return { state: 'unknown' }
  }
  throw error
}
