// The actor of a session token: the person that the shop's user is linked to. Read for every request, so that a removal
// takes effect immediately.
import type { Actor } from '#domain/accounts/access.ts'
import { findActorOfStore } from '#data/accounts/actors.ts'
import { deleteSessions, findSession, findSessionByToken } from '#data/accounts/sessions.ts'
import { findIsBanned } from '#data/accounts/users.ts'
import {
  findStorePerson,
  updateStorePersonSession,
  type StorePerson,
  type StoreUser,
} from '#data/store/store-people.ts'
import { findStoredSession } from '#data/store/store-sessions.ts'
import type { OrganizationId } from '#domain/organizations/organization-id.ts'
import type { Deps } from '../../deps.ts'
import { seenActor } from '../sessions/mark-sessions-seen.ts'

/** The shop's user of a session token of the platform; undefined for any other text. */
export async function readStoreUser(deps: Deps, token: string): Promise<StoreUser | undefined> {
  const proven = await deps.stores?.app.readSessionToken(token)
  return proven && { shop: proven.shop, platformUserId: proven.user_id }
}

/** Undefined for a user who is not linked, and for a person who does not belong to the shop's organization. */
export async function readStoreActor(
  deps: Deps,
  user: StoreUser,
  userAgent: string,
): Promise<Actor | undefined> {
  let found = await findActorOfStore(deps.db.queries, user)
  if (!found) {
    const link = await findLink(deps, user)
    if (!link) return undefined
    await renewSession(deps, link, user, userAgent)
    // Also when a concurrent request created the session.
    found = await findActorOfStore(deps.db.queries, user)
  }
  const actor = seenActor(deps, found)
  return actor && { ...actor, store: { shop: user.shop, by: 'admin' } }
}

export type StoreLink = StorePerson & { organization_id: OrganizationId }

/** The person that this user is linked to in the shop's organization. */
export async function findLink(deps: Deps, user: StoreUser): Promise<StoreLink | undefined> {
  const store = await findStoredSession(deps.db.queries, user.shop)
  if (!store?.organization_id || store.uninstalled_at) return undefined
  const { organization_id } = store
  const person = await findStorePerson(deps.db.queries, organization_id, user)
  return person && { ...person, organization_id }
}

/**
 * The session expires after some days, or unused, like any other. The platform has authenticated its user again, so a
 * new one is created. It has shown no second factor.
 */
async function renewSession(
  deps: Deps,
  link: StoreLink,
  user: StoreUser,
  userAgent: string,
): Promise<void> {
  const { queries } = deps.db
  if (link.session_id && (await findSession(queries, link.session_id))) return
  if (await findIsBanned(queries, link.user_id)) return
  const session = await findSessionByToken(
    queries,
    await deps.auth.createSession(link.user_id, userAgent),
  )
  if (!session) return
  const isKept = await updateStorePersonSession(
    queries,
    link.organization_id,
    user,
    link,
    session.id,
  )
  // Of several parallel requests, one creates the session.
  if (!isKept) await deleteSessions(queries, link.user_id, 'local', session.id)
}
