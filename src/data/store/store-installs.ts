// Redirects to the store's permission page: started here, each valid for one callback.
import type { Cutoff } from '#domain/retention/deletion-time.ts'
import { sql } from 'kysely'
import type { InstallStart } from '#domain/store/store.ts'
import type { OrganizationId } from '#domain/organizations/organization-id.ts'
import type { Queries } from '../database.ts'

export type StoreInstall = {
  shop: string
  redirect_uri: string
  scopes: string
  user_id: string | null
  began_at: InstallStart
}

/** False when this state was already used. */
export async function insertStoreInstall(
  db: Queries,
  stateHash: Buffer,
  install: StoreInstall,
  endsAt: Date,
): Promise<boolean> {
  const inserted = await db
    .insertInto('store_installs')
    .values({ ...install, state_hash: stateHash, ends_at: endsAt })
    .onConflict((conflict) => conflict.column('state_hash').doNothing())
    .returning('shop')
    .executeTakeFirst()
  return inserted !== undefined
}

/** The one that waits for its callback. */
export async function findStoreInstall(
  db: Queries,
  stateHash: Buffer,
  now: Date,
): Promise<StoreInstall | undefined> {
  return db
    .selectFrom('store_installs')
    .select(['shop', 'redirect_uri', 'scopes', 'user_id', 'began_at'])
    .where('state_hash', '=', stateHash)
    .where('ends_at', '>', now.toISOString())
    .executeTakeFirst()
}

/** Deletes it: a state is valid once. Undefined when it is unknown, used or expired. */
export async function deleteStoreInstall(
  db: Queries,
  stateHash: Buffer,
  now: Date,
): Promise<StoreInstall | undefined> {
  const row = await db
    .deleteFrom('store_installs')
    .where('state_hash', '=', stateHash)
    .returning(['shop', 'redirect_uri', 'scopes', 'user_id', 'began_at', 'ends_at'])
    .executeTakeFirst()
  if (!row || Date.parse(row.ends_at) <= now.getTime()) return undefined
  const { ends_at: _, ...install } = row
  return install
}

export async function deleteEndedInstalls(db: Queries, now: Cutoff): Promise<void> {
  await db.deleteFrom('store_installs').where('ends_at', '<=', now.toISOString()).execute()
  // No organization was created for it in time: the connection has no owner again.
  await db
    .updateTable('store_sessions')
    .set({ claimed_by: null, claim_ends_at: null, updated_at: sql`now()` })
    .where('claim_ends_at', '<=', now.toISOString())
    .execute()
}

/** Assigns the stores that this person connected before to their new organization. Returns them. */
export async function updateClaimedStores(
  db: Queries,
  userId: string,
  organizationId: OrganizationId,
  now: Date,
): Promise<string[]> {
  const rows = await db
    .updateTable('store_sessions')
    .set({
      organization_id: organizationId,
      claimed_by: null,
      claim_ends_at: null,
      updated_at: sql`now()`,
    })
    .where('claimed_by', '=', userId)
    .where('claim_ends_at', '>', now.toISOString())
    .where('organization_id', 'is', null)
    .returning('shop')
    .execute()
  return rows.map(({ shop }) => shop)
}
