// The customer whom a notice speaks of, and every address under which they may be known here.
import type { NoticedCustomer } from '#domain/store/store-notices.ts'
import type { OrganizationId } from '#domain/organizations/organization-id.ts'
import type { Tx } from '#data/database.ts'
import { listAddressesOfCustomer } from '#data/retention/erasures.ts'

/** The address of today, and those under which the same customer applied before it was changed in the store. */
export async function listNoticedAddresses(
  tx: Tx,
  organizationId: OrganizationId,
  shop: string,
  { email, id }: NoticedCustomer,
): Promise<string[]> {
  const known = id ? await listAddressesOfCustomer(tx, organizationId, shop, id) : []
  return [...new Set([...(email ? [email.toLowerCase()] : []), ...known])]
}
