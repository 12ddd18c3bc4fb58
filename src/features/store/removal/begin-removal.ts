// An owner starts or undoes the removal of everything that the app wrote into a store, before it is uninstalled.
import { approvedOwner, type Actor } from '#domain/accounts/access.ts'
import { AppError } from '#domain/errors.ts'
import { readShop, storeProblem } from '#domain/store/store.ts'
import type { RemovalView } from '#domain/store/store-removal.ts'
import type { OrganizationId } from '#domain/organizations/organization-id.ts'
import { insertAuditEvent } from '#data/audit/audit.ts'
import type { Tx } from '#data/database.ts'
import { listJobTitles } from '#data/jobs/jobs.ts'
import { insertLiveEvents } from '#data/live/live-events.ts'
import { listStorePages } from '#data/store/store-pages.ts'
import {
  deleteStoreRemoval,
  listStoreRemovals,
  upsertStoreRemoval,
} from '#data/store/store-removals.ts'
import { insertStoreWrites } from '#data/store/store-syncs.ts'
import { deleteTask } from '#data/tasks/tasks.ts'
import type { Deps } from '../../deps.ts'
import { listShownStores } from '#data/store/shown-store.ts'

export function readRemovals(deps: Deps, actor: Actor | undefined): Promise<RemovalView> {
  const { organizationId } = approvedOwner(actor)
  return deps.db.readForOrganization(organizationId, async (tx) => {
    const removals = await listStoreRemovals(tx, organizationId)
    const jobs = await listJobTitles(tx, organizationId)
    const shops = []
    for (const { shop, shop_name, is_alive } of await listShownStores(
      tx,
      organizationId,
      actor?.store,
    )) {
      const pages = await listStorePages(tx, organizationId, shop)
      const removal = removals.find((one) => one.shop === shop)
      shops.push({
        shop,
        shop_name,
        is_alive,
        pages: pages.map(({ title }) => title),
        open_jobs: jobs.filter(({ is_active }) => is_active).length,
        removal: removal
          ? {
              status: removal.status,
              total: removal.total,
              done: removal.done,
              problem: storeProblem(removal.problem),
              refused: removal.refused,
            }
          : null,
      })
    }
    return { shops }
  })
}

/** Also tries one again that has failed. Throws AppError store.sessionMissing, store.unauthorized, organization.ownerRequired. */
export async function beginRemoval(
  deps: Deps,
  actor: Actor | undefined,
  named: string,
): Promise<RemovalView> {
  await changeRemoval(deps, actor, named, async (tx, { organizationId, shop, is_alive }) => {
    if (!is_alive) throw new AppError('store.unauthorized')
    const pages = await listStorePages(tx, organizationId, shop)
    // The jobs in the theme are one more.
    return (await upsertStoreRemoval(tx, organizationId, shop, pages.length + 1))
      ? 'store.removal_begun'
      : undefined
  })
  return readRemovals(deps, actor)
}

/** Writes the jobs into the theme again; pages are created again on request. */
export async function undoRemoval(
  deps: Deps,
  actor: Actor | undefined,
  named: string,
): Promise<RemovalView> {
  await changeRemoval(deps, actor, named, async (tx, { organizationId, shop }) => {
    if (!(await deleteStoreRemoval(tx, organizationId, shop))) return undefined
    await deleteTask(tx, 'empty-store', shop)
    await insertStoreWrites(tx, organizationId)
    return 'store.removal_undone'
  })
  return readRemovals(deps, actor)
}

type Change = { organizationId: OrganizationId; shop: string; is_alive: boolean }
type Recorded = 'store.removal_begun' | 'store.removal_undone'

async function changeRemoval(
  deps: Deps,
  actor: Actor | undefined,
  named: string,
  change: (tx: Tx, store: Change) => Promise<Recorded | undefined>,
): Promise<void> {
  const { organizationId, userId } = approvedOwner(actor)
  const shop = readShop(named)
  await deps.db.forOrganization(organizationId, async (tx) => {
    const stores = await listShownStores(tx, organizationId, actor?.store)
    const store = stores.find((one) => one.shop === shop)
    if (!store) throw new AppError('store.sessionMissing')
    const action = await change(tx, { organizationId, ...store })
    if (!action) return
    await insertAuditEvent(tx, organizationId, {
      actor_id: userId,
      action,
      resource_type: 'store',
      resource_id: store.shop,
    })
    await insertLiveEvents(tx, organizationId, 'store.changed', [organizationId])
  })
}
