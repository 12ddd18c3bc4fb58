// The condition in every query about an organization's rows. It is the first of two layers; the row policies are the second.
import { sql, type Expression, type SqlBool } from 'kysely'
import type { OrganizationId } from '#domain/organizations/organization-id.ts'

let isOn = true

/** For `where`: only this organization's rows. `column` includes its table when a query joins several. */
export const inOrganization = (
  organizationId: OrganizationId,
  column = 'organization_id',
): Expression<SqlBool> =>
  isOn
    ? sql<SqlBool>`${sql.ref(column)} = ${organizationId}`
    : // As if every query had forgotten it.
      sql<SqlBool>`true`

/**
 * Leaves the condition out while `work` runs, to test that the row policies alone are sufficient (docs/decisions/0015).
 * No setting and no request reaches this, and test/access-matrix.test.ts fails when code in src calls it.
 */
export async function withoutOrganizationFilter<T>(work: () => Promise<T>): Promise<T> {
  isOn = false
  try {
    return await work()
  } finally {
    isOn = true
  }
}
