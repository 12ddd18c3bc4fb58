// A new organization with its first owner.
import type { Organization } from '#domain/organizations/organizations.ts'
import { updateProfileToOwner } from '../accounts/profiles.ts'
import { insertAuditEvent } from '../audit/audit.ts'
import type { Tx } from '../database.ts'
import { updateClaimedStores } from '../store/store-installs.ts'
import { insertStoreWrites } from '../store/store-syncs.ts'
import { deleteJoinRequest } from './invitations.ts'
import { insertOrganization, type NewOrganization } from './organizations.ts'

/**
 * Includes the stores that this person has connected before. Undefined for a person who belongs to an organization: the
 * caller must then roll the transaction back.
 */
export async function insertOwnedOrganization(
  tx: Tx,
  values: NewOrganization,
  userId: string,
  now: Date,
): Promise<Organization | undefined> {
  const organization = await insertOrganization(tx, values)
  if (!(await updateProfileToOwner(tx, organization.id, userId))) return undefined
  await deleteJoinRequest(tx, userId)
  await insertAuditEvent(tx, organization.id, {
    actor_id: userId,
    action: 'organization.created',
    resource_type: 'organization',
    resource_id: organization.id,
  })
  const stores = await updateClaimedStores(tx, userId, organization.id, now)
  for (const shop of stores) {
    await insertAuditEvent(tx, organization.id, {
      actor_id: userId,
      action: 'store.connected',
      resource_type: 'store',
      resource_id: shop,
    })
  }
  if (stores.length > 0) await insertStoreWrites(tx, organization.id)
  return organization
}
