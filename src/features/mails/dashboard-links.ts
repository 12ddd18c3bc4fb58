// Where a link of a mail to staff opens the dashboard: in the store's admin for who comes by it, and may have no password here.
import type { OrganizationId } from '#domain/organizations/organization-id.ts'
import { FRAMED } from '#domain/store/framed-address.ts'
import type { Queries } from '#data/database.ts'
import { listShopsOfReaders } from '#data/store/store-people.ts'
import type { Deps } from '../deps.ts'

export type DashboardLinks = (recipient: string, path: string) => string

/** For each reader of the organization's mails. `path` is an address of the dashboard, with its query. */
export async function dashboardLinks(
  deps: Deps,
  db: Queries,
  organizationId: OrganizationId,
): Promise<DashboardLinks> {
  const app = deps.stores?.app
  const shops = app && (await listShopsOfReaders(db, organizationId))
  return (recipient, path) => {
    const shop = shops?.get(recipient)
    return (app && shop ? app.appUrl(shop) + FRAMED : deps.appUrl) + path
  }
}
