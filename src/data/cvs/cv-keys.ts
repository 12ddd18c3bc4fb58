// CVs from before each file had its own key.
import { sql } from 'kysely'
import type { Queries, Tx } from '../database.ts'

export type KeylessCv = { id: string; storage_key: string }

export function listKeylessCvs(db: Queries, after: string, most: number): Promise<KeylessCv[]> {
  return db
    .selectFrom('cv_files')
    .select(['id', 'storage_key'])
    .where('key_sealed', 'is', null)
    .where(sql<boolean>`id::text > ${after}`)
    .orderBy(sql`id::text`)
    .limit(most)
    .execute()
}

/** Replaces the file with a copy under its own key; false when the row was deleted or has one already. */
export async function updateCvKeyed(
  tx: Tx,
  { id, storage_key: before }: KeylessCv,
  after: { storage_key: string; key_sealed: string },
): Promise<boolean> {
  // Locks the application first, in the same order as its deletion.
  await tx
    .updateTable('applicants')
    .set({ cv_url: after.storage_key })
    .where('cv_url', '=', before)
    .where('id', '=', (eb) => eb.selectFrom('cv_files').select('applicant_id').where('id', '=', id))
    .execute()
  const row = await tx
    .updateTable('cv_files')
    .set(after)
    .where('id', '=', id)
    .where('storage_key', '=', before)
    .where('key_sealed', 'is', null)
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

/** How many remain. */
export async function countKeylessCvs(db: Queries): Promise<number> {
  const { count } = await db
    .selectFrom('cv_files')
    .select(sql<number>`count(*)::int`.as('count'))
    .where('key_sealed', 'is', null)
    .executeTakeFirstOrThrow()
  return count
}
