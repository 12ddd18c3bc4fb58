// Checks redirect targets: only our own pages and the stores of the organization are allowed.
import { listStoreHosts } from '#data/organizations/organizations.ts'
import type { Deps } from '../deps.ts'
import type { OrganizationId } from '#domain/organizations/organization-id.ts'

export const readStoreHosts = (deps: Deps, organizationId: OrganizationId): Promise<string[]> =>
  listStoreHosts(deps.db.queries, organizationId)

/** The normalized URL, or null when it is not allowed. A host without a scheme counts as https. */
export async function allowedReturnUrl(
  deps: Deps,
  organizationId: OrganizationId,
  address: string,
): Promise<string | null> {
  const text = /^[a-z0-9-]+(\.[a-z0-9-]+)+(\/|$)/i.test(address) ? `https://${address}` : address
  if (!URL.canParse(text, deps.appUrl)) return null
  const target = new URL(text, deps.appUrl)
  if (target.username || target.password) return null
  const own = new URL(deps.appUrl)
  // Compares the protocol too: a blob: URL has the origin of the page that created it.
  if (target.origin === own.origin && target.protocol === own.protocol) return target.href
  if (target.protocol !== 'https:' || target.port) return null
  const hosts = await readStoreHosts(deps, organizationId)
  return hosts.includes(target.hostname) ? target.href : null
}
