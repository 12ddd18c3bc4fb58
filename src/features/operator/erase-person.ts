// The operator erases a person in all organizations: everything under an address, as staff of each of them would.
import { insertAuditEvent } from '#data/audit/audit.ts'
import { listOrganizationsOfAddress } from '#data/operator/people.ts'
import { deleteAddress, listApplicationsToErase } from '#data/retention/erasures.ts'
import type { OrganizationId } from '#domain/organizations/organization-id.ts'
import type { Deps } from '../deps.ts'

export type ErasedInOrganization = {
  name: string
  /** The numbers of its applications in the ledger of erasures. */
  receipts: string[]
}

/** One transaction for each organization: after an interruption, the same call erases the rest. An account stays. */
export async function* erasePersonEverywhere(
  deps: Deps,
  address: string,
): AsyncGenerator<ErasedInOrganization> {
  const email = address.toLowerCase()
  for (const { id, name } of await listOrganizationsOfAddress(deps.db.queries, email)) {
    yield { name, receipts: await eraseIn(deps, id, email) }
  }
}

async function eraseIn(deps: Deps, id: OrganizationId, email: string): Promise<string[]> {
  const { files, receipts } = await deps.db.includingRestricted(id, async (tx) => {
    const applications = await listApplicationsToErase(tx, id, email)
    const erased = await deleteAddress(
      tx,
      id,
      { email, applications },
      { reason: 'request', actorId: null },
    )
    await insertAuditEvent(tx, id, {
      actor_id: null,
      action: 'operator.person_erased',
      resource_type: 'organization',
      resource_id: id,
      details: { applications: applications.length },
    })
    return erased
  })
  // After the commit: the sweep removes a file without a row, but a row without its file would be a loss.
  await deps.files.discard(files)
  return [...receipts.values()]
}
