// Visits to the store's page that asks for permission: begun here, good for one way back.
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

/** False where this state was given before. */
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

/** The one that waits for its way back. */
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

/** Taken out: a state is good once. Undefined when it is unknown, was used or has ended. */
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

export async function deleteEndedInstalls(db: Queries, now: Date): Promise<void> {
  await db.deleteFrom('store_installs').where('ends_at', '<=', now.toISOString()).execute()
  // Nobody made an organization for it in time: the connection is nobody's again.
  await db
    .updateTable('store_sessions')
    .set({ claimed_by: null, claim_ends_at: null, updated_at: sql`now()` })
    .where('claim_ends_at', '<=', now.toISOString())
    .execute()
}

/** Stores this person connected before there was an organization now belong to it. Answers which. */
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
