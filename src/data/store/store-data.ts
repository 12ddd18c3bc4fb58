// Deletes what came from a store that is to be forgotten. Its applications and verifications are erased by data/retention/erasures.ts.
import type { OrganizationId } from '#domain/organizations/organization-id.ts'
import { clearKnownCustomers, deleteCustomersOfShop } from '../applicants/applicant-customers.ts'
import { insertAuditEvent } from '../audit/audit.ts'
import type { Tx } from '../database.ts'
import { deleteSentInvitations } from '../mails/mails.ts'
import { deleteInvitationsOfShop } from './job-invitations.ts'
import { deleteStorePeople } from './store-people.ts'
import { countLivingStores } from './store-sessions.ts'
import { deleteStore, deleteStoreWork } from './ended-stores.ts'

/** What it answered about people who stay. Returns of how many. */
export async function deleteStoreAnswers(
  tx: Tx,
  organizationId: OrganizationId,
  shop: string,
): Promise<number> {
  const forgotten = await deleteCustomersOfShop(tx, organizationId, shop)
  await clearKnownCustomers(tx, organizationId)
  return forgotten
}

/** The rest, with its session. False when the store has installed the app again: then nothing is deleted. */
export async function deleteStoreData(
  tx: Tx,
  organizationId: OrganizationId | null,
  shop: string,
): Promise<boolean> {
  if (!(await deleteStore(tx, shop))) return false
  await deleteStorePeople(tx, shop)
  if (organizationId) {
    await deleteInvitationsOfShop(tx, organizationId, shop)
    await deleteSentInvitations(tx, organizationId)
    if ((await countLivingStores(tx, organizationId)) === 0) {
      await deleteStoreWork(tx, organizationId)
    }
  }
  await insertAuditEvent(tx, organizationId, {
    actor_id: null,
    action: 'store.redacted',
    resource_type: 'store',
    resource_id: shop,
  })
  return true
}
