// Shops from which everything that the app wrote is being removed, and the progress.
import { sql } from 'kysely'
import type { OrganizationId } from '#domain/organizations/organization-id.ts'
import type { RefusedPage, RemovalStatus } from '#domain/store/store-removal.ts'
import type { Queries, Tx } from '../database.ts'
import { inOrganization } from '../organization-filter.ts'
import { upsertTasks } from '../tasks/tasks.ts'

export type StoredRemoval = {
  shop: string
  status: RemovalStatus
  total: number
  done: number
  problem: string | null
  refused: RefusedPage[]
}

const shown = ['shop', 'status', 'total', 'done', 'problem', 'refused'] as const

export function listStoreRemovals(
  db: Queries,
  organizationId: OrganizationId,
): Promise<StoredRemoval[]> {
  return db
    .selectFrom('store_removals')
    .select(shown)
    .where(inOrganization(organizationId))
    .execute()
}

export function findStoreRemoval(
  db: Queries,
  organizationId: OrganizationId,
  shop: string,
): Promise<StoredRemoval | undefined> {
  return db
    .selectFrom('store_removals')
    .select(shown)
    .where(inOrganization(organizationId))
    .where('shop', '=', shop)
    .executeTakeFirst()
}

/** Starts from the beginning. False when one is already running; it is not changed. */
export async function upsertStoreRemoval(
  tx: Tx,
  organizationId: OrganizationId,
  shop: string,
  total: number,
): Promise<boolean> {
  const row = {
    status: 'running' as const,
    total,
    done: 0,
    problem: null,
    refused: '[]',
    begun_at: sql<string>`now()`,
  }
  const begun = await tx
    .insertInto('store_removals')
    .values({ organization_id: organizationId, shop, ...row })
    .onConflict((conflict) =>
      conflict
        .columns(['organization_id', 'shop'])
        .doUpdateSet(row)
        .where('store_removals.status', '!=', 'running'),
    )
    .returning('shop')
    .executeTakeFirst()
  if (!begun) return false
  await upsertTasks(tx, [{ kind: 'empty-store', key: shop, organization_id: organizationId }])
  return true
}

/** Does nothing when it is no longer running. */
export async function updateStoreRemoval(
  db: Queries,
  organizationId: OrganizationId,
  shop: string,
  change: {
    status?: RemovalStatus
    done?: number
    problem?: string | null
    refused?: readonly RefusedPage[]
  },
): Promise<void> {
  const { refused, ...values } = change
  await db
    .updateTable('store_removals')
    .set({ ...values, ...(refused && { refused: JSON.stringify(refused) }) })
    .where(inOrganization(organizationId))
    .where('shop', '=', shop)
    .where('status', '=', 'running')
    .execute()
}

/** From now on the app writes into the shop again. False when there was no removal. */
export async function deleteStoreRemoval(
  db: Queries,
  organizationId: OrganizationId,
  shop: string,
): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('store_removals')
    .where(inOrganization(organizationId))
    .where('shop', '=', shop)
    .executeTakeFirstOrThrow()
  return numDeletedRows > 0n
}
