// The sync of the pages in a shop: its lease, and the problem of the last run.
import type { OrganizationId } from '#domain/organizations/organization-id.ts'
import { sql } from 'kysely'
import type { Queries, Tx } from '../database.ts'
import { inOrganization } from '../organization-filter.ts'
import { deleteTask, updateTaskDueNow, upsertTasks } from '../tasks/tasks.ts'
import { listLivingStores } from './store-sessions.ts'

/** The pages of one shop of an organization. */
export type ShopPages = { organizationId: OrganizationId; shop: string }

/**
 * After a change of a job or of anything shown beside it: queues writing the pages of each store that has any, and the
 * jobs in its theme.
 */
export async function insertStoreWrites(tx: Tx, organizationId: OrganizationId): Promise<void> {
  const withPages = await tx
    .selectFrom('store_pages')
    .select('shop')
    .distinct()
    .where(inOrganization(organizationId))
    .execute()
  const stores = (await listLivingStores(tx, organizationId)).map(({ shop }) => shop)
  const task = (kind: 'write-store-pages' | 'write-theme-jobs', shop: string) => ({
    kind,
    key: shop,
    organization_id: organizationId,
  })
  await upsertTasks(tx, [
    ...withPages
      .filter(({ shop }) => stores.includes(shop))
      .map(({ shop }) => task('write-store-pages', shop)),
    ...stores.map((shop) => task('write-theme-jobs', shop)),
  ])
}

const ofShop = ({ organizationId, shop }: ShopPages) => ({ organization_id: organizationId, shop })

/** False while another run holds the lease. */
export async function leaseStoreSync(
  db: Queries,
  pages: ShopPages,
  seconds: number,
): Promise<boolean> {
  await insertSync(db, pages)
  const leased = await ofPages(db, pages)
    .set({ running_until: sql<string>`now() + make_interval(secs => ${seconds})` })
    .where((eb) =>
      eb.or([eb('running_until', 'is', null), eb('running_until', '<', sql<string>`now()`)]),
    )
    .returning('shop')
    .executeTakeFirst()
  return leased !== undefined
}

async function insertSync(db: Queries, pages: ShopPages): Promise<void> {
  await db
    .insertInto('page_syncs')
    .values(ofShop(pages))
    .onConflict((conflict) => conflict.columns(['organization_id', 'shop']).doNothing())
    .execute()
}

const ofPages = (db: Queries, { organizationId, shop }: ShopPages) =>
  db.updateTable('page_syncs').where(inOrganization(organizationId)).where('shop', '=', shop)

/** Extends the lease of a long run. */
export async function updateStoreSyncLease(
  db: Queries,
  pages: ShopPages,
  seconds: number,
): Promise<void> {
  const until = sql<string>`now() + make_interval(secs => ${seconds})`
  await ofPages(db, pages).set({ running_until: until }).execute()
}

/** Ends a run that has written everything that was queued when it began. */
export async function updateStoreSyncDone(
  db: Queries,
  pages: ShopPages,
  timesWanted: number | undefined,
): Promise<void> {
  await updateStoreSyncProblem(db, pages, null)
  if (timesWanted !== undefined) await deleteTask(db, 'write-store-pages', pages.shop, timesWanted)
}

export async function updateStoreSyncProblem(
  db: Queries,
  pages: ShopPages,
  problem: string | null,
): Promise<void> {
  await ofPages(db, pages).set({ problem }).execute()
}

/** Cancels queued writes until a new change. */
export async function cancelStoreSync(db: Queries, pages: ShopPages): Promise<void> {
  await updateStoreSyncProblem(db, pages, null)
  await deleteTask(db, 'write-store-pages', pages.shop)
}

/** Removes the problem of the last run; queued writes are due now. */
export async function clearSyncProblem(tx: Tx, pages: ShopPages): Promise<void> {
  await updateStoreSyncProblem(tx, pages, null)
  await updateTaskDueNow(tx, 'write-store-pages', pages.shop)
}

export async function releaseStoreSync(db: Queries, pages: ShopPages): Promise<void> {
  await ofPages(db, pages).set({ running_until: null }).execute()
}

export async function updateStoreProtection(
  db: Queries,
  pages: ShopPages,
  isProtected: boolean,
): Promise<void> {
  const values = { is_password_protected: isProtected }
  await db
    .insertInto('page_syncs')
    .values({ ...ofShop(pages), ...values })
    .onConflict((conflict) => conflict.columns(['organization_id', 'shop']).doUpdateSet(values))
    .execute()
}

export type StoreSyncState = { problem: string | null; is_password_protected: boolean | null }

export function findStoreSync(
  db: Queries,
  { organizationId, shop }: ShopPages,
): Promise<StoreSyncState | undefined> {
  return db
    .selectFrom('page_syncs')
    .select(['problem', 'is_password_protected'])
    .where(inOrganization(organizationId))
    .where('shop', '=', shop)
    .executeTakeFirst()
}

/** Locks the shop's sync row, so that concurrent imports run one after the other. */
export async function findStoreSyncLocked(db: Queries, pages: ShopPages): Promise<void> {
  await insertSync(db, pages)
  await db
    .selectFrom('page_syncs')
    .select('shop')
    .where(inOrganization(pages.organizationId))
    .where('shop', '=', pages.shop)
    .forUpdate()
    .execute()
}
