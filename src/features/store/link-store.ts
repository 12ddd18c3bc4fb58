// Connects a store to the organization of an owner who follows the signed link from Shopify's admin.
import { signedIn, type Actor } from '#domain/accounts/access.ts'
import { AppError } from '#domain/errors.ts'
import { insertAuditEvent } from '#data/audit/audit.ts'
import { findStoredSession, updateStoreOwner } from '#data/store/store-sessions.ts'
import { insertStoreWrites } from '#data/store/store-syncs.ts'
import type { Deps } from '../deps.ts'
import { claimEnds, ownerOf } from './connect-store.ts'
import { readClaim } from './store-claim.ts'

/** Throws AppError: store.claimEnded, store.notConnected, store.elsewhere, organization.ownerRequired. */
export async function linkStore(
  deps: Deps,
  actor: Actor | undefined,
  { claim }: { claim: string },
): Promise<{ shop: string; is_linked: boolean }> {
  const person = signedIn(actor)
  const shop = readClaim(deps, claim)
  if (!shop) throw new AppError('store.claimEnded')
  return deps.db.transaction(async (tx) => {
    const known = await findStoredSession(tx, shop)
    if (!known || known.uninstalled_at) throw new AppError('store.notConnected')
    const owner = ownerOf(known, person)
    const isTheirs = await updateStoreOwner(tx, shop, {
      ...owner,
      claim_ends_at: owner.claimed_by ? claimEnds(deps.clock.now()) : null,
    })
    // Another organization connected it first.
    if (!isTheirs) throw new AppError('store.elsewhere')
    if (known.organization_id !== owner.organization_id) {
      await insertAuditEvent(tx, owner.organization_id, {
        actor_id: person.user_id,
        action: 'store.connected',
        resource_type: 'store',
        resource_id: shop,
      })
    }
    if (owner.organization_id) await insertStoreWrites(tx, owner.organization_id)
    return { shop, is_linked: owner.organization_id !== null }
  })
}
