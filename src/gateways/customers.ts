// The customers of the connected store. No store can be connected yet, and this door says so.
import type { CustomerView } from '#domain/customers.ts'

export type Customers = {
  /** What the organization's store knows of this address. Throws when the store has no such customer, or does not answer. */
  find(organizationId: string, email: string): Promise<CustomerView>
}

export const unconnectedCustomers: Customers = {
  find: async () => ({ connected: false }),
}
