// A store's tokens are here: whose store it is now, and what it says about itself.
import { approvedOwner, type Actor } from '#domain/accounts/access.ts'
import { AppError } from '#domain/errors.ts'
import { CLAIM_HOURS } from '#domain/store/store.ts'
import type { OrganizationId } from '#domain/organizations/organization-id.ts'
import { insertAuditEvent } from '#data/audit/audit.ts'
import { insertLiveEvents } from '#data/live/live-events.ts'
import {
  findKeptSession,
  updateRenamedStore,
  upsertStoreSession,
  type KeptSession,
  type ShopDetails,
} from '#data/store/store-sessions.ts'
import { clearSyncProblem, insertPagesWanted } from '#data/store/store-syncs.ts'
import { shopDetails } from '#gateways/store/shopify-operations.ts'
import type { StoreTokens } from '#gateways/store/shopify.ts'
import type { Deps } from '../deps.ts'
import { encryptTokens } from './keep-store-tokens.ts'

/** The store belongs to the asking owner's organization from now on, or waits for the one they are about to create. Answers whose. */
export async function connectStore(
  deps: Deps,
  actor: Actor | undefined,
  shop: string,
  tokens: StoreTokens,
): Promise<string | null> {
  const details = await readDetails(deps, shop, tokens)
  const organizationId = await deps.db.transaction(async (tx) => {
    const known = await findKeptSession(tx, shop)
    // A shop that was renamed comes under another name, and is whose it was.
    const former = details.shop_gid && (await updateRenamedStore(tx, details.shop_gid, shop))
    const owner = ownerOf(known ?? (former || undefined), actor)
    await upsertStoreSession(tx, shop, {
      ...encryptTokens(deps.secrets, tokens),
      ...details,
      organization_id: owner.organization_id,
      claimed_by: owner.claimed_by,
      claim_ends_at: owner.claimed_by ? claimEnds(deps.clock.now()) : null,
    })
    await insertAuditEvent(tx, owner.organization_id, {
      actor_id: actor?.user_id ?? null,
      action: 'store.connected',
      resource_type: 'store',
      resource_id: shop,
    })
    if (owner.organization_id) {
      // What could not be written while it was away is written now, and open screens see it.
      await insertPagesWanted(tx, owner.organization_id)
      await clearSyncProblem(tx, owner.organization_id)
      await insertLiveEvents(tx, owner.organization_id, 'store.changed', [owner.organization_id])
    }
    return owner.organization_id
  })
  deps.wakeStoreWork()
  return organizationId
}

/** Whose the store will be. A store that is somebody's stays theirs, whoever installs the app again. */
export function ownerOf(
  known: KeptSession | undefined,
  actor: Actor | undefined,
): { organization_id: OrganizationId | null; claimed_by: string | null } {
  const current = known?.organization_id ?? null
  // Opening or installing the app in the store does not undo what an owner has decided here.
  if (!actor && known?.disconnected_at) throw new AppError('store.ownerReconnects')
  if (!actor) return { organization_id: current, claimed_by: known?.claimed_by ?? null }
  if (!actor.organization_id) {
    if (current) throw new AppError('store.elsewhere')
    return { organization_id: null, claimed_by: actor.user_id }
  }
  if (current && current !== actor.organization_id) throw new AppError('store.elsewhere')
  if (!actor.is_approved) throw new AppError('organization.ownerRequired')
  return { organization_id: approvedOwner(actor).organizationId, claimed_by: null }
}

export const claimEnds = (now: Date): string =>
  new Date(now.getTime() + CLAIM_HOURS * 3_600_000).toISOString()

/** Whoever installs has waited for the tokens already. */
const DETAILS_MS = 5000

/** What the store says about itself. It can be asked again later, so a failure here loses nothing. */
async function readDetails(
  deps: Deps,
  shop: string,
  tokens: StoreTokens,
): Promise<Partial<ShopDetails>> {
  try {
    const signal = AbortSignal.any([deps.closing, AbortSignal.timeout(DETAILS_MS)])
    const asked = await deps.stores?.app.ask(shop, tokens.access_token, shopDetails, {}, signal)
    if (!asked) return {}
    return {
      shop_gid: asked.shop.id,
      shop_name: asked.shop.name,
      currency: asked.shop.currencyCode,
      primary_domain: asked.shop.primaryDomain.host,
    }
  } catch (error) {
    const what = 'the store did not say what it is'
    if (!deps.warnOfOutside(error, what, { shop })) deps.log.warn({ err: error, shop }, what)
    return {}
  }
}
