// Who is signed in: the people of sessions, with their membership.
import type { Actor } from '#domain/accounts/access.ts'
import type { OrganizationId } from '#domain/organizations/organization-id.ts'
import { sql } from 'kysely'
import type { Queries } from '../database.ts'
import { isLive } from './sessions.ts'

/** The actor of a request, and when their session was last recorded as used. */
export type SeenActor = Actor & { last_seen_at: string }

/** The people of valid sessions, with their current membership. */
const actors = (db: Queries) =>
  db
    .selectFrom('sessions')
    .innerJoin('profiles', 'profiles.id', 'sessions.user_id')
    .select([
      'profiles.id as user_id',
      'sessions.id as session_id',
      'profiles.email',
      'profiles.first_name',
      'profiles.last_name',
      'profiles.organization_id',
      'profiles.role',
      'profiles.is_approved',
      'sessions.last_seen_at',
    ])
    .where(isLive())
    // A person with a second factor is signed in only after it was verified.
    .where((eb) =>
      eb.or([
        eb('sessions.aal', '=', 'aal2'),
        eb.not(
          eb.exists(
            eb
              .selectFrom('auth_factors')
              .select('auth_factors.id')
              .whereRef('auth_factors.user_id', '=', 'profiles.id')
              .where('auth_factors.status', '=', 'verified'),
          ),
        ),
      ]),
    )

/** Undefined when the session has ended. */
export function findActor(db: Queries, sessionToken: string): Promise<SeenActor | undefined> {
  return actors(db).where('sessions.token', '=', sessionToken).executeTakeFirst()
}

export function findActorBySession(db: Queries, sessionId: string): Promise<SeenActor | undefined> {
  return actors(db).where('sessions.id', '=', sessionId).executeTakeFirst()
}

/**
 * The person linked to this user of a shop, while both belong to the shop's organization and the shop has the app.
 * Undefined also when their session has ended.
 */
export function findActorOfStore(
  db: Queries,
  { shop, platformUserId }: { shop: string; platformUserId: string },
): Promise<SeenActor | undefined> {
  return actors(db)
    .innerJoin('store_people', 'store_people.session_id', 'sessions.id')
    .innerJoin('store_sessions', (join) =>
      join
        .onRef('store_sessions.shop', '=', 'store_people.shop')
        .onRef('store_sessions.organization_id', '=', 'store_people.organization_id'),
    )
    .whereRef('profiles.organization_id', '=', 'store_people.organization_id')
    .whereRef('sessions.user_id', '=', 'store_people.user_id')
    .where('store_people.shop', '=', shop)
    .where('store_people.platform_user_id', '=', platformUserId)
    .where('store_sessions.uninstalled_at', 'is', null)
    .executeTakeFirst()
}

/** The person and the organization whose log records events of this account: that of an approved member. */
export function findAccountScope(
  db: Queries,
  by: { email: string } | { user_id: string },
): Promise<{ user_id: string; organization_id: OrganizationId | null; email: string } | undefined> {
  const query = db
    .selectFrom('profiles')
    .innerJoin('users', 'users.id', 'profiles.id')
    .select([
      'profiles.id as user_id',
      'profiles.email',
      sql<OrganizationId | null>`case when is_approved then organization_id end`.as(
        'organization_id',
      ),
    ])
  const one =
    'email' in by
      ? query.where('users.email', '=', by.email)
      : query.where('profiles.id', '=', by.user_id)
  return one.executeTakeFirst()
}

/** A member as read before. */
export type KnownMember = Pick<Actor, 'session_id' | 'organization_id' | 'role'>

/**
 * Compares approved members with how they were read before. Returns, by their place in `known`, those who would no
 * longer be admitted as such (`isChanged`), by the rules of every request, and those whose session was last seen before
 * this moment. Returns nothing for the others, so that checking two thousand is one short answer.
 */
export async function listChangedMembers(
  db: Queries,
  known: readonly KnownMember[],
  seenBefore: Date,
): Promise<{ place: number; isChanged: boolean }[]> {
  const rows = await db
    .with('current', () => actors(db).where('profiles.is_approved', '=', true))
    .selectFrom(
      sql<KnownMember & { nth: string }>`unnest(
        ${known.map(({ session_id }) => session_id)}::uuid[],
        ${known.map(({ organization_id }) => organization_id)}::uuid[],
        ${known.map(({ role }) => role)}::text[]
      ) with ordinality`.as<'known'>(sql`known (session_id, organization_id, role, nth)`),
    )
    .leftJoin('current', (join) =>
      join
        .onRef('current.session_id', '=', 'known.session_id')
        .onRef('current.organization_id', '=', 'known.organization_id')
        .onRef('current.role', '=', 'known.role'),
    )
    .select(['known.nth', 'current.session_id'])
    .where((eb) =>
      eb.or([
        eb('current.session_id', 'is', null),
        eb('current.last_seen_at', '<', seenBefore.toISOString()),
      ]),
    )
    .execute()
  return rows.map(({ nth, session_id }) => ({
    place: Number(nth) - 1,
    isChanged: session_id === null,
  }))
}
