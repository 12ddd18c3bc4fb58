// Who is asking: the session of a request, with today's membership.
import type { Actor } from '#domain/access.ts'
import type { SessionView } from '#domain/accounts.ts'
import { findAccountClosing } from '#data/account-closings.ts'
import { findActor, findProfile } from '#data/accounts.ts'
import { findOrganization } from '#data/organizations.ts'
import type { Deps } from '../deps.ts'

/** Read anew for every request, so that a removal or a sign-out takes effect at once. */
export const readActor = (deps: Deps, sessionToken: string): Promise<Actor | undefined> =>
  findActor(deps.db.queries, sessionToken)

export async function readSession(deps: Deps, actor: Actor | undefined): Promise<SessionView> {
  if (!actor) return { user: null, profile: null, organization: null }
  const profile = await findProfile(deps.db.queries, actor.user_id)
  const organization = actor.organization_id
    ? await findOrganization(deps.db.queries, actor.organization_id)
    : undefined
  return {
    user: {
      id: actor.user_id,
      email: actor.email,
      first_name: actor.first_name,
      last_name: actor.last_name,
      closes_at: (await findAccountClosing(deps.db.queries, actor.user_id)) ?? null,
    },
    profile: profile ?? null,
    organization: organization
      ? { id: organization.id, name: organization.name, slug: organization.slug }
      : null,
  }
}
