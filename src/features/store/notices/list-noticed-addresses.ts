// Finds the customer of a notice, and every address under which they may have applied.
import { readEmailAddress } from '#domain/accounts/email-address.ts'
import type { NoticedCustomer } from '#domain/store/store-notices.ts'
import type { OrganizationId } from '#domain/organizations/organization-id.ts'
import type { WholeTx } from '#data/database.ts'
import { listAddressesOfCustomer } from '#data/retention/erasures.ts'

/** The customer's current address, and former ones under which they applied. */
export async function listNoticedAddresses(
  tx: WholeTx,
  organizationId: OrganizationId,
  shop: string,
  { email, id }: NoticedCustomer,
): Promise<string[]> {
  const known = id ? await listAddressesOfCustomer(tx, organizationId, shop, id) : []
  return [
    ...new Set([...(email ? [readEmailAddress(email) ?? email.toLowerCase()] : []), ...known]),
  ]
}
