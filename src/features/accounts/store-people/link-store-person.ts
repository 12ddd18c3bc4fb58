// Links a user of a shop to a user of Storehand, who joins the shop's organization: as its first owner, or pending.
import { AppError } from '#domain/errors.ts'
import type { Profile } from '#domain/accounts/accounts.ts'
import { ORGANIZATION_NAME_MAX, slugOf } from '#domain/organizations/organizations.ts'
import type { OrganizationId } from '#domain/organizations/organization-id.ts'
import { handleOfShop } from '#domain/store/store.ts'
import { findAccountScope } from '#data/accounts/actors.ts'
import {
  findProfile,
  updateProfileToOwner,
  updateProfileToPending,
} from '#data/accounts/profiles.ts'
import { insertAuditEvent } from '#data/audit/audit.ts'
import type { Tx } from '#data/database.ts'
import { insertLiveEvents } from '#data/live/live-events.ts'
import { insertWaitingEvent } from '#data/mails/notifications.ts'
import { deleteJoinRequest, upsertJoinRequest } from '#data/organizations/invitations.ts'
import { findOrganization, isMadeInShop } from '#data/organizations/organizations.ts'
import { insertOwnedOrganization } from '#data/organizations/owned-organization.ts'
import {
  findStorePerson,
  upsertStorePerson,
  type StorePerson,
  type StoreUser,
} from '#data/store/store-people.ts'
import { updatePagesOwner } from '#data/store/store-pages.ts'
import {
  findStoredSession,
  updateStoreOwner,
  type StoredSession,
} from '#data/store/store-sessions.ts'
import { insertStoreWrites } from '#data/store/store-syncs.ts'
import type { Deps } from '../../deps.ts'
import { takeOut } from './take-out.ts'

/** What the platform says of its user. */
type Rights = { isShopOwner: boolean; isCollaborator: boolean }

/**
 * The caller has verified the person. Throws AppError: store.notConnected, store.elsewhere, store.ownerFirst, store.personElsewhere
 * (belongs to another organization), organization.ownerRequired, organization.pending.
 */
export async function linkStorePerson(
  deps: Deps,
  user: StoreUser,
  { platformUser, ...person }: { user_id: string; session_id: string | null; platformUser: Rights },
  isTakenOut = false,
): Promise<void> {
  await deps.db.transaction(async (tx) => {
    const store = await findStoredSession(tx, user.shop)
    const profile = await findProfile(tx, person.user_id)
    if (!store || store.uninstalled_at || !profile) throw new AppError('store.notConnected')
    if (isTakenOut && store.organization_id) {
      const former = store.organization_id
      await takeOut(deps, tx, former, store)
      store.organization_id = null
      // By now somebody of no organization, where they belonged to the former one.
      const left = (await findProfile(tx, person.user_id)) ?? profile
      const made = await bring(deps, tx, store, left, platformUser)
      await updatePagesOwner(tx, user.shop, { from: former, to: made })
      await insertStoreWrites(tx, made)
      return record(tx, made, user, person)
    }
    const known = store.organization_id && (await findStorePerson(tx, store.organization_id, user))
    const organizationId = store.organization_id
      ? await join(
          tx,
          store.organization_id,
          profile,
          platformUser.isShopOwner && !known ? user.shop : null,
        )
      : await bring(deps, tx, store, profile, platformUser)
    await record(tx, organizationId, user, person)
  })
}

async function record(
  tx: Tx,
  organizationId: OrganizationId,
  user: StoreUser,
  person: StorePerson,
): Promise<void> {
  await upsertStorePerson(tx, organizationId, user, person)
  await insertAuditEvent(tx, organizationId, {
    actor_id: person.user_id,
    action: 'store.person_linked',
    resource_type: 'profile',
    resource_id: person.user_id,
  })
}

/**
 * Members keep their role; a user without an organization becomes a pending member. `ownShop`: the shop whose account the user owns;
 * in an organization that was made in its admin they become an owner at once.
 */
