// The customer who is signed in to the shop: by the id that Shopify has signed, read from the store. The shop has
// verified the address.
import { z } from 'zod'
import { CUSTOMERS_SCOPE, missingScopes, scopesOf } from '#domain/store/store.ts'
import { emailAddress } from '#domain/accounts/accounts.ts'
import type { OrganizationId } from '#domain/organizations/organization-id.ts'
import { findAsksForCode } from '#data/store/code-settings.ts'
import { listLivingStores } from '#data/store/store-sessions.ts'
import { signedInCustomer } from '#gateways/store/shopify-operations.ts'
import type { ProxyCall } from '#domain/store/proxy-call.ts'
import type { Deps } from '../../deps.ts'

/** A person waits for the page: without an answer by then, the page asks for the address as usual. */
const ASK_MS = 4000
/** Lifetime of the form. */
const PROOF_MINUTES = 60

export type ShopCustomer = {
  customerId: string
  email: string
  values: { firstName?: string; lastName?: string; phone?: string }
}

/**
 * Undefined when no customer is signed in, the address is not verified, the store does not return it, or an owner
 * requires a code for everybody.
 */
export async function readShopCustomer(
  deps: Deps,
  organizationId: OrganizationId,
  { shop, customerId }: ProxyCall,
): Promise<ShopCustomer | undefined> {
  const { stores } = deps
  if (!stores || !customerId) return undefined
  if (!(await recognisesCustomers(deps, organizationId, shop))) return undefined
  try {
    const signal = AbortSignal.any([deps.closing, AbortSignal.timeout(ASK_MS)])
    const id = `gid://shopify/Customer/${customerId}`
    const { customer } = await stores.ask(shop, signedInCustomer, { id }, signal)
    const email = emailAddress.safeParse(customer?.defaultEmailAddress?.emailAddress)
    // A shop with passwords lets visitors sign up under any address, so the address is not verified.
    if (!customer?.verifiedEmail || !email.success) return undefined
    return {
      customerId,
      email: email.data,
      values: {
        ...(customer.firstName && { firstName: customer.firstName }),
        ...(customer.lastName && { lastName: customer.lastName }),
        ...(customer.defaultPhoneNumber && { phone: customer.defaultPhoneNumber.phoneNumber }),
      },
    }
  } catch (error) {
    const what = 'the store did not say who is signed in'
    if (!deps.warnOfExternalFailure(error, what)) deps.log.warn({ err: error }, what)
    return undefined
  }
}

/** Whether a customer who is signed in to the shop can apply with one tap. */
export const recognisesCustomers = (
  { db }: Deps,
  organizationId: OrganizationId,
  shop: string,
): Promise<boolean> =>
  db.readForOrganization(organizationId, async (tx) => {
    const store = (await listLivingStores(tx, organizationId)).find((one) => one.shop === shop)
    if (!store || missingScopes(scopesOf(store.scope), [CUSTOMERS_SCOPE]).length > 0) return false
    return !(await findAsksForCode(tx, organizationId))
  })

/** Distinguishes this from other data encrypted with the same key. */
const PROOF = 'customer of a shop 1'

const proofContent = z.tuple([
  z.literal(PROOF),
  z.object({ shop: z.string(), customer: z.string(), job: z.string(), until: z.number() }),
])

/** For the form: no other site can make it, and it counts for this person, this shop and this job alone. */
export function encryptCustomer(
  { secrets, clock }: Deps,
  { shop, customerId }: Pick<ProxyCall, 'shop' | 'customerId'>,
  jobId: string,
): string {
  const until = clock.now().getTime() + PROOF_MINUTES * 60_000
  const content = { shop, customer: customerId ?? '', job: jobId, until }
  return secrets.encrypt(JSON.stringify([PROOF, content]))
}

export function isEncryptedFor(
  { secrets, clock }: Deps,
  proof: string,
  { shop, customerId }: Pick<ProxyCall, 'shop' | 'customerId'>,
  jobId: string,
): boolean {
  try {
    const [, content] = proofContent.parse(JSON.parse(secrets.decrypt(proof)))
    return (
      content.shop === shop &&
      content.customer === customerId &&
      content.job === jobId &&
      content.until > clock.now().getTime()
    )
  } catch {
    return false
  }
}
