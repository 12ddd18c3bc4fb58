// The person behind the user of a shop's admin, and the steps that are missing before the dashboard opens.
import { AppError } from '#domain/errors.ts'
import { emailAddress } from '#domain/accounts/accounts.ts'
import type { OrganizationId } from '#domain/organizations/organization-id.ts'
import { handleOfShop } from '#domain/store/store.ts'
import type { StorePersonView } from '#domain/store/store-person.ts'
import { findProfile } from '#data/accounts/profiles.ts'
import { findUserByEmail } from '#data/accounts/users.ts'
import { findMemberByEmail } from '#data/organizations/members.ts'
import { findOrganization, isMadeInShop } from '#data/organizations/organizations.ts'
import type { StoreVisit } from '#data/store/store-people.ts'
import type { Deps } from '../../deps.ts'
import { needsSecondFactor } from '../factors/verify-factor.ts'
import { findLink, readStoreActor } from './read-store-actor.ts'

/** As the platform describes its user. Without names, they are derived from the email address. */
export async function readPlatformUser(deps: Deps, { user, token }: StoreVisit) {
  if (!deps.stores) throw new AppError('store.notConfigured')
  const platformUser = await deps.stores.app.readUser(user.shop, token)
  const email = emailAddress.safeParse(platformUser.email).data
  // The answer must be about the token's own user; otherwise it proves nothing.
  if (platformUser.id !== user.platformUserId || !email) throw new AppError('store.sessionEnded')
  const ofAddress = email.split('@')[0] ?? ''
  const nameOf = (...given: (string | null | undefined)[]) =>
    (given.find((name) => name?.trim())?.trim() ?? ofAddress).slice(0, 100)
  return {
    email,
    email_verified: platformUser.email_verified,
    isShopOwner: platformUser.account_owner,
    isCollaborator: platformUser.collaborator,
    first_name: nameOf(platformUser.first_name, platformUser.last_name),
    last_name: nameOf(platformUser.last_name, platformUser.first_name),
  }
}

export async function readStorePerson(
  deps: Deps,
  visit: StoreVisit,
  userAgent: string,
): Promise<StorePersonView> {
  const { store, user } = visit
  const organization = store.organization_id
    ? await findOrganization(deps.db.queries, store.organization_id)
    : undefined
  const shop = {
    shop_name: store.shop_name ?? handleOfShop(user.shop),
    organization_name: organization?.name ?? null,
  }
  const known = await readKnown(deps, visit, userAgent)
  const isIn = known && known.state !== 'elsewhere' && known.state !== 'pending'
  const closed = {
    can_use_shop: false,
    can_take_out: false,
    comes_as_owner: false,
    is_collaborator: false,
  }
  if (isIn) return { ...known, ...shop, ...closed }
  const { email_verified, isShopOwner, isCollaborator, ...person } = await readPlatformUser(
    deps,
    visit,
  )
  const foreign = await isForeign(deps, visit)
  const ways = {
    // Whose account is in it already proves that, and is not somebody else beside it.
    can_use_shop: email_verified && !(await isInside(deps, store.organization_id, person.email)),
    can_take_out: isShopOwner && email_verified && foreign,
    // Not who was removed from it.
    comes_as_owner: isShopOwner && !known && organization !== undefined && !foreign,
    is_collaborator: isCollaborator,
  }
  if (known) return { ...known, ...shop, ...ways }
  const isProved = email_verified && !(await findUserByEmail(deps.db.queries, person.email))
  return { state: isProved ? 'new' : 'unproved', ...person, ...shop, ...ways }
}

const isInside = async (deps: Deps, organizationId: OrganizationId | null, email: string) =>
  organizationId !== null &&
  (await findMemberByEmail(deps.db.queries, organizationId, email)) !== undefined

/** The organization of the shop was made elsewhere, by somebody who brought the shop to it. */
export async function isForeign(deps: Deps, { store, user }: StoreVisit): Promise<boolean> {
  const { organization_id: organizationId } = store
  return (
    organizationId !== null && !(await isMadeInShop(deps.db.queries, organizationId, user.shop))
  )
}

async function readKnown(deps: Deps, { user, store }: StoreVisit, userAgent: string) {
  const link = await findLink(deps, user)
  const profile = link && (await findProfile(deps.db.queries, link.user_id))
  if (!link || !profile) return undefined
  const { first_name, last_name, email, organization_id } = profile
  const person = { first_name, last_name, email }
  if (organization_id && organization_id !== store.organization_id) {
    return { state: 'elsewhere' as const, ...person }
  }
  const actor = await readStoreActor(deps, user, userAgent)
  if (actor)
    return { state: actor.is_approved ? ('member' as const) : ('pending' as const), ...person }
  if (!organization_id) return { state: 'new' as const, ...person }
  const isLocked = await needsSecondFactor(deps, link.user_id)
  if (!isLocked) throw new AppError('auth.suspended')
  return { state: 'second_factor' as const, ...person }
}
