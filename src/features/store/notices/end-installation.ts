// Handles the notices that a store removed the app or changed its scopes.
import type { OrganizationId } from '#domain/organizations/organization-id.ts'
import { insertAuditEvent, insertAuditEvents } from '#data/audit/audit.ts'
import type { Tx } from '#data/database.ts'
import { updateJobsClosed } from '#data/jobs/closing-jobs.ts'
import { insertLiveEvents } from '#data/live/live-events.ts'
import { isOnlyOfShop } from '#data/store/shop-belongings.ts'
import { updateStoreNoticeDone } from '#data/store/store-notices.ts'
import { findStoredSession } from '#data/store/store-sessions.ts'
import { updateStoreUninstalled } from '#data/store/ended-stores.ts'
import type { Deps } from '../../deps.ts'
import { endConnection } from '../end-connection.ts'
import { updateGrantedScopesIn } from '../update-granted-scopes.ts'

/**
 * Deletes the tokens, and closes the jobs of an organization that is the shop's alone: its merchant believes that everything ends. Keeps
 * the organization's data until the store requests its deletion. Ignores a notice from before the store was connected again.
 */
export async function endInstallation(deps: Deps, shop: string, at: Date): Promise<void> {
  await deps.db.transaction(async (tx) => {
    const ended = await updateStoreUninstalled(tx, shop, at)
    if (!ended) return
    const { organization_id: organizationId } = ended
    const event = { actor_id: null, action: 'store.uninstalled' } as const
    await endConnection(tx, { shop, organizationId }, event)
    if (organizationId && (await isOnlyOfShop(tx, organizationId, shop))) {
      await closeAllJobs(tx, organizationId)
    }
  })
}

async function closeAllJobs(tx: Tx, organizationId: OrganizationId): Promise<void> {
  const ids = await updateJobsClosed(tx, organizationId, 'all')
  const closed = ids.map(
    (id) => ({ action: 'job.closed', resource_type: 'job_post', resource_id: id }) as const,
  )
  await insertAuditEvents(
    tx,
    organizationId,
    closed.map((event) => ({ actor_id: null, ...event })),
  )
  await insertLiveEvents(tx, organizationId, 'jobs.changed', ids)
}

export async function changeScopes(
  deps: Deps,
  { id, shop, at }: { id: string; shop: string; at: Date },
  scopes: readonly string[],
): Promise<void> {
  await deps.db.transaction(async (tx) => {
    if (!(await updateStoreNoticeDone(tx, id))) return
    const kept = await findStoredSession(tx, shop)
    if (!kept || at.getTime() < Date.parse(kept.connected_at)) return
    if (!(await updateGrantedScopesIn(tx, shop, scopes, at))) return
    await insertAuditEvent(tx, kept.organization_id, {
      actor_id: null,
      action: 'store.scopes_changed',
      resource_type: 'store',
      resource_id: shop,
    })
  })
}
