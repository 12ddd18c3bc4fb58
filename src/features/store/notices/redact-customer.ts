// A store requests the erasure of a customer: erases everything under their addresses, as when staff erase an applicant.
import {
  deleteAddress,
  deleteApplications,
  listApplicationsToErase,
  listApplicationsToEraseOfFormerShop,
} from '#data/retention/erasures.ts'
import type { NoticedCustomer } from '#domain/store/store-notices.ts'
import { updateOwnStoreNoticeDone } from '#data/store/store-notices.ts'
import { listFormerOrganizations } from '#data/store/shop-belongings.ts'
import { findStoredSession } from '#data/store/store-sessions.ts'
import type { WholeTx } from '#data/database.ts'
import type { OrganizationId } from '#domain/organizations/organization-id.ts'
import { deleteInvitationsOfAddress } from '#data/store/job-invitations.ts'
import type { Deps } from '../../deps.ts'
import { findOpenedKey } from '../job-invitations/judge-members.ts'
import { listNoticedAddresses } from './list-noticed-addresses.ts'

export async function redactCustomer(
  deps: Deps,
  { id, shop }: { id: string; shop: string },
  customer: NoticedCustomer,
): Promise<void> {
  const organizationId = (await findStoredSession(deps.db.queries, shop))?.organization_id ?? null
  for (const former of await listFormerOrganizations(deps.db.queries, shop, organizationId)) {
    await redactInFormer(deps, former, shop, customer)
  }
  if (!organizationId) return
  const files = await deps.db.includingRestricted(organizationId, async (tx) => {
    // Who applies again after the erasure is not erased by a second run of it.
    await updateOwnStoreNoticeDone(tx, id)
    const unowned: string[] = []
    for (const email of await listNoticedAddresses(tx, organizationId, shop, customer)) {
      const applications = await listApplicationsToErase(tx, organizationId, email)
      const address = { email, applications }
      const erased = await deleteAddress(tx, organizationId, address, { reason: 'store' })
      unowned.push(...erased.files)
      await forgetInvitations(deps, tx, organizationId, email)
    }
    return unowned
  })
  await deps.files.discard(files)
}

/** An organization that the shop has left keeps what came by it; others may have brought it the same person. */
async function redactInFormer(
  deps: Deps,
  organizationId: OrganizationId,
  shop: string,
  customer: NoticedCustomer,
): Promise<void> {
  const files = await deps.db.includingRestricted(organizationId, async (tx) => {
    const addresses = await listNoticedAddresses(tx, organizationId, shop, customer)
    const theirs = []
    for (const email of addresses) {
      theirs.push(...(await listApplicationsToEraseOfFormerShop(tx, organizationId, shop, email)))
    }
    const erased = await deleteApplications(tx, organizationId, theirs, { reason: 'store' })
    return erased.files
  })
  await deps.files.discard(files)
}

/** Deletes invitations and opt-outs: the store has deleted the person, so no invitation can follow. */
async function forgetInvitations(
  deps: Deps,
  tx: WholeTx,
  organizationId: OrganizationId,
  email: string,
): Promise<void> {
  const key = await findOpenedKey(deps, tx, organizationId)
  if (key) await deleteInvitationsOfAddress(tx, organizationId, key.hashOf(email))
}
