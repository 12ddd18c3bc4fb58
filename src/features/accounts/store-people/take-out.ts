// The owner of a shop takes it out of an organization that somebody else brought it to. What the organization has stays with it; what it
// wrote into the shop becomes the new organization's, which writes it again.
import type { MailViews } from '#domain/mails/mails.ts'
import type { OrganizationId } from '#domain/organizations/organization-id.ts'
import { updateProfileReleased } from '#data/accounts/profiles.ts'
import { insertAuditEvent } from '#data/audit/audit.ts'
import type { Tx } from '#data/database.ts'
import { insertLiveEvents } from '#data/live/live-events.ts'
import { insertOwnerMails } from '#data/mails/owner-mails.ts'
import { deleteJoinRequest } from '#data/organizations/invitations.ts'
import { findOrganization } from '#data/organizations/organizations.ts'
import {
  deleteSessionsOfStore,
  deleteStorePeople,
  listPeopleOfShopAlone,
} from '#data/store/store-people.ts'
import { deleteStoreRemoval } from '#data/store/store-removals.ts'
import { updateStoreReleased, type StoredSession } from '#data/store/store-sessions.ts'
import { cancelStoreSync } from '#data/store/store-syncs.ts'
import { deleteTask } from '#data/tasks/tasks.ts'
import type { Deps } from '../../deps.ts'
import { updateNextOwner } from '#data/accounts/next-owner.ts'

/**
 * Nobody of the organization comes in by this shop any more, and its people, whom nothing else lets in, leave the organization. Call it in
 * the transaction that gives the shop to another one.
 */
export async function takeOut(
  deps: Deps,
  tx: Tx,
  organizationId: OrganizationId,
  { shop, shop_name: name }: Pick<StoredSession, 'shop' | 'shop_name'>,
): Promise<void> {
  await releasePeople(tx, organizationId, shop)
  await deleteSessionsOfStore(tx, organizationId, shop)
  await deleteStorePeople(tx, shop)
  await deleteStoreRemoval(tx, organizationId, shop)
  await cancelStoreSync(tx, { organizationId, shop })
  // A queued write keeps the organization that it was queued for.
  await deleteTask(tx, 'write-theme-jobs', shop)
  await deleteTask(tx, 'empty-store', shop)
  await updateStoreReleased(tx, organizationId, shop)
  await insertAuditEvent(tx, organizationId, {
    actor_id: null,
    action: 'store.disconnected',
    resource_type: 'store',
    resource_id: shop,
    details: { by: 'shop_owner' },
  })
  const organization = await findOrganization(tx, organizationId)
  const data: MailViews['store-lost'] = {
    organization: organization?.name ?? '',
    shop: name ?? shop,
    isUninstalled: false,
    isOnlyOfShop: false,
    canSignIn: true,
    isTakenOut: true,
    link: `${deps.appUrl}/admin/applicants`,
  }
  await insertOwnerMails(deps, tx, organizationId, { kind: 'store-lost', viewFor: () => data })
  await insertLiveEvents(tx, organizationId, 'store.changed', [organizationId])
}

/** They would go on getting the organization's mails, which a person who cannot sign in could not end. */
async function releasePeople(tx: Tx, organizationId: OrganizationId, shop: string): Promise<void> {
  const people = await listPeopleOfShopAlone(tx, shop)
  const members = people.filter((person) => person.organization_id === organizationId)
  for (const { user_id: id } of members) {
    await updateNextOwner(tx, organizationId, id)
    await updateProfileReleased(tx, organizationId, id)
    await deleteJoinRequest(tx, id)
    await insertAuditEvent(tx, organizationId, {
      actor_id: null,
      action: 'member.removed',
      resource_type: 'profile',
      resource_id: id,
    })
  }
  const ids = members.map(({ user_id }) => user_id)
  if (ids.length > 0) await insertLiveEvents(tx, organizationId, 'membership.changed', ids)
}
