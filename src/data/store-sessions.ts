// Which stores are connected, to whom, and the sealed tokens that open them.
import { sql } from 'kysely'
import type { StoreSession } from '#domain/store.ts'
import type { Queries } from './database.ts'
import { inOrganization } from './organization-filter.ts'

/** Tokens as they are kept: sealed by the application before they come here. */
export type SealedTokens = {
  access_token_sealed: string
  scope: string
  expires_at: string | null
  refresh_token_sealed: string | null
  refresh_expires_at: string | null
}

/** What the platform says about the shop itself. */
export type ShopDetails = {
  shop_gid: string
  shop_name: string
  currency: string
  primary_domain: string
}

export type KeptSession = {
  shop: string
  organization_id: string | null
  access_token_sealed: string | null
  refresh_token_sealed: string | null
  expires_at: string | null
  refresh_expires_at: string | null
  uninstalled_at: string | null
  connected_at: string
  claimed_by: string | null
  shop_name: string | null
}

/** By the shop alone, for what the store's own signature has proved: callers without one name their organization. */
export function findKeptSession(db: Queries, shop: string): Promise<KeptSession | undefined> {
  return db
    .selectFrom('store_sessions')
    .select([
      'shop',
      'organization_id',
      'access_token_sealed',
      'refresh_token_sealed',
      'expires_at',
      'refresh_expires_at',
      'uninstalled_at',
      'connected_at',
      'claimed_by',
      'shop_name',
    ])
    .where('shop', '=', shop)
    .executeTakeFirst()
}

export type ConnectedStore = StoreSession & {
  shop_name: string | null
  currency: string | null
  primary_domain: string | null
  /** Its token is there and has not been refused. */
  is_alive: boolean
}

/** The store this organization is connected to, the one connected last where there are several. */
export function findConnectedStore(
  db: Queries,
  organizationId: string,
): Promise<ConnectedStore | undefined> {
  return db
    .selectFrom('store_sessions')
    .select([
      'shop',
      'scope',
      'connected_at',
      'shop_name',
      'currency',
      'primary_domain',
      sql<boolean>`access_token_sealed is not null`.as('is_alive'),
    ])
    .where(inOrganization(organizationId))
    .where('uninstalled_at', 'is', null)
    .orderBy('connected_at', 'desc')
    .orderBy('shop')
    .limit(1)
    .executeTakeFirst()
}

/** A connection, new or again; what it does not name stays as it was. */
export async function upsertStoreSession(
  db: Queries,
  shop: string,
  values: SealedTokens &
    Partial<ShopDetails> & {
      organization_id: string | null
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
    refreshing_until: null,
  }
  await db
    .insertInto('store_sessions')
    .values({ shop, ...row })
    .onConflict((conflict) => conflict.column('shop').doUpdateSet(row))
    .execute()
}

/** Whose the store is from now on; false where it is another organization's already. */
export async function updateStoreOwner(
  db: Queries,
  shop: string,
  owner: {
    organization_id: string | null
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

/** The pages of its store that show this organization's jobs. */
export async function countStorePages(db: Queries, organizationId: string): Promise<number> {
  const { count } = await db
    .selectFrom('store_pages')
    .select(sql<number>`count(*)::int`.as('count'))
    .where(inOrganization(organizationId))
    .executeTakeFirstOrThrow()
  return count
}

/** True for the one process that may renew the tokens until `until`. */
export async function leaseStoreRefresh(
  db: Queries,
  shop: string,
  now: Date,
  until: Date,
): Promise<boolean> {
  const leased = await db
    .updateTable('store_sessions')
    .set({ refreshing_until: until })
    .where('shop', '=', shop)
    .where((eb) =>
      eb.or([eb('refreshing_until', 'is', null), eb('refreshing_until', '<', now.toISOString())]),
    )
    .returning('shop')
    .executeTakeFirst()
  return leased !== undefined
}

export async function updateStoreTokens(
  db: Queries,
  shop: string,
  tokens: SealedTokens,
): Promise<void> {
  await db
    .updateTable('store_sessions')
    .set({ ...tokens, refreshing_until: null, updated_at: sql`now()` })
    .where('shop', '=', shop)
    .execute()
}

export async function releaseStoreRefresh(db: Queries, shop: string): Promise<void> {
  await db
    .updateTable('store_sessions')
    .set({ refreshing_until: null })
    .where('shop', '=', shop)
    .execute()
}

/** The tokens are dead. Only where they are still the ones that were refused. */
export async function clearStoreTokens(
  db: Queries,
  shop: string,
  refused: string | null,
): Promise<void> {
  await db
    .updateTable('store_sessions')
    .set({
      access_token_sealed: null,
      refresh_token_sealed: null,
      refreshing_until: null,
      updated_at: sql`now()`,
    })
    .where('shop', '=', shop)
    .where('access_token_sealed', 'is not distinct from', refused)
    .execute()
}
