// Stores the scopes that a store has granted, updates open screens and resumes syncs that waited for a permission.
import { missingScopes, scopesOf } from '#domain/store/store.ts'
import type { Tx } from '#data/database.ts'
import { insertLiveEvents } from '#data/live/live-events.ts'
import { updateStoreScope } from '#data/store/store-sessions.ts'
import { clearSyncProblem } from '#data/store/store-syncs.ts'
import type { Deps } from '../deps.ts'

/** Returns false when newer scopes are stored or the app was uninstalled. */
export async function updateGrantedScopesIn(
  tx: Tx,
  shop: string,
  scopes: readonly string[],
  at: Date,
): Promise<boolean> {
  const learnt = await updateStoreScope(tx, shop, scopes.join(','), at)
  if (!learnt) return false
  const { organization_id: organizationId } = learnt
  const former = scopesOf(learnt.former)
  const isMore = missingScopes(former, scopes).length > 0
  const isLess = missingScopes(scopes, former).length > 0
  if (!organizationId || (!isMore && !isLess)) return true
  if (isMore) await clearSyncProblem(tx, { organizationId, shop })
  await insertLiveEvents(tx, organizationId, 'store.changed', [organizationId])
  return true
}

export async function updateGrantedScopes(
  deps: Deps,
  shop: string,
  scopes: readonly string[],
  at: Date,
): Promise<void> {
  await deps.db.transaction((tx) => updateGrantedScopesIn(tx, shop, scopes, at))
}
