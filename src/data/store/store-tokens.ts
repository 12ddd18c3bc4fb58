// The encrypted tokens that open connected stores, and who may renew them now.
import { sql } from 'kysely'
import type { OrganizationId } from '#domain/organizations/organization-id.ts'
import type { Queries } from '../database.ts'

/** Tokens as they are kept: encrypted by the application before they come here. */
export type EncryptedTokens = {
  access_token_sealed: string
  scope: string
  expires_at: string | null
  refresh_token_sealed: string | null
  refresh_expires_at: string | null
}

/** Of a connection that has ended. */
export const noTokens = {
  access_token_sealed: null,
  refresh_token_sealed: null,
  refreshing_until: null,
  updated_at: sql<string>`now()`,
}

/** Active stores whose refresh token expires before that moment; without one a connection cannot be renewed. */
export function listStoresToRenew(
  db: Queries,
  before: Date,
): Promise<{ shop: string; organization_id: OrganizationId | null }[]> {
  return db
    .selectFrom('store_sessions')
    .select(['shop', 'organization_id'])
    .where('uninstalled_at', 'is', null)
    .where('access_token_sealed', 'is not', null)
    .where('refresh_expires_at', '<', before.toISOString())
    .orderBy('refresh_expires_at')
    .execute()
}

/**
 * Leases the renewal to one process until `until`. False also when `token` is no longer the stored one: after another
 * process renewed it, the same refresh token would be used twice.
 */
export async function leaseStoreRefresh(
  db: Queries,
  shop: string,
  token: string,
  now: Date,
  until: Date,
): Promise<boolean> {
  const leased = await db
    .updateTable('store_sessions')
    .set({ refreshing_until: until })
    .where('shop', '=', shop)
    .where('access_token_sealed', '=', token)
    .where((eb) =>
      eb.or([eb('refreshing_until', 'is', null), eb('refreshing_until', '<', now.toISOString())]),
    )
    .returning('shop')
    .executeTakeFirst()
  return leased !== undefined
}

/**
 * Ends the lease of the renewal with its tokens. False when it is not ours any more: the connection has ended or was made
 * again meanwhile, or another process renews it. The token is not compared, because a new main key encrypts it again.
 */
export async function updateStoreTokens(
  db: Queries,
  shop: string,
  leasedUntil: Date,
  tokens: EncryptedTokens,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('store_sessions')
    .set({ ...tokens, refreshing_until: null, updated_at: sql`now()` })
    .where('shop', '=', shop)
    .where('refreshing_until', '=', leasedUntil.toISOString())
    .executeTakeFirstOrThrow()
  return numUpdatedRows > 0n
}

export async function releaseStoreRefresh(
  db: Queries,
  shop: string,
  leasedUntil: Date,
): Promise<void> {
  await db
    .updateTable('store_sessions')
    .set({ refreshing_until: null })
    .where('shop', '=', shop)
    .where('refreshing_until', '=', leasedUntil.toISOString())
    .execute()
}

/** The tokens no longer work. False when they are not the ones that were refused any more. */
export async function clearStoreTokens(
  db: Queries,
  shop: string,
  refused: string | null,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('store_sessions')
    .set(noTokens)
    .where('shop', '=', shop)
    .where('access_token_sealed', 'is not distinct from', refused)
    .executeTakeFirstOrThrow()
  return numUpdatedRows > 0n
}
