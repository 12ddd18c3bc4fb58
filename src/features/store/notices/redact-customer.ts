// A store asks for a customer to be forgotten: everything under the address goes, as when staff carry out such a wish.
import { deleteAddress, listLeavingOf } from '#data/erasures.ts'
import { findKeptSession } from '#data/store-sessions.ts'
import type { Deps } from '../../deps.ts'
import { noteRemoval } from './note-removal.ts'

export async function redactCustomer(deps: Deps, shop: string, email: string): Promise<void> {
  const organizationId = (await findKeptSession(deps.db.queries, shop))?.organization_id
  if (!organizationId) return
  const files = await deps.db.forOrganization(organizationId, async (tx) => {
    const applications = await listLeavingOf(tx, organizationId, email)
    const unowned = await deleteAddress(tx, organizationId, email, applications)
    await noteRemoval(tx, organizationId, applications)
    return unowned
  })
  await deps.files.discard(files)
}
