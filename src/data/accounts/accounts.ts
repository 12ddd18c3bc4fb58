// Profiles: who belongs to which organization, and as what.
import type { Actor } from '#domain/accounts/access.ts'
import type { Profile } from '#domain/accounts/accounts.ts'
import type { OrganizationId } from '#domain/organizations/organization-id.ts'
import { sql } from 'kysely'
import type { Queries } from '../database.ts'
import { isLive } from './sessions.ts'

/** Who is asking, and when their session was last known to be used. */
export type SeenActor = Actor & { last_seen_at: string }

/** The people behind live sessions, with today's membership. */
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
    // A person with a second factor is not signed in until it was verified.
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

/** Undefined when the session is gone or over. */
export function findActor(db: Queries, sessionToken: string): Promise<SeenActor | undefined> {
  return actors(db).where('sessions.token', '=', sessionToken).executeTakeFirst()
}

export function findActorBySession(db: Queries, sessionId: string): Promise<SeenActor | undefined> {
  return actors(db).where('sessions.id', '=', sessionId).executeTakeFirst()
}

/**
 * The person whom this user of a shop is linked to, while both belong to the shop's organization and the shop has the app. Undefined
 * also while their session is over.
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

/** Whose account this is, and which organization's log records what happens to it: that of an approved member. */
export function findAccountScope(
  db: Queries,
  by: { email: string } | { user_id: string },
): Promise<{ user_id: string; organization_id: OrganizationId | null; email: string } | undefined> {
  const query = db
    .selectFrom('profiles')
    .select([
      'id as user_id',
      'email',
      sql<OrganizationId | null>`case when is_approved then organization_id end`.as(
        'organization_id',
      ),
    ])
  const one =
    'email' in by ? query.where('email', '=', by.email) : query.where('id', '=', by.user_id)
  return one.executeTakeFirst()
}

export function findProfile(db: Queries, userId: string): Promise<Profile | undefined> {
  return db
    .selectFrom('profiles')
    .select([
      'id',
      'first_name',
      'last_name',
      'email',
      'organization_id',
      'role',
      'is_approved',
      'approved_by',
      'approved_at',
      'created_at',
    ])
    .where('id', '=', userId)
    .executeTakeFirst()
}

/** Someone whose session and membership were read before. */
export type KnownMember = Pick<Actor, 'session_id' | 'organization_id' | 'role'>

/**
 * Of approved members that were read before: who is no longer let in as that (`isChanged`), by the rules by which a request is
 * let in, and whose session was last seen before this moment; by their place. Nothing of all others, so that asking about two
 * thousand is one short answer.
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

/** Lets a person without an organization wait for approval in this one; false when they belong to one already. */
export async function updateProfileToPending(
  db: Queries,
  organizationId: OrganizationId,
  userId: string,
): Promise<boolean> {
  const updated = await db
    .updateTable('profiles')
    .set({ organization_id: organizationId, role: 'staff', is_approved: false })
    .where('id', '=', userId)
    .where('organization_id', 'is', null)
    .returning('id')
    .executeTakeFirst()
  return updated !== undefined
}

/** Makes a person without an organization an approved owner of this one; undefined when they belong to one already. */
export function updateProfileToOwner(
  db: Queries,
  organizationId: OrganizationId,
  userId: string,
): Promise<{ id: string } | undefined> {
  return db
    .updateTable('profiles')
    .set({
      organization_id: organizationId,
      role: 'organization_owner',
      is_approved: true,
      approved_by: userId,
      approved_at: new Date().toISOString(),
    })
    .where('id', '=', userId)
    .where('organization_id', 'is', null)
    .returning('id')
    .executeTakeFirst()
}

/** Makes a person without an organization an approved member of the staff; false when they belong to one already. */
export async function updateProfileToStaff(
  db: Queries,
  organizationId: OrganizationId,
  userId: string,
  approvedBy: string,
): Promise<boolean> {
  const updated = await db
    .updateTable('profiles')
    .set({
      organization_id: organizationId,
      role: 'staff',
      is_approved: true,
      approved_by: approvedBy,
      approved_at: new Date().toISOString(),
    })
    .where('id', '=', userId)
    .where('organization_id', 'is', null)
    .returning('id')
    .executeTakeFirst()
  return updated !== undefined
}

export async function hasUser(db: Queries, email: string): Promise<boolean> {
  const row = await db
    .selectFrom('users')
    .select('id')
    .where('email', '=', email)
    .executeTakeFirst()
  return row !== undefined
}

export async function countUsers(db: Queries): Promise<number> {
  const row = await db
    .selectFrom('users')
    .select(({ fn }) => fn.countAll<string>().as('count'))
    .executeTakeFirstOrThrow()
  return Number(row.count)
}
