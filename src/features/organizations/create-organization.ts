// A person without an organization creates one and becomes its approved owner at once.
import { signedIn, type Actor } from '#domain/accounts/access.ts'
import { AppError } from '#domain/errors.ts'
import {
  slugOf,
  type Organization,
  type OrganizationInput,
} from '#domain/organizations/organizations.ts'
import { updateProfileToOwner } from '#data/accounts/accounts.ts'
import { insertAuditEvent } from '#data/audit/audit.ts'
import { deleteJoinRequest } from '#data/organizations/invitations.ts'
import { insertOrganization } from '#data/organizations/organizations.ts'
import { updateClaimedStores } from '#data/store/store-installs.ts'
import { insertStoreWrites } from '#data/store/store-syncs.ts'
import type { Deps } from '../deps.ts'

export async function createOrganization(
  deps: Deps,
  actor: Actor | undefined,
  input: OrganizationInput,
): Promise<Organization> {
  const person = signedIn(actor)
  if (person.organization_id) throw new AppError('organization.alreadyMember')
  return deps.db.transaction(async (tx) => {
    const organization = await insertOrganization(tx, {
      name: input.name,
      slug: slugOf(input.name),
    })
    // After a double click, the second request finds the person already in an organization.
    const owner = await updateProfileToOwner(tx, organization.id, person.user_id)
    if (!owner) throw new AppError('organization.alreadyMember')
    await deleteJoinRequest(tx, person.user_id)
    await insertAuditEvent(tx, organization.id, {
      actor_id: person.user_id,
      action: 'organization.created',
      resource_type: 'organization',
      resource_id: organization.id,
    })
    const stores = await updateClaimedStores(tx, person.user_id, organization.id, deps.clock.now())
    for (const shop of stores) {
      await insertAuditEvent(tx, organization.id, {
        actor_id: person.user_id,
        action: 'store.connected',
        resource_type: 'store',
        resource_id: shop,
      })
    }
    if (stores.length > 0) await insertStoreWrites(tx, organization.id)
    return organization
  })
}
