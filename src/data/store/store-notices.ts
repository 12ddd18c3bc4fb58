// Webhooks of the platform: stored before they are answered, each once however often it is delivered.
import type { Cutoff } from '#domain/retention/deletion-time.ts'
import { sql } from 'kysely'
import type { Queries, Tx } from '../database.ts'
import { upsertTasks } from '../tasks/tasks.ts'

/** False when it was delivered before, under this delivery id or another. */
export async function insertStoreNotice(
  tx: Tx,
  notice: {
    webhook_id: string
    event_id: string
    topic: string
    shop: string
    triggered_at: string
    payload_sealed: string
  },
): Promise<boolean> {
  const inserted = await tx
    .insertInto('store_notices')
    .values(notice)
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst()
  if (!inserted) return false
  // Of one shop, in the order of the events there.
  await upsertTasks(tx, [
    {
      kind: 'work-store-notice',
      key: inserted.id,
      organization_id: null,
      lane: notice.shop,
      due_at: notice.triggered_at,
    },
  ])
  return true
}

export type StoreNotice = {
  topic: string
  shop: string
  triggered_at: string
  payload_sealed: string | null
}

export function findWaitingStoreNotice(db: Queries, id: string): Promise<StoreNotice | undefined> {
  return db
    .selectFrom('store_notices')
    .select(['topic', 'shop', 'triggered_at', 'payload_sealed'])
    .where('id', '=', id)
    .where('state', '=', 'waiting')
    .executeTakeFirst()
}

/** Deletes its content, which can name a person. False when it was done already. */
export async function updateStoreNoticeDone(db: Queries, id: string): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('store_notices')
    .set({ state: 'done', payload_sealed: null })
    .where('id', '=', id)
    .where('state', '=', 'waiting')
    .executeTakeFirstOrThrow()
  return numUpdatedRows > 0n
}

/**
 * The same in a transaction of the organization whose shop sent it. Throws when it was done already or the shop is
 * another organization's: the next attempt sees which.
 */
export async function updateOwnStoreNoticeDone(tx: Tx, id: string): Promise<void> {
  const { rows } = await sql<{ is_done: boolean }>`
    select finish_store_notice(${id}) as is_done`.execute(tx)
  if (!rows[0]?.is_done) throw new Error('The notice is not a waiting one of this organization')
}

/** A repeated delivery after this would be processed again; the platform gives up after hours. */
export async function deleteOldStoreNotices(db: Queries, before: Cutoff): Promise<void> {
  await db.deleteFrom('store_notices').where('received_at', '<', before.toISOString()).execute()
}
