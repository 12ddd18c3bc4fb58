// The ways in which a user of a shop becomes a user of Storehand: one click, a mailed code, or the password of an
// account.
import { AppError } from '#domain/errors.ts'
import type { Network } from '#domain/limits.ts'
import { shopPersonKey, type JoinAs, type StorePersonProof } from '#domain/store/store-person.ts'
import { findProfile, updateContactAddress } from '#data/accounts/profiles.ts'
import { isDuplicate } from '#data/database.ts'
import { deleteSessions, findSession, findSessionByToken } from '#data/accounts/sessions.ts'
import { findUserByEmail } from '#data/accounts/users.ts'
import type { StoreVisit } from '#data/store/store-people.ts'
import type { Deps } from '../../deps.ts'
import { needsSecondFactor, verifyFactorOfSession } from '../factors/verify-factor.ts'
import { requestSignInCode } from '../mail-requests.ts'
import { proveAccountCode } from '../prove-account-code.ts'
import { requireNotSuspended, signIn } from '../sign-in/sign-in.ts'
import { findLink } from './read-store-actor.ts'
import { linkStorePerson } from './link-store-person.ts'
import { isForeign, readPlatformUser } from './read-store-person.ts'

/**
 * For a known user who is not yet a member, and for an address that the platform has verified: without an account it gets one, and with
 * one the person can come in as somebody of this shop alone. Throws AppError: store.personUnproved, store.notOwned, and the errors of
 * `linkStorePerson`.
 */
export async function joinStore(deps: Deps, visit: StoreVisit, as: JoinAs): Promise<void> {
  const link = await findLink(deps, visit.user)
  const profile = link && (await findProfile(deps.db.queries, link.user_id))
  if (profile?.organization_id && profile.organization_id === link?.organization_id) {
    if (as !== 'take-out' || !(await isForeign(deps, visit))) return
  }
  if (as !== 'account') return joinOfShop(deps, visit, as)
  if (link) {
    await requireNotSuspended(deps, link.user_id)
    const session = link.session_id && (await findSession(deps.db.queries, link.session_id))
    const isLocked = await needsSecondFactor(deps, link.user_id)
    if (isLocked && (!session || session.aal === 'aal1')) throw new AppError('store.personFactor')
    // Who left or was removed is let in again by an owner, no matter who they are to the platform.
    const { user_id, session_id } = link
    const platformUser = { isShopOwner: false, isCollaborator: false }
    return linkStorePerson(deps, visit.user, { user_id, session_id, platformUser })
  }
  const platformUser = await readPlatformUser(deps, visit)
  const user_id = await newAccount(deps, platformUser)
  await linkStorePerson(deps, visit.user, { user_id, session_id: null, platformUser })
}

/**
 * As a person of this shop alone: an account of its own beside the one that the address may have, which is neither opened nor changed.
 * Only the platform lets it in.
 */
async function joinOfShop(deps: Deps, visit: StoreVisit, as: JoinAs): Promise<void> {
  const platformUser = await readPlatformUser(deps, visit)
  if (!platformUser.email_verified) throw new AppError('store.personUnproved')
  if (as === 'take-out') {
    if (!platformUser.isShopOwner || !(await isForeign(deps, visit))) {
      throw new AppError('store.notOwned')
    }
  }
  const { first_name, last_name, email } = platformUser
  const key = shopPersonKey(visit.user.shop, visit.user.platformUserId)
  const former = await findUserByEmail(deps.db.queries, key)
  // Nor does who is suspended by their own address come in beside it.
  for (const account of [former, await findUserByEmail(deps.db.queries, email)]) {
    if (account) await requireNotSuspended(deps, account.id)
  }
  const user_id =
    former?.id ??
    (await deps.auth.createUser({ email: key, first_name, last_name, email_verified: true }))
  await updateContactAddress(deps.db.queries, user_id, email)
  // Who was removed before is let in again by an owner.
  const isShopOwner = platformUser.isShopOwner && (!former || as === 'take-out')
  await linkStorePerson(
    deps,
    visit.user,
    { user_id, session_id: null, platformUser: { ...platformUser, isShopOwner } },
    as === 'take-out',
  )
}

type PlatformPerson = Awaited<ReturnType<typeof readPlatformUser>>

async function newAccount(
  deps: Deps,
  { email, first_name, last_name, email_verified }: PlatformPerson,
): Promise<string> {
  const person = { email, first_name, last_name }
  const isTaken = (await findUserByEmail(deps.db.queries, person.email)) !== undefined
  if (isTaken || !email_verified) throw new AppError('store.personUnproved')
  return deps.auth.createUser({ ...person, email_verified: true }).catch((error: unknown) => {
    // A concurrent sign-up used this address.
    if (isDuplicate(error, 'users_email_key')) throw new AppError('store.personUnproved')
    throw error
  })
}

/** Only to the address that the platform has for its user; the response is the same for every address. */
export async function mailStorePerson(
  deps: Deps,
  visit: StoreVisit,
  network: Network,
): Promise<void> {
  const { email, first_name, last_name } = await readPlatformUser(deps, visit)
  await requestSignInCode(deps, email, { first_name, last_name }, network, {
    isForPage: true,
    redirectTo: '/account',
  })
}

/**
 * Throws AppError: token.codeInvalid, auth.badCredentials, factor.needed, factor.codeWrong, and the errors of
 * `linkStorePerson`.
 */
export async function proveStorePerson(
  deps: Deps,
  visit: StoreVisit,
  proof: StorePersonProof,
  request: Request,
  network: Network,
): Promise<void> {
  if ('code' in proof) {
    const platformUser = await readPlatformUser(deps, visit)
    const { email } = platformUser
    const typed = { type: 'email', email, token: proof.code } as const
    const { userId } = await proveAccountCode(deps, typed, undefined, network)
    await requireNotSuspended(deps, userId)
    // A mail alone does not open an account with a second factor; its password and the factor do.
    if (await needsSecondFactor(deps, userId)) throw new AppError('store.personFactor')
    await linkStorePerson(deps, visit.user, { user_id: userId, session_id: null, platformUser })
    return
  }
  const { email, password, second_factor: code } = proof
  const platformUser = await readPlatformUser(deps, visit)
  const { userId, sessionToken } = await signIn(deps, { email, password }, request, network)
  const session = sessionToken && (await findSessionByToken(deps.db.queries, sessionToken))
  if (!userId || !session) throw new AppError('auth.unexpected')
  try {
    if (await needsSecondFactor(deps, userId)) {
      if (!code) throw new AppError('factor.needed')
      await verifyFactorOfSession(deps, session, code)
    }
    const person = { user_id: userId, session_id: session.id, platformUser }
    await linkStorePerson(deps, visit.user, person)
  } catch (error) {
    // The session was created only for the link.
    await deleteSessions(deps.db.queries, userId, 'local', session.id)
    throw error
  }
}

/** For a session in the admin that has not shown the account's second factor yet. */
export async function showStoreFactor(deps: Deps, visit: StoreVisit, code: string): Promise<void> {
  const link = await findLink(deps, visit.user)
  const session = link?.session_id && (await findSession(deps.db.queries, link.session_id))
  if (!session) throw new AppError('store.sessionEnded')
  await verifyFactorOfSession(deps, session, code)
}
