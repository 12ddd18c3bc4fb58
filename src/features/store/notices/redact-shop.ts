// Two days after it removed the app a store asks for everything of it to be deleted.
import { insertAuditEvent } from '#data/audit.ts'
import {
  deleteAddress,
  deleteApplications,
  listLeaving,
  listProofAddresses,
} from '#data/erasures.ts'
import { insertLiveEvents } from '#data/live-events.ts'
import { countLivingStores, deleteStore, findKeptSession } from '#data/store-sessions.ts'
import type { Deps } from '../../deps.ts'
import { noteRemoval } from './note-removal.ts'

/** Small enough that nobody waits for the organization's trail while one is under way. */
const BATCH = 50

/**
 * A store that has the app again loses nothing. Applicants go where this was the organization's only store: nobody can say of
 * one whether they came by the store. Batch by batch, so that a run that is interrupted goes on where it was.
 */
export async function redactShop(deps: Deps, shop: string, at: Date): Promise<void> {
  const kept = await findKeptSession(deps.db.queries, shop)
  if (!kept?.uninstalled_at || at.getTime() < Date.parse(kept.connected_at)) return
  const { organization_id: organizationId } = kept
  if (organizationId && (await countLivingStores(deps.db.queries, organizationId)) === 0) {
    await deleteApplicants(deps, organizationId)
  }
  await deps.db.transaction(async (tx) => {
    await deleteStore(tx, shop)
    await insertAuditEvent(tx, organizationId, {
      actor_id: null,
      action: 'store.redacted',
      resource_type: 'store',
      resource_id: shop,
    })
    if (organizationId) {
      await insertLiveEvents(tx, organizationId, 'store.changed', [organizationId])
    }
  })
}

async function deleteApplicants(deps: Deps, organizationId: string): Promise<void> {
  for (;;) {
    const { count, files } = await deps.db.forOrganization(organizationId, async (tx) => {
      const applications = await listLeaving(tx, organizationId, BATCH)
      const unowned = await deleteApplications(tx, organizationId, applications)
      await noteRemoval(tx, organizationId, applications)
      return { count: applications.length, files: unowned }
    })
    await deps.files.discard(files)
    if (count === 0) break
    deps.closing.throwIfAborted()
  }
  // Addresses that were proved and never applied.
  for (;;) {
    const addresses = await deps.db.forOrganization(organizationId, (tx) =>
      listProofAddresses(tx, organizationId, BATCH),
    )
    if (addresses.length === 0) return
    for (const email of addresses) {
      const files = await deps.db.forOrganization(organizationId, (tx) =>
        deleteAddress(tx, organizationId, email, []),
      )
      await deps.files.discard(files)
    }
  }
}
