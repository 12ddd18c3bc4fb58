// Where a visitor may be sent back to: our own pages, or the store of the organization they apply to.
import { listStoreHosts } from '#data/organizations/organizations.ts'
import type { Deps } from '../deps.ts'
import type { OrganizationId } from '#domain/organizations/organization-id.ts'

export const readStoreHosts = (deps: Deps, organizationId: OrganizationId): Promise<string[]> =>
  listStoreHosts(deps.db.queries, organizationId)

/** The address, rebuilt, or null when it leads anywhere else. A bare host counts as its https address. */
export async function allowedReturn(
  deps: Deps,
  organizationId: OrganizationId,
  address: string,
): Promise<string | null> {
  const text = /^[a-z0-9-]+(\.[a-z0-9-]+)+(\/|$)/i.test(address) ? `https://${address}` : address
  if (!URL.canParse(text, deps.appUrl)) return null
  const target = new URL(text, deps.appUrl)
  if (target.username || target.password) return null
  const own = new URL(deps.appUrl)
  // The protocol too: a blob: address has the origin of the page that made it.
  if (target.origin === own.origin && target.protocol === own.protocol) return target.href
  if (target.protocol !== 'https:' || target.port) return null
  const hosts = await readStoreHosts(deps, organizationId)
  return hosts.includes(target.hostname) ? target.href : null
}
