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

/** Returns the ids of those that were still open. */
export async function updateJobsClosed(tx: Tx, organizationId: OrganizationId): Promise<string[]> {
  const closed = await tx
    .updateTable('job_posts')
    .set({ is_active: false, revision: sql`revision + 1` })
    .where(inOrganization(organizationId))
    .where(isOver)
    .returning('id')
    .execute()
  return closed.map(({ id }) => id)
}
