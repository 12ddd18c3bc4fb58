// Two days after it removed the app, a store requests the deletion of all its data.
import { AppError } from '#domain/errors.ts'
import type { OrganizationId } from '#domain/organizations/organization-id.ts'
import {
  deleteApplications,
  deleteProofsOfShop,
  listApplicationsToEraseOfShop,
} from '#data/retention/erasures.ts'
import { insertLiveEvents } from '#data/live/live-events.ts'
import { deleteStoreAnswers, deleteStoreData } from '#data/store/store-data.ts'
import { countLivingStores, findStoredSession } from '#data/store/store-sessions.ts'
import { shopDetails } from '#gateways/store/shopify-operations.ts'
import type { Deps } from '../../deps.ts'
import { endInstallation } from './end-installation.ts'

/** Small, so that the lock on the organization's audit log is short. */
const BATCH = 50

/**
 * Does nothing when the store has installed the app again. Otherwise erases the applications that came, or may have come,
 * through the store, and all customer data from it. In batches, so that an interrupted run continues where it was.
 */
export async function redactShop(deps: Deps, shop: string, at: Date): Promise<void> {
  const kept = await findStoredSession(deps.db.queries, shop)
  if (!kept || at.getTime() < Date.parse(kept.connected_at)) return
  if (!kept.uninstalled_at) {
    if (await hasTheApp(deps, shop)) return
    // The notice of the removal has not arrived: it is late or was lost.
    await endInstallation(deps, shop, at)
  }
  const { organization_id: organizationId } = kept
  if (organizationId) await forgetPeople(deps, organizationId, shop)
  await deps.db.transaction(async (tx) => {
    if ((await deleteStoreData(tx, organizationId, shop)) && organizationId) {
      await insertLiveEvents(tx, organizationId, 'store.changed', [organizationId])
    }
  })
}

/** Asks the store itself. Throws when it does not answer, so that the task is retried. */
async function hasTheApp({ stores, closing }: Deps, shop: string): Promise<boolean> {
  try {
    await stores?.ask(shop, shopDetails, {}, closing)
    return true
  } catch (error) {
    if (!(error instanceof AppError) || /^store\.(?:unreachable|throttled)$/.test(error.code)) {
      throw error
    }
    return false
  }
}

async function forgetPeople(
  deps: Deps,
  organizationId: OrganizationId,
  shop: string,
): Promise<void> {
  const isOnly = (await countLivingStores(deps.db.queries, organizationId)) === 0
  const leaving = { shop, isOnly }
  for (;;) {
    const { count, files } = await deps.db.includingRestricted(organizationId, async (tx) => {
      const applications = await listApplicationsToEraseOfShop(tx, organizationId, leaving, BATCH)
      const erased = await deleteApplications(tx, organizationId, applications, {
        reason: 'store',
      })
      return { count: applications.length, files: erased.files }
    })
    await deps.files.discard(files)
    if (count === 0) break
    deps.closing.throwIfAborted()
  }
  const files = await deps.db.includingRestricted(organizationId, async (tx) => {
    if ((await deleteStoreAnswers(tx, organizationId, shop)) > 0) {
      await insertLiveEvents(tx, organizationId, 'applicants.changed', [organizationId])
    }
    return deleteProofsOfShop(tx, organizationId, leaving)
  })
  await deps.files.discard(files)
}
