// Finds customers in an organization's connected store.
import { findConnectedStore } from '#data/store/store-sessions.ts'
import type { CustomerLookup } from '#domain/store/customers.ts'
import { AppError } from '#domain/errors.ts'
import { missingScopes, scopesOf } from '#domain/store/store.ts'
import { customerOf, type Customers } from '#gateways/store/customers.ts'
import { customerByIdentifier, firstOrderOfCustomer } from '#gateways/store/shopify-operations.ts'
import type { Stores } from '#gateways/store/shopify.ts'
import type { Deps } from '../../deps.ts'
import { recogniseCustomer } from './recognise-customer.ts'

/** Without this scope the first order is not read. */
const ORDERS_SCOPE = 'read_orders'

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
      const store = await db.readForOrganization(organizationId, (tx) =>
        findConnectedStore(tx, organizationId),
      )
      if (!store) return { state: 'not-connected' }
      try {
        const variables = { identifier: { emailAddress: email } }
        const { customer } = await stores.ask(store.shop, customerByIdentifier, variables, deadline)
        if (!customer) return { state: 'none' }
        const isOpen = missingScopes(scopesOf(store.scope), [ORDERS_SCOPE]).length === 0
        const firstOrderDate = isOpen
          ? await firstOrder(stores, store.shop, customer.id, deadline)
          : null
        const now = clock.now()
        return { state: 'found', customer: customerOf(customer, { email, firstOrderDate, now }) }
      } catch (error) {
        return lookupOf(error)
      }
    },
  }
  return customers
}

/** Optional: null when the store refuses. */
async function firstOrder(
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
