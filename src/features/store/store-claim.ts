// The link from a store's admin: names one shop, signed, for some minutes. Whoever holds it was let in there by the store.
import { CLAIM_LINK_MINUTES, readShop } from '#domain/store/store.ts'
import type { Clock } from '#gateways/clock.ts'
import type { Secrets } from '#gateways/secrets.ts'

type ClaimDeps = { secrets: Secrets; clock: Clock }
const PURPOSE = 'store claim'

export function newClaim({ secrets, clock }: ClaimDeps, shop: string): string {
  const named = `${shop}~${clock.now().getTime() + CLAIM_LINK_MINUTES * 60_000}`
  return `${named}~${secrets.sign(PURPOSE, named).toString('base64url')}`
}

/** Undefined when it is forged or has ended. */
export function readClaim({ secrets, clock }: ClaimDeps, claim: string): string | undefined {
  const [shop = '', ends = '', signature = ''] = claim.split('~')
  const isRight = secrets.isSigned(PURPOSE, `${shop}~${ends}`, Buffer.from(signature, 'base64url'))
  return isRight && Number(ends) > clock.now().getTime() ? readShop(shop) : undefined
}
