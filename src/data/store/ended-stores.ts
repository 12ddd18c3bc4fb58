// Stores whose connection has ended: how it is recorded, whose owners are told, and what is deleted then.
import { sql } from 'kysely'
import type { OrganizationId } from '#domain/organizations/organization-id.ts'
import type { Queries, Tx } from '../database.ts'
import { inOrganization } from '../organization-filter.ts'
import { deleteTask } from '../tasks/tasks.ts'
import { noTokens } from './store-tokens.ts'

/** An owner ends the connection. False when this organization has no such store connected. */
export async function updateStoreDisconnected(
  db: Queries,
  organizationId: OrganizationId,
  shop: string,
  at: Date,
): Promise<boolean> {
  const ended = await db
    .updateTable('store_sessions')
    .set({ ...noTokens, uninstalled_at: at, disconnected_at: at })
    .where(inOrganization(organizationId))
    .where('shop', '=', shop)
    .where('uninstalled_at', 'is', null)
    .returning('shop')
    .executeTakeFirst()
  return ended !== undefined
}

/**
 * Records that the app was removed at that moment, also for a store that an owner had disconnected before. Undefined if
 * it was connected again since, the removal is already recorded, or the shop is unknown.
 */
export async function updateStoreUninstalled(
  db: Queries,
  shop: string,
  at: Date,
): Promise<{ organization_id: OrganizationId | null } | undefined> {
  return db
    .updateTable('store_sessions')
    .set({ ...noTokens, uninstalled_at: at, disconnected_at: null })
    .where('shop', '=', shop)
    .where((eb) => eb.or([eb('uninstalled_at', 'is', null), eb('disconnected_at', 'is not', null)]))
    .where('connected_at', '<=', at.toISOString())
    .returning('organization_id')
    .executeTakeFirst()
}

/** Stores that were lost before that moment, each once: the caller notifies their owners. */
export function updateLostStoresAnnounced(
  tx: Tx,
  before: Date,
): Promise<
  {
    shop: string
    admin_handle: string | null
    shop_name: string | null
    organization_id: OrganizationId
    is_uninstalled: boolean
  }[]
> {
  return (
    tx
      .updateTable('store_sessions')
      .set({ lost_told_at: sql`now()` })
      .where('lost_told_at', 'is', null)
      .where('organization_id', 'is not', null)
      .where('access_token_sealed', 'is', null)
      // An owner who disconnected it needs no notice.
      .where('disconnected_at', 'is', null)
      .where('updated_at', '<', before.toISOString())
      .returning([
        'shop',
        'admin_handle',
        'shop_name',
        sql<OrganizationId>`organization_id`.as('organization_id'),
        sql<boolean>`uninstalled_at is not null`.as('is_uninstalled'),
      ])
      .execute()
  )
}

export type EndedStore = {
  shop: string
  shop_name: string | null
  disconnected_at: string | null
}

/**
 * The named store that removed the app or was disconnected, else the one that did so last and has not returned while none is connected.
 */
export async function findUninstalledStore(
  db: Queries,
  organizationId: OrganizationId,
  shop?: string,
): Promise<EndedStore | undefined> {
  const newest = await db
    .selectFrom('store_sessions')
    .select(['shop', 'shop_name', 'uninstalled_at', 'disconnected_at'])
    .where(inOrganization(organizationId))
    .$if(shop !== undefined, (query) => query.where('shop', '=', shop ?? ''))
    .orderBy(sql`uninstalled_at is null`, 'desc')
    .orderBy('uninstalled_at', 'desc')
    .limit(1)
    .executeTakeFirst()
  return newest?.uninstalled_at ? newest : undefined
}

/**
 * Deletes the data of the shop itself: its session and names, its pages, imported products, requests for data, and its
 * webhooks. False if the shop has installed the app again: then nothing is deleted.
 */
export async function deleteStore(db: Queries, shop: string): Promise<boolean> {
  const ended = await db
    .deleteFrom('store_sessions')
    .where('shop', '=', shop)
    .where('uninstalled_at', 'is not', null)
    .returning('shop')
    .executeTakeFirst()
  if (!ended) return false
  await db.deleteFrom('store_pages').where('shop', '=', shop).execute()
  await db.deleteFrom('other_store_pages').where('shop', '=', shop).execute()
  await db.deleteFrom('store_removals').where('shop', '=', shop).execute()
  await db.deleteFrom('page_syncs').where('shop', '=', shop).execute()
  await deleteTask(db, 'write-store-pages', shop)
  await db.deleteFrom('imported_products').where('shop', '=', shop).execute()
  await db.updateTable('rights_requests').set({ email: null }).where('shop', '=', shop).execute()
  await db.deleteFrom('store_installs').where('shop', '=', shop).execute()
  await db
    .updateTable('store_notices')
    .set({
      payload_sealed: null,
      // Its other webhooks are about a store that we no longer know.
      state: 'done',
    })
    .where('shop', '=', shop)
    .where('payload_sealed', 'is not', null)
    .execute()
  return true
}

/** Deletes an organization's store tasks when it has no store left. */
export async function deleteStoreWork(db: Queries, organizationId: OrganizationId): Promise<void> {
  await db.deleteFrom('customer_refreshes').where(inOrganization(organizationId)).execute()
  await deleteTask(db, 'refresh-customers', organizationId)
}
