// What the public may know of an organization: its name.
import { findOrganization } from '#data/organizations.ts'
import type { Deps } from '../deps.ts'

export async function readOrganizationName(deps: Deps, id: string): Promise<string | null> {
  return (await findOrganization(deps.db.queries, id))?.name ?? null
}
