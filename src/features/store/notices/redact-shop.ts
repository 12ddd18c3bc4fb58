// Two days after it removed the app, a store requests the deletion of all its data.
import { AppError } from '#domain/errors.ts'
import type { OrganizationId } from '#domain/organizations/organization-id.ts'
import {
  deleteApplications,
  deleteProofsOfShop,
  listApplicationsToEraseOfShop,
} from '#data/retention/erasures.ts'
import { deleteAccount, deleteOrganization } from '#data/accounts/account-closings.ts'
import { insertAuditEvent, updateAuditOriginsEmptied } from '#data/audit/audit.ts'
import type { Tx } from '#data/database.ts'
import { insertLiveEvents } from '#data/live/live-events.ts'
import {
  deleteMailsOfFormerMember,
  isOnlyOfShop,
  listFormerOrganizations,
  listPeopleOfShop,
} from '#data/store/shop-belongings.ts'
import { listPeopleOfShopAlone } from '#data/store/store-people.ts'
import { deleteInvitationsOfShop } from '#data/store/job-invitations.ts'
import { deleteSentInvitations } from '#data/mails/mails.ts'
import { deleteStoreAnswers, deleteStoreData } from '#data/store/store-data.ts'
import { countLivingStores, findStoredSession } from '#data/store/store-sessions.ts'
import { shopDetails } from '#gateways/store/shopify-operations.ts'
import type { Deps } from '../../deps.ts'
import { updateNextOwner } from '#data/accounts/next-owner.ts'
import { endInstallation } from './end-installation.ts'

/** Small, so that the lock on the organization's audit log is short. */
const BATCH = 50

/**
 * Does nothing when the store has installed the app again. Otherwise erases the applications that came, or may have come,
 * through the store, all customer data from it, and the people whom it alone let in; and the whole organization where it is this shop's
 * alone. In batches, so that an interrupted run continues where it was.
 */
export async function redactShop(deps: Deps, shop: string, at: Date): Promise<void> {
  const kept = await findStoredSession(deps.db.queries, shop)
  if (!kept || at.getTime() < Date.parse(kept.connected_at)) return
  if (!kept.uninstalled_at) {
    if (await hasTheApp(deps, shop)) return
    // The notice of the removal has not arrived: it is late or was lost.
    await endInstallation(deps, shop, at)
  }
  const { organization_id: organizationId } = kept
  for (const former of await listFormerOrganizations(deps.db.queries, shop, organizationId)) {
    // What is of unknown origin there may have come by anything.
    await forgetPeople(deps, former, { shop, isOnly: false })
    await deps.db.transaction(async (tx) => {
      await deleteInvitationsOfShop(tx, former, shop)
      await deleteSentInvitations(tx, former)
    })
  }
  if (organizationId) {
    const isOnly = (await countLivingStores(deps.db.queries, organizationId)) === 0
    await forgetPeople(deps, organizationId, { shop, isOnly })
  }
  await deps.db.transaction(async (tx) => {
    const isAll = organizationId !== null && (await isOnlyOfShop(tx, organizationId, shop))
    // Before the links to the shop are gone, by which they are found.
    const people = isAll ? await listPeopleOfShop(tx, organizationId) : []
    if (!(await deleteStoreData(tx, organizationId, shop)) || !organizationId) return
    if (isAll) await deleteAll(tx, organizationId, people)
    else await insertLiveEvents(tx, organizationId, 'store.changed', [organizationId])
    await deletePeopleOfShopAlone(tx, shop)
  })
}

/** They cannot come in any more, and what the organization knows of them came from the shop. */
async function deletePeopleOfShopAlone(tx: Tx, shop: string): Promise<void> {
  for (const person of await listPeopleOfShopAlone(tx, shop)) {
    const { user_id, key, email, organization_id: organizationId, is_approved } = person
    if (organizationId && is_approved) await updateNextOwner(tx, organizationId, user_id)
    await deletePerson(tx, organizationId, { user_id, email: key })
    if (!organizationId) continue
    await deleteMailsOfFormerMember(tx, organizationId, email)
    await insertLiveEvents(tx, organizationId, 'membership.changed', [user_id])
  }
}

/** What was made out of the shop: the organization with its jobs, pages and pictures, and the accounts that only it opened. */
async function deleteAll(
  tx: Tx,
  organizationId: OrganizationId,
  people: Awaited<ReturnType<typeof listPeopleOfShop>>,
): Promise<void> {
  await deleteOrganization(tx, organizationId)
  await insertAuditEvent(tx, null, {
    actor_id: null,
    action: 'organization.deleted',
    resource_type: 'organization',
    resource_id: organizationId,
  })
  for (const person of people) await deletePerson(tx, null, person)
}

async function deletePerson(
  tx: Tx,
  organizationId: OrganizationId | null,
  person: { user_id: string; email: string },
): Promise<void> {
  await deleteAccount(tx, person)
  await updateAuditOriginsEmptied(tx, person.user_id)
  await insertAuditEvent(tx, organizationId, {
    actor_id: null,
    action: 'account.deleted',
    resource_type: 'user',
    resource_id: person.user_id,
  })
}

/** Asks the store itself. Throws when it does not answer, so that the task is retried. */
async function hasTheApp({ stores, closing }: Deps, shop: string): Promise<boolean> {
  try {
    await stores?.ask(shop, shopDetails, {}, closing)
    return true
  } catch (error) {
    if (!(error instanceof AppError) || /^store\.(?:unreachable|throttled)$/.test(error.code)) {
      throw error
    }
    return false
  }
}

async function forgetPeople(
  deps: Deps,
  organizationId: OrganizationId,
  leaving: { shop: string; isOnly: boolean },
): Promise<void> {
  // Nobody can apply by them any more: an application that is just being sent comes before, and is found below.
  const files = await deps.db.includingRestricted(organizationId, (tx) =>
    deleteProofsOfShop(tx, organizationId, leaving),
  )
  await deps.files.discard(files)
  for (;;) {
    const { count, files } = await deps.db.includingRestricted(organizationId, async (tx) => {
      const applications = await listApplicationsToEraseOfShop(tx, organizationId, leaving, BATCH)
      const erased = await deleteApplications(tx, organizationId, applications, {
        reason: 'store',
      })
      return { count: applications.length, files: erased.files }
    })
    await deps.files.discard(files)
    if (count === 0) break
    deps.closing.throwIfAborted()
  }
  await deps.db.includingRestricted(organizationId, async (tx) => {
    if ((await deleteStoreAnswers(tx, organizationId, leaving.shop)) === 0) return
    await insertLiveEvents(tx, organizationId, 'applicants.changed', [organizationId])
  })
}
