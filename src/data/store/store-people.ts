// Links between users of shops and our users.
import type { StoreInAdmin } from '#domain/store/store.ts'
import { shopPersonKey } from '#domain/store/store-person.ts'
import type { OrganizationId } from '#domain/organizations/organization-id.ts'
import type { Queries } from '../database.ts'
import { inOrganization } from '../organization-filter.ts'
import type { StoredSession } from './store-sessions.ts'

/** A user of a shop, as proved by a session token of the platform. */
export type StoreUser = { shop: string; platformUserId: string }
/** The user with the store that they came from; `token` is the session token that proves both. */
export type StoreVisit = { user: StoreUser; token: string; store: StoredSession }
export type StorePerson = { user_id: string; session_id: string | null }

export function findStorePerson(
  db: Queries,
  organizationId: OrganizationId,
  { shop, platformUserId }: StoreUser,
): Promise<StorePerson | undefined> {
  return db
    .selectFrom('store_people')
    .select(['user_id', 'session_id'])
    .where(inOrganization(organizationId))
    .where('shop', '=', shop)
    .where('platform_user_id', '=', platformUserId)
    .executeTakeFirst()
}

/** Replaces the linked person, if any. */
export async function upsertStorePerson(
  db: Queries,
  organizationId: OrganizationId,
  { shop, platformUserId }: StoreUser,
  person: StorePerson,
): Promise<void> {
  await db
    .insertInto('store_people')
    .values({
      organization_id: organizationId,
      shop,
      platform_user_id: platformUserId,
      ...person,
    })
    .onConflict((conflict) =>
      conflict.columns(['organization_id', 'shop', 'platform_user_id']).doUpdateSet(person),
    )
    .execute()
}

/** False when another request has given the person a session since `former` was read. */
export async function updateStorePersonSession(
  db: Queries,
  organizationId: OrganizationId,
  { shop, platformUserId }: StoreUser,
  former: StorePerson,
  sessionId: string,
): Promise<boolean> {
  const updated = await db
    .updateTable('store_people')
    .set({ session_id: sessionId })
    .where(inOrganization(organizationId))
    .where('shop', '=', shop)
    .where('platform_user_id', '=', platformUserId)
    .where('user_id', '=', former.user_id)
    .where('session_id', 'is not distinct from', former.session_id)
    .returning('shop')
    .executeTakeFirst()
  return updated !== undefined
}

/** Ends the sessions in the shop's admin. The links stay, in case the shop installs the app again. */
export async function deleteSessionsOfStore(
  db: Queries,
  organizationId: OrganizationId,
  shop: string,
): Promise<void> {
  await db
    .deleteFrom('sessions')
    .where('id', 'in', (eb) =>
      eb
        .selectFrom('store_people')
        .select('session_id')
        .where(inOrganization(organizationId))
        .where('shop', '=', shop)
        .where('session_id', 'is not', null)
        .$narrowType<{ session_id: string }>(),
    )
    .execute()
}

export type PersonOfShop = {
  user_id: string
  /** The account's, which receives no mail. */
  key: string
  /** Where their mails go. */
  email: string
  organization_id: OrganizationId | null
  is_approved: boolean
}

/** Whom nothing but this shop lets in: their accounts were made for it (`shopPersonKey`). */
export function listPeopleOfShopAlone(db: Queries, shop: string): Promise<PersonOfShop[]> {
  return db
    .selectFrom('users')
    .innerJoin('profiles', 'profiles.id', 'users.id')
    .select([
      'profiles.id as user_id',
      'users.email as key',
      'profiles.email',
      'profiles.organization_id',
      'profiles.is_approved',
    ])
    .where('users.email', 'like', shopPersonKey(shop, '%'))
    .orderBy('profiles.id')
    .execute()
}

export async function deleteStorePeople(db: Queries, shop: string): Promise<void> {
  await db.deleteFrom('store_people').where('shop', '=', shop).execute()
}

/** Who reads mails and opens the dashboard in the admin of a living store of the organization: by address, the shop that was connected last. */
export async function listStoresOfReaders(
  db: Queries,
  organizationId: OrganizationId,
): Promise<ReadonlyMap<string, StoreInAdmin>> {
  const rows = await db
    .selectFrom('store_people')
    .innerJoin('profiles', 'profiles.id', 'store_people.user_id')
    .innerJoin('store_sessions', 'store_sessions.shop', 'store_people.shop')
    .select(['profiles.email', 'store_people.shop', 'store_sessions.admin_handle'])
    .where(inOrganization(organizationId, 'store_people.organization_id'))
    .where(inOrganization(organizationId, 'profiles.organization_id'))
    .where(inOrganization(organizationId, 'store_sessions.organization_id'))
    .where('store_sessions.uninstalled_at', 'is', null)
    .orderBy('store_sessions.connected_at')
    .execute()
  return new Map(rows.map(({ email, ...store }) => [email, store]))
}
