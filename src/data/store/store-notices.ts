// What the platform told about its shops: kept before it is answered, once however often it is told.
import { sql } from 'kysely'
import type { Queries } from '../database.ts'

/** False when it was told before, under this delivery or another. */
export async function insertStoreNotice(
  db: Queries,
  notice: {
    webhook_id: string
    event_id: string
    topic: string
    shop: string
    triggered_at: string
    payload_sealed: string
  },
): Promise<boolean> {
  const inserted = await db
    .insertInto('store_notices')
    .values(notice)
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst()
  return inserted !== undefined
}

export type StoreNotice = {
  id: string
  topic: string
  shop: string
  triggered_at: string
  payload_sealed: string | null
  attempts: number
}

/** Takes the oldest that is due, for `leaseSeconds`; the attempt is counted now. */
export async function updateDueStoreNotice(
  db: Queries,
  leaseSeconds: number,
): Promise<StoreNotice | undefined> {
  return db
    .updateTable('store_notices')
    .set({
      attempts: sql`attempts + 1`,
      next_attempt_at: sql<string>`now() + make_interval(secs => ${leaseSeconds})`,
    })
    .where('id', 'in', (eb) =>
      eb
        .selectFrom('store_notices')
        .select('id')
        .where('state', '=', 'waiting')
        .where('next_attempt_at', '<=', sql<string>`now() + interval '1 millisecond'`)
        .orderBy('triggered_at')
        .limit(1)
        .forUpdate()
        .skipLocked(),
    )
    .returning(['id', 'topic', 'shop', 'triggered_at', 'payload_sealed', 'attempts'])
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

/** Tried again after `retrySeconds`, or given up when that is null; then what it said stays, for whoever looks into it. */
export async function updateStoreNoticeFailed(
  db: Queries,
  id: string,
  retrySeconds: number | null,
): Promise<void> {
  await db
    .updateTable('store_notices')
    .set(
      retrySeconds === null
        ? { state: 'failed' }
        : { next_attempt_at: sql<string>`now() + make_interval(secs => ${retrySeconds})` },
    )
    .where('id', '=', id)
    .execute()
}

export async function findNextStoreNoticeDelay(db: Queries): Promise<number | undefined> {
  const row = await db
    .selectFrom('store_notices')
    .select(sql<string | null>`extract(epoch from min(next_attempt_at) - now())`.as('seconds'))
    .where('state', '=', 'waiting')
    .executeTakeFirst()
  return row?.seconds == null ? undefined : Math.max(0, Number(row.seconds))
}

/** Told again after this they would be worked again; the platform gives up after hours. */
export async function deleteOldStoreNotices(db: Queries, before: Date): Promise<void> {
  await db
    .deleteFrom('store_notices')
    .where('state', '!=', 'waiting')
    .where('received_at', '<', before.toISOString())
    .execute()
}
