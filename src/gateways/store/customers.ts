// The customers of a connected store, mapped to the customer of docs/specification.md §3.6.
import type { z } from 'zod'
import {
  lineOfAddress,
  isExistingCustomer,
  tenureText,
  type Customer,
  type CustomerLookup,
} from '#domain/store/customers.ts'
import type { OrganizationId } from '#domain/organizations/organization-id.ts'
import type { customerByIdentifier, StoredContact } from './shopify-operations.ts'

export type Customers = {
  /**
   * The customer with this address, of any of the organization's stores; 'unknown' when a store does not let the app read it and
   * no other store has the customer.
   * Throws AppError: store.unauthorized, store.closed, store.unreachable, store.throttled.
   */
  find(organizationId: OrganizationId, email: string, signal?: AbortSignal): Promise<CustomerLookup>
  /** Looks up a verified address once and stores the result with the verification. Never throws. */
  recognise(proof: Proof): Promise<void>
}

export type Proof = { id: string; organization_id: OrganizationId; email: string }

export type StoredCustomer = NonNullable<
  z.output<(typeof customerByIdentifier)['answer']>['customer']
>

export function customerOf(
  stored: StoredCustomer,
  more: {
    email: string
    /** Null: the store does not share it. */
    contact: StoredContact | null
    firstOrderDate: string | null
    now: Date
  },
): Customer {
  const { id, createdAt, amountSpent } = stored
  const address = more.contact?.defaultAddress ?? null
  const ordersCount = stored.numberOfOrders
  const { currencyCode } = amountSpent
  return {
    id,
    firstName: more.contact?.firstName ?? null,
    lastName: more.contact?.lastName ?? null,
    email: more.email,
    phone: more.contact?.defaultPhoneNumber?.phoneNumber ?? null,
    ordersCount,
    totalSpent: amountSpent.amount,
    currency: /^[A-Z]{3}$/.test(currencyCode) ? currencyCode : null,
    customerSince: createdAt,
    firstOrderDate: more.firstOrderDate,
    tenureText: tenureText(createdAt, more.now),
    customerStatus: isExistingCustomer({ id, ordersCount }) ? 'customer' : 'new',
    defaultAddress: address && lineOfAddress(address),
    address,
  }
}
