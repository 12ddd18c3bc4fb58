// The connected stores and their organizations.
import { sql } from 'kysely'
import type { StoreSession } from '#domain/store/store.ts'
import type { OrganizationId } from '#domain/organizations/organization-id.ts'
import type { Queries } from '../database.ts'
import { inOrganization } from '../organization-filter.ts'
import { noTokens, type EncryptedTokens } from './store-tokens.ts'

/** What the platform returns about the shop itself. */
export type ShopDetails = {
  shop_gid: string
  shop_name: string
  currency: string
  primary_domain: string
}

export type StoredSession = {
  shop: string
  /** The granted scopes, separated by commas. */
  scope: string
  organization_id: OrganizationId | null
  access_token_sealed: string | null
  refresh_token_sealed: string | null
  expires_at: string | null
  refresh_expires_at: string | null
  uninstalled_at: string | null
  /** An owner ended the connection; `uninstalled_at` is set as well. */
  disconnected_at: string | null
  connected_at: string
  claimed_by: string | null
  shop_name: string | null
  /** What the store's admin calls it, where a signed request has told. */
  admin_handle: string | null
}

/** By the shop alone, for callers that verified the store's own signature; others must name their organization. */
export function findStoredSession(db: Queries, shop: string): Promise<StoredSession | undefined> {
  return db
    .selectFrom('store_sessions')
    .select([
      'shop',
      'scope',
      'organization_id',
      'access_token_sealed',
      'refresh_token_sealed',
      'expires_at',
      'refresh_expires_at',
      'uninstalled_at',
      'disconnected_at',
      'connected_at',
      'claimed_by',
      'shop_name',
      'admin_handle',
    ])
    .where('shop', '=', shop)
    .executeTakeFirst()
}

/** Ends the active session of the same shop under another name, and returns it as it was. */
export async function updateRenamedStore(
  db: Queries,
  shopGid: string,
  name: string,
): Promise<StoredSession | undefined> {
  const former = await db
    .selectFrom('store_sessions')
    .select('shop')
    .where('shop_gid', '=', shopGid)
    .where('shop', '!=', name)
    .where('uninstalled_at', 'is', null)
    .forUpdate()
    .executeTakeFirst()
  const known = former && (await findStoredSession(db, former.shop))
  if (known) {
    await db
      .updateTable('store_sessions')
      // Not recorded as a loss: the connection continues under its new name.
      .set({ ...noTokens, uninstalled_at: sql`now()`, lost_told_at: sql`now()` })
      .where('shop', '=', known.shop)
      .execute()
  }
  return known
}

export type ConnectedStore = StoreSession & {
  shop_name: string | null
  currency: string | null
  primary_domain: string | null
  /** Where the app proxy answers, where that is not its first address. */
  proxy_path: string | null
  admin_handle: string | null
  /** It has a token that has not been refused. */
  is_alive: boolean
  /** Why the jobs in its theme are outdated, as a code. */
  theme_problem: string | null
}

/** The stores that have the app now, the most recently connected first. */
export function listLivingStores(
  db: Queries,
  organizationId: OrganizationId,
): Promise<ConnectedStore[]> {
  return db
    .selectFrom('store_sessions')
    .select([
      'shop',
      'scope',
      'connected_at',
      'shop_name',
      'currency',
      'primary_domain',
      'proxy_path',
      'admin_handle',
      sql<boolean>`access_token_sealed is not null`.as('is_alive'),
      'theme_problem',
    ])
    .where(inOrganization(organizationId))
    .where('uninstalled_at', 'is', null)
    .orderBy('connected_at', 'desc')
    .orderBy('shop')
    .execute()
}

/** `null`: the address that the app declares. */
export async function updateProxyPath(
  db: Queries,
  organizationId: OrganizationId,
  shop: string,
  proxy_path: string | null,
): Promise<void> {
  await db
    .updateTable('store_sessions')
    .set({ proxy_path })
    .where(inOrganization(organizationId))
    .where('shop', '=', shop)
    .execute()
}

/** For callers that verified the store's own signature. */
export async function updateAdminHandle(
  db: Queries,
  shop: string,
  admin_handle: string,
): Promise<void> {
  await db
    .updateTable('store_sessions')
    .set({ admin_handle })
    .where('shop', '=', shop)
    .where('admin_handle', 'is distinct from', admin_handle)
    .execute()
}

