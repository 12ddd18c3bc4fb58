// Jobs whose closing day is over.
import { sql } from 'kysely'
import type { OrganizationId } from '#domain/organizations/organization-id.ts'
import type { Queries, Tx } from '../database.ts'
import { inOrganization } from '../organization-filter.ts'

const isOver = sql<boolean>`is_active and closes_at <= now()`

/** The organizations of such jobs. */
export async function listOrganizationsClosing(db: Queries): Promise<OrganizationId[]> {
  const rows = await db
    .selectFrom('job_posts')
    .select('organization_id')
    .distinct()
    .where(isOver)
    .execute()
  return rows.map(({ organization_id }) => organization_id)
}

/** Of those whose closing day is over, or of all. Returns the ids of those that were still open. */
export async function updateJobsClosed(
  tx: Tx,
  organizationId: OrganizationId,
  which: 'over' | 'all' = 'over',
): Promise<string[]> {
  const closed = await tx
    .updateTable('job_posts')
    .set({ is_active: false, revision: sql`revision + 1` })
    .where(inOrganization(organizationId))
    .where(which === 'over' ? isOver : sql<boolean>`is_active`)
    .returning('id')
    .execute()
  return closed.map(({ id }) => id)
}
