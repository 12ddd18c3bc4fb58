// The actor of a request: its session with the current membership.
import { ownOrganization, type Actor } from '#domain/accounts/access.ts'
import { SESSION } from '#domain/accounts/sessions.ts'
import type { SessionView } from '#domain/accounts/accounts.ts'
import { brandOf } from '#domain/organizations/brand.ts'
import { languageOf } from '#domain/texts/languages.ts'
import { findAccountClosing } from '#data/accounts/account-closings.ts'
import { findAccount } from '#data/accounts/account-states.ts'
import { findActor, listChangedMembers } from '#data/accounts/actors.ts'
import { findProfile } from '#data/accounts/profiles.ts'
import { findJoinRequest } from '#data/organizations/invitations.ts'
import { findLiveWindow } from '#data/live/live-events.ts'
import { findOrganization } from '#data/organizations/organizations.ts'
import type { Deps } from '../../deps.ts'
import { markSeen, seenActor } from './mark-sessions-seen.ts'

/** Not cached, so that a removal or sign-out takes effect immediately. */
export const readActor = async (deps: Deps, sessionToken: string): Promise<Actor | undefined> =>
  seenActor(deps, await findActor(deps.db.queries, sessionToken))

/** Those actors of open streams whose session and membership have not changed since the stream began. One query. */
export async function findUnchanged(
  deps: Deps,
  actors: readonly Actor[],
): Promise<ReadonlySet<Actor>> {
  const members = actors.filter(({ is_approved }) => is_approved)
  const unchanged = new Set(members)
  if (members.length === 0) return unchanged
  const seenBefore = new Date(Date.now() - SESSION.seenSeconds * 1000)
  const unseen: string[] = []
  for (const { place, isChanged } of await listChangedMembers(
    deps.db.queries,
    members,
    seenBefore,
  )) {
    const actor = members[place]
    if (!actor) continue
    if (isChanged) unchanged.delete(actor)
    else unseen.push(actor.session_id)
  }
  // An open stream counts as use, so that an open dashboard is not signed out.
  markSeen(deps, unseen)
  return unchanged
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
  const account = await findAccount(deps.db.queries, actor.user_id)
  const language = languageOf(account?.language)
  const ofShop = languageOf(organization?.language)
  return {
    user: {
      id: actor.user_id,
      email: actor.email,
      first_name: actor.first_name,
      last_name: actor.last_name,
      closes_at: (await findAccountClosing(deps.db.queries, actor.user_id)) ?? null,
      email_confirmed: account?.isConfirmed ?? false,
      ...(language && { language }),
    },
    profile: profile ?? null,
    organization: organization
      ? {
          id: organization.id,
          slug: organization.slug,
          ...brandOf(organization),
          ...(ofShop && { language: ofShop }),
        }
      : null,
    // Only the name: the person must not learn whether the organization exists.
    ...(asked && { join_request: { organization_name: asked.organization_name } }),
    ...(live && { live_after: String(live.newest) }),
  }
}
