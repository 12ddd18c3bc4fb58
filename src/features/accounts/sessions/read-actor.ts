// Who is asking: the session of a request, with today's membership.
import { ownOrganization, type Actor } from '#domain/accounts/access.ts'
import type { SessionView } from '#domain/accounts/accounts.ts'
import { brandOf } from '#domain/organizations/brand.ts'
import { findAccountClosing } from '#data/accounts/account-closings.ts'
import { findAccount } from '#data/accounts/account-states.ts'
import { findActor, findMemberships, findProfile } from '#data/accounts/accounts.ts'
import { findJoinRequest } from '#data/organizations/invitations.ts'
import { findLiveWindow } from '#data/live/live-events.ts'
import { findOrganization } from '#data/organizations/organizations.ts'
import type { Deps } from '../../deps.ts'
import { noteSeen, seenActor } from './note-seen.ts'

/** Read anew for every request, so that a removal or a sign-out takes effect at once. */
export const readActor = async (deps: Deps, sessionToken: string): Promise<Actor | undefined> =>
  seenActor(deps, await findActor(deps.db.queries, sessionToken))

/** Of the people behind open streams, those whose session is still worth what it was when their stream began. One query. */
export async function findUnchanged(
  deps: Deps,
  actors: readonly Actor[],
): Promise<ReadonlySet<Actor>> {
  if (actors.length === 0) return new Set()
  const sessionIds = new Set(actors.map(({ session_id }) => session_id))
  const memberships = await findMemberships(deps.db.queries, [...sessionIds])
  // An open stream is a use like any other: whoever has the dashboard before them is not sent away.
  noteSeen(deps, memberships.values())
  const isUnchanged = (actor: Actor): boolean => {
    const now = memberships.get(actor.session_id)
    return (
      now !== undefined &&
      now.organization_id === actor.organization_id &&
      now.role === actor.role &&
      now.is_approved === actor.is_approved
    )
  }
  return new Set(actors.filter(isUnchanged))
}

export async function readSession(deps: Deps, actor: Actor | undefined): Promise<SessionView> {
  if (!actor) return { user: null, profile: null, organization: null }
  const profile = await findProfile(deps.db.queries, actor.user_id)
  const organizationId = ownOrganization(actor)
  const organization = organizationId
    ? await findOrganization(deps.db.queries, organizationId)
    : undefined
  const asked = organizationId ? undefined : await findJoinRequest(deps.db.queries, actor.user_id)
  const isMember = organizationId !== null && actor.is_approved
  const live = isMember ? await findLiveWindow(deps.db.queries) : undefined
  return {
    user: {
      id: actor.user_id,
      email: actor.email,
      first_name: actor.first_name,
      last_name: actor.last_name,
      closes_at: (await findAccountClosing(deps.db.queries, actor.user_id)) ?? null,
      email_confirmed: (await findAccount(deps.db.queries, actor.user_id))?.isConfirmed ?? false,
    },
    profile: profile ?? null,
    organization: organization
      ? { id: organization.id, slug: organization.slug, ...brandOf(organization) }
      : null,
    // Only the name: whether it is anybody's is nothing this person may know.
    ...(asked && { join_request: { organization_name: asked.organization_name } }),
    ...(live && { live_after: String(live.newest) }),
  }
}
