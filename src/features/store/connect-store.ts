// Connects a store whose tokens have arrived: decides its organization and reads the store's details.
import { approvedOwner, type Actor } from '#domain/accounts/access.ts'
import { AppError } from '#domain/errors.ts'
import { CLAIM_HOURS, type StoreInAdmin } from '#domain/store/store.ts'
import type { OrganizationId } from '#domain/organizations/organization-id.ts'
import { insertAuditEvent } from '#data/audit/audit.ts'
import { insertLiveEvents } from '#data/live/live-events.ts'
import {
  findStoredSession,
  updateRenamedStore,
  upsertStoreSession,
  type StoredSession,
  type ShopDetails,
} from '#data/store/store-sessions.ts'
import { clearSyncProblem, insertStoreWrites } from '#data/store/store-syncs.ts'
import { shopDetails } from '#gateways/store/shopify-operations.ts'
import type { StoreTokens } from '#gateways/store/shopify.ts'
import type { Deps } from '../deps.ts'
import { encryptTokens } from './store-client.ts'

/** Connects the store to the owner's organization, or reserves it for the one they will create. Returns the organization's id. */
export async function connectStore(
  deps: Deps,
  actor: Actor | undefined,
  { shop, admin_handle }: StoreInAdmin,
  tokens: StoreTokens,
): Promise<string | null> {
  const details = await readDetails(deps, shop, tokens)
  const organizationId = await deps.db.transaction(async (tx) => {
    const known = await findStoredSession(tx, shop)
    // A renamed shop has a new domain and stays with its organization.
    const former = details.shop_gid && (await updateRenamedStore(tx, details.shop_gid, shop))
    const owner = ownerOf(known ?? (former || undefined), actor)
    await upsertStoreSession(tx, shop, {
      ...encryptTokens(deps.secrets, tokens),
      ...details,
      // Not told this time: the one of before stays.
      ...(admin_handle && { admin_handle }),
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
      // Writes the page changes that could not be sent while the store was disconnected.
      await insertStoreWrites(tx, owner.organization_id)
      await clearSyncProblem(tx, { organizationId: owner.organization_id, shop })
      await insertLiveEvents(tx, owner.organization_id, 'store.changed', [owner.organization_id])
    }
    return owner.organization_id
  })
  return organizationId
}

/**
 * Who will own the store. A connected store stays with its organization, also when another user installs the app again.
 * Throws AppError store.ownerReconnects, store.elsewhere, organization.ownerRequired.
 */
export function ownerOf(
  known: StoredSession | undefined,
  actor: Actor | undefined,
): { organization_id: OrganizationId | null; claimed_by: string | null } {
  const current = known?.organization_id ?? null
  // Opening or installing the app in Shopify does not undo an owner's decision to disconnect.
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

/** Short, because the person has already waited for the tokens. */
const DETAILS_MS = 5000

/** The store's name, currency and domain. They can be read again later, so a failure is only logged. */
async function readDetails(
  deps: Deps,
  shop: string,
  tokens: StoreTokens,
): Promise<Partial<ShopDetails>> {
  try {
    const signal = AbortSignal.any([deps.closing, AbortSignal.timeout(DETAILS_MS)])
    const answer = await deps.stores?.app.ask(shop, tokens.access_token, shopDetails, {}, signal)
    if (!answer) return {}
    return {
      shop_gid: answer.shop.id,
      shop_name: answer.shop.name,
      currency: answer.shop.currencyCode,
      primary_domain: answer.shop.primaryDomain.host,
    }
  } catch (error) {
    const what = 'the store did not say what it is'
    if (!deps.warnOfExternalFailure(error, what, { shop }))
      deps.log.warn({ err: error, shop }, what)
    return {}
  }
}
