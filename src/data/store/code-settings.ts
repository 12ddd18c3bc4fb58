// Whether customers who are signed in to the shop must still enter a mailed code.
import type { OrganizationId } from '#domain/organizations/organization-id.ts'
import type { Queries, Tx } from '../database.ts'
import { inOrganization } from '../organization-filter.ts'

export async function findAsksForCode(
  db: Queries,
  organizationId: OrganizationId,
): Promise<boolean> {
  const { asks_customers_for_code } = await db
    .selectFrom('organizations')
    .select('asks_customers_for_code')
    .where(inOrganization(organizationId, 'id'))
    .executeTakeFirstOrThrow()
  return asks_customers_for_code
}

export async function updateAsksForCode(
  tx: Tx,
  organizationId: OrganizationId,
  isAsked: boolean,
): Promise<void> {
  await tx
    .updateTable('organizations')
    .set({ asks_customers_for_code: isAsked })
    .where(inOrganization(organizationId, 'id'))
    .execute()
}
