// The sync of an organization's pages in its store: its lease, and the problem of the last run.
import type { OrganizationId } from '#domain/organizations/organization-id.ts'
import { sql } from 'kysely'
import type { Queries, Tx } from '../database.ts'
import { inOrganization } from '../organization-filter.ts'
import { deleteTask, updateTaskDueNow, upsertTasks } from '../tasks/tasks.ts'
import { listLivingStores } from './store-sessions.ts'

/**
 * After a change of a job or of anything shown beside it: queues writing the store's pages, if there are any, and the
 * jobs in the theme of each store.
 */
export async function insertStoreWrites(tx: Tx, organizationId: OrganizationId): Promise<void> {
  const page = await tx
    .selectFrom('store_pages')
    .select('id')
    .where(inOrganization(organizationId))
    .limit(1)
    .executeTakeFirst()
  const stores = await listLivingStores(tx, organizationId)
  await upsertTasks(tx, [
    ...(page
      ? [
          {
            kind: 'write-store-pages',
            key: organizationId,
            organization_id: organizationId,
          } as const,
        ]
      : []),
    ...stores.map(
      ({ shop }) =>
        ({ kind: 'write-theme-jobs', key: shop, organization_id: organizationId }) as const,
    ),
  ])
}

/** False while another run holds the lease. */
export async function leaseStoreSync(
  db: Queries,
  organizationId: OrganizationId,
  seconds: number,
): Promise<boolean> {
  await db
    .insertInto('store_syncs')
    .values({ organization_id: organizationId })
    .onConflict((conflict) => conflict.column('organization_id').doNothing())
    .execute()
  const leased = await db
    .updateTable('store_syncs')
    .set({ running_until: sql<string>`now() + make_interval(secs => ${seconds})` })
    .where(inOrganization(organizationId))
    .where((eb) =>
      eb.or([eb('running_until', 'is', null), eb('running_until', '<', sql<string>`now()`)]),
    )
    .returning('organization_id')
    .executeTakeFirst()
  return leased !== undefined
}

/** Extends the lease of a long run. */
export async function updateStoreSyncLease(
  db: Queries,
  organizationId: OrganizationId,
  seconds: number,
): Promise<void> {
  await db
    .updateTable('store_syncs')
    .set({ running_until: sql<string>`now() + make_interval(secs => ${seconds})` })
    .where(inOrganization(organizationId))
    .execute()
}

/** Ends a run that has written everything that was queued when it began. */
export async function updateStoreSyncDone(
  db: Queries,
  organizationId: OrganizationId,
  timesWanted: number | undefined,
): Promise<void> {
  await updateStoreSyncProblem(db, organizationId, null)
  if (timesWanted !== undefined) {
    await deleteTask(db, 'write-store-pages', organizationId, timesWanted)
  }
}

export async function updateStoreSyncProblem(
  db: Queries,
  organizationId: OrganizationId,
  problem: string | null,
): Promise<void> {
  await db
    .updateTable('store_syncs')
    .set({ problem })
    .where(inOrganization(organizationId))
    .execute()
}

/** Cancels queued writes until a new change. */
export async function cancelStoreSync(db: Queries, organizationId: OrganizationId): Promise<void> {
  await updateStoreSyncProblem(db, organizationId, null)
  await deleteTask(db, 'write-store-pages', organizationId)
}

/** Removes the problem of the last run; queued writes are due now. */
export async function clearSyncProblem(tx: Tx, organizationId: OrganizationId): Promise<void> {
  await updateStoreSyncProblem(tx, organizationId, null)
  await updateTaskDueNow(tx, 'write-store-pages', organizationId)
}

export async function releaseStoreSync(db: Queries, organizationId: OrganizationId): Promise<void> {
  await db
    .updateTable('store_syncs')
    .set({ running_until: null })
    .where(inOrganization(organizationId))
    .execute()
}

export async function updateStoreProtection(
  db: Queries,
  organizationId: OrganizationId,
  isProtected: boolean,
): Promise<void> {
  const values = { is_password_protected: isProtected }
  await db
    .insertInto('store_syncs')
    .values({ organization_id: organizationId, ...values })
    .onConflict((conflict) => conflict.column('organization_id').doUpdateSet(values))
    .execute()
}

export type StoreSyncState = { problem: string | null; is_password_protected: boolean | null }

export function findStoreSync(
  db: Queries,
  organizationId: OrganizationId,
): Promise<StoreSyncState | undefined> {
  return db
    .selectFrom('store_syncs')
    .select(['problem', 'is_password_protected'])
    .where(inOrganization(organizationId))
    .executeTakeFirst()
}

/** Locks the organization's sync row, so that concurrent imports run one after the other. */
export async function findStoreSyncLocked(
  db: Queries,
  organizationId: OrganizationId,
): Promise<void> {
  await db
    .insertInto('store_syncs')
    .values({ organization_id: organizationId })
    .onConflict((conflict) => conflict.column('organization_id').doNothing())
    .execute()
  await db
    .selectFrom('store_syncs')
    .select('organization_id')
    .where(inOrganization(organizationId))
    .forUpdate()
    .execute()
}
