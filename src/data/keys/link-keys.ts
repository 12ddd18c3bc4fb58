// What links in mails are signed with, encrypted by the main key: one row.
import type { Queries } from '../database.ts'

/** The first one stays, however many processes start at once. */
export async function findOrInsertLinkKey(db: Queries, key_sealed: string): Promise<string> {
  await db
    .insertInto('link_keys')
    .values({ key_sealed })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  const row = await db.selectFrom('link_keys').select('key_sealed').executeTakeFirstOrThrow()
  return row.key_sealed
}

export async function updateLinkKey(db: Queries, key_sealed: string): Promise<void> {
  await db.updateTable('link_keys').set({ key_sealed, created_at: new Date() }).execute()
}
