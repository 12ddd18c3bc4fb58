// Idempotency keys of changes and their answers, so that a repeated request is not executed again.
import type { Cutoff } from '#domain/retention/deletion-time.ts'
import type { Queries } from '../database.ts'
import { inOrganization } from '../organization-filter.ts'
import type { OrganizationId } from '#domain/organizations/organization-id.ts'

/** False when the key exists already. Waits for a transaction that is about to commit the same key. */
export async function insertSentChange(
  db: Queries,
  organizationId: OrganizationId,
  values: { key: string; act: string; created_at: Date },
): Promise<boolean> {
  const row = await db
    .insertInto('sent_changes')
    .values({ organization_id: organizationId, ...values })
    .onConflict((conflict) => conflict.columns(['organization_id', 'key']).doNothing())
    .returning('key')
    .executeTakeFirst()
  return row !== undefined
}

export async function updateSentChangeAnswer(
  db: Queries,
  organizationId: OrganizationId,
  key: string,
  answer: unknown,
): Promise<void> {
  await db
    .updateTable('sent_changes')
    .set({ answer: JSON.stringify(answer) })
    .where(inOrganization(organizationId))
    .where('key', '=', key)
    .execute()
}

export function findSentChange(
  db: Queries,
  organizationId: OrganizationId,
  key: string,
): Promise<{ act: string; answer: unknown } | undefined> {
  return db
    .selectFrom('sent_changes')
    .select(['act', 'answer'])
    .where(inOrganization(organizationId))
    .where('key', '=', key)
    .executeTakeFirst()
}

export async function deleteSentChangesBefore(db: Queries, moment: Cutoff): Promise<number> {
  const result = await db
    .deleteFrom('sent_changes')
    .where('created_at', '<', moment.toISOString())
    .executeTakeFirst()
  return Number(result.numDeletedRows)
}
