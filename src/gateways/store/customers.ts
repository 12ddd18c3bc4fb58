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
import type { customerByIdentifier } from './shopify-operations.ts'

export type Customers = {
  /**
   * The store's customer with this address; 'unknown' when the store does not let the app read it.
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
  more: { email: string; firstOrderDate: string | null; now: Date },
): Customer {
  const { id, createdAt, amountSpent, defaultAddress: address } = stored
  const ordersCount = stored.numberOfOrders
  const { currencyCode } = amountSpent
  return {
    id,
    firstName: stored.firstName,
    lastName: stored.lastName,
    email: more.email,
    phone: stored.defaultPhoneNumber?.phoneNumber ?? null,
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
