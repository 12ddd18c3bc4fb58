// The signed link from a store's admin that identifies one shop, valid for minutes. Shopify let its holder into that admin.
import { CLAIM_LINK_MINUTES, readShop } from '#domain/store/store.ts'
import type { Clock } from '#gateways/clock.ts'
import type { Secrets } from '#gateways/secrets.ts'

type ClaimDeps = { secrets: Secrets; clock: Clock }
const PURPOSE = 'store claim'

export function newClaim({ secrets, clock }: ClaimDeps, shop: string): string {
  const named = `${shop}~${clock.now().getTime() + CLAIM_LINK_MINUTES * 60_000}`
  return `${named}~${secrets.sign(PURPOSE, named).toString('base64url')}`
}

/** The shop; undefined when the claim is forged or expired. */
export function readClaim({ secrets, clock }: ClaimDeps, claim: string): string | undefined {
  const [shop = '', ends = '', signature = ''] = claim.split('~')
  const isSigned = secrets.isSigned(PURPOSE, `${shop}~${ends}`, Buffer.from(signature, 'base64url'))
  return isSigned && Number(ends) > clock.now().getTime() ? readShop(shop) : undefined
}
