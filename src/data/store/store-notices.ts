// What the platform told about its shops: kept before it is answered, once however often it is told.
import type { Queries, Tx } from '../database.ts'
import { upsertTasks } from '../tasks/tasks.ts'

/** False when it was told before, under this delivery or another. */
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
  // Of one shop in the order in which things happened there.
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

/** What it said is forgotten: it can name a person. */
export async function updateStoreNoticeDone(db: Queries, id: string): Promise<void> {
  await db
    .updateTable('store_notices')
    .set({ state: 'done', payload_sealed: null })
    .where('id', '=', id)
    .execute()
}

/** Told again after this they would be worked again; the platform gives up after hours. */
export async function deleteOldStoreNotices(db: Queries, before: Date): Promise<void> {
  await db.deleteFrom('store_notices').where('received_at', '<', before.toISOString()).execute()
}