/** A connection, new or renewed; fields that it does not name stay unchanged. */
export async function upsertStoreSession(
  db: Queries,
  shop: string,
  values: EncryptedTokens &
    Partial<ShopDetails> & {
      organization_id: OrganizationId | null
      admin_handle?: string
      claimed_by?: string | null
      claim_ends_at?: string | null
    },
): Promise<void> {
  const now = sql<string>`now()`
  const row = {
    ...values,
    connected_at: now,
    updated_at: now,
    uninstalled_at: null,
    disconnected_at: null,
    refreshing_until: null,
    theme_problem: null,
    lost_told_at: null,
  }
  await db
    .insertInto('store_sessions')
    .values({ shop, ...row })
    .onConflict((conflict) => conflict.column('shop').doUpdateSet(row))
    .execute()
}

/** Sets the store's organization; false when it already belongs to another. */
export async function updateStoreOwner(
  db: Queries,
  shop: string,
  owner: {
    organization_id: OrganizationId | null
    claimed_by: string | null
    claim_ends_at: string | null
  },
): Promise<boolean> {
  const updated = await db
    .updateTable('store_sessions')
    .set({ ...owner, updated_at: sql`now()` })
    .where('shop', '=', shop)
    .where((eb) =>
      eb.or([
        eb('organization_id', 'is', null),
        eb('organization_id', 'is not distinct from', owner.organization_id),
      ]),
    )
    .returning('shop')
    .executeTakeFirst()
  return updated !== undefined
}

/** The shop belongs to no organization then. */
export async function updateStoreReleased(
  db: Queries,
  organizationId: OrganizationId,
  shop: string,
): Promise<void> {
  await db
    .updateTable('store_sessions')
    .set({ organization_id: null, claimed_by: null, claim_ends_at: null, updated_at: sql`now()` })
    .where(inOrganization(organizationId))
    .where('shop', '=', shop)
    .execute()
}

/** Why the jobs in the store's theme are outdated; null: they are not. False when unchanged. */
export async function updateThemeProblem(
  db: Queries,
  organizationId: OrganizationId,
  shop: string,
  problem: string | null,
): Promise<boolean> {
  const changed = await db
    .updateTable('store_sessions')
    .set({ theme_problem: problem })
    .where(inOrganization(organizationId))
    .where('shop', '=', shop)
    .where('theme_problem', 'is distinct from', problem)
    .returning('shop')
    .executeTakeFirst()
  return changed !== undefined
}

/**
 * Sets the scopes that the store has granted since `since`; ignores news older than the last. Undefined when ignored;
 * otherwise the store's organization and its previous scopes.
 */
export async function updateStoreScope(
  db: Queries,
  shop: string,
  scope: string,
  since: Date,
): Promise<{ organization_id: OrganizationId | null; former: string } | undefined> {
  const former = await db
    .selectFrom('store_sessions')
    .select('scope')
    .where('shop', '=', shop)
    .forUpdate()
    .executeTakeFirst()
  const changed = await db
    .updateTable('store_sessions')
    .set({ scope, scope_changed_at: since, updated_at: sql`now()` })
    .where('shop', '=', shop)
    .where('uninstalled_at', 'is', null)
    .where((eb) =>
      eb.or([
        eb('scope_changed_at', 'is', null),
        eb('scope_changed_at', '<=', since.toISOString()),
      ]),
    )
    .returning('organization_id')
    .executeTakeFirst()
  return former && changed && { organization_id: changed.organization_id, former: former.scope }
}

/** Shops of this organization that have the app. */
export async function countLivingStores(
  db: Queries,
  organizationId: OrganizationId,
): Promise<number> {
  const { count } = await db
    .selectFrom('store_sessions')
    .select(sql<number>`count(*)::int`.as('count'))
    .where(inOrganization(organizationId))
    .where('uninstalled_at', 'is', null)
    .executeTakeFirstOrThrow()
  return count
}

/** Leases the check of the connection: true for one caller; false for the others for so many seconds. */
export async function leaseStoreCheck(
  db: Queries,
  shop: string,
  seconds: number,
): Promise<boolean> {
  const leased = await db
    .updateTable('store_sessions')
    .set({ checked_at: sql`now()` })
    .where('shop', '=', shop)
    .where('uninstalled_at', 'is', null)
    .where((eb) =>
      eb.or([
        eb('checked_at', 'is', null),
        eb('checked_at', '<', sql<string>`now() - make_interval(secs => ${seconds})`),
      ]),
    )
    .returning('shop')
    .executeTakeFirst()
  return leased !== undefined
}