async function join(
  tx: Tx,
  organizationId: OrganizationId,
  { id, organization_id }: Profile,
  ownShop: string | null,
): Promise<OrganizationId> {
  if (organization_id === organizationId) return organizationId
  if (ownShop !== null && (await isMadeInShop(tx, organizationId, ownShop))) {
    return own(tx, organizationId, id)
  }
  if (!(await updateProfileToPending(tx, organizationId, id))) {
    throw new AppError('store.personElsewhere')
  }
  const organization = await findOrganization(tx, organizationId)
  const asked = await deleteJoinRequest(tx, id)
  // Records since when the person waits.
  await upsertJoinRequest(tx, {
    user_id: id,
    organization_id: organizationId,
    organization_name: organization?.name ?? '',
  })
  await insertAuditEvent(tx, organizationId, {
    actor_id: id,
    action: 'member.asked',
    resource_type: 'profile',
    resource_id: id,
  })
  for (const one of new Set([asked?.organization_id, organizationId])) {
    if (one) await insertLiveEvents(tx, one, 'membership.changed', [id])
  }
  await insertWaitingEvent(tx, organizationId, id)
  return organizationId
}

/** The organization was made for the shop by its staff, so its owner has nobody above them who could let them in. */
async function own(tx: Tx, organizationId: OrganizationId, id: string): Promise<OrganizationId> {
  if (!(await updateProfileToOwner(tx, organizationId, id))) {
    throw new AppError('store.personElsewhere')
  }
  const asked = await deleteJoinRequest(tx, id)
  await insertAuditEvent(tx, organizationId, {
    actor_id: null,
    action: 'member.approved',
    resource_type: 'profile',
    resource_id: id,
    details: { role: 'organization_owner', by: 'store' },
  })
  for (const one of new Set([asked?.organization_id, organizationId])) {
    if (one) await insertLiveEvents(tx, one, 'membership.changed', [id])
  }
  return organizationId
}

/** A store without an organization joins the organization that the person owns, or a new one with the store's name. */
async function bring(
  deps: Deps,
  tx: Tx,
  { shop, shop_name, claimed_by }: StoredSession,
  { id, organization_id, role }: Profile,
  { isCollaborator }: Rights,
): Promise<OrganizationId> {
  // An agency would own what its client's applicants send.
  if (isCollaborator) throw new AppError('store.ownerFirst')
  // Another person connected it from our own pages, and may be about to create an organization for it.
  if (claimed_by && claimed_by !== id) throw new AppError('store.elsewhere')
  const organizationId = organization_id
    ? await ownedBy(tx, id, role)
    : await newOrganization(deps, tx, id, { shop, name: nameOf(shop_name, shop) })
  const owner = { organization_id: organizationId, claimed_by: null, claim_ends_at: null }
  // A concurrent request created it first.
  if (!(await updateStoreOwner(tx, shop, owner))) throw new AppError('store.elsewhere')
  await insertAuditEvent(tx, organizationId, {
    actor_id: id,
    action: 'store.connected',
    resource_type: 'store',
    resource_id: shop,
  })
  await insertStoreWrites(tx, organizationId)
  await insertLiveEvents(tx, organizationId, 'store.changed', [organizationId])
  return organizationId
}

async function newOrganization(
  deps: Deps,
  tx: Tx,
  userId: string,
  { shop, name }: { shop: string; name: string },
): Promise<OrganizationId> {
  const values = { name, slug: slugOf(name), made_in_shop: shop }
  const made = await insertOwnedOrganization(tx, values, userId, deps.clock.now())
  if (!made) throw new AppError('organization.alreadyMember')
  return made.id
}

async function ownedBy(tx: Tx, userId: string, role: Profile['role']): Promise<OrganizationId> {
  const account = await findAccountScope(tx, { user_id: userId })
  if (!account?.organization_id) throw new AppError('organization.pending')
  if (role !== 'organization_owner') throw new AppError('organization.ownerRequired')
  return account.organization_id
}

const nameOf = (shopName: string | null, shop: string) =>
  (shopName?.trim() || handleOfShop(shop)).slice(0, ORGANIZATION_NAME_MAX)
