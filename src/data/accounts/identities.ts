// Accounts at providers that are linked to our accounts, redirects to providers, and used proofs.
import type { Cutoff } from '#domain/retention/deletion-time.ts'
import { sql } from 'kysely'
import type { Queries } from '../database.ts'

export type IdentityRow = {
  id: string
  user_id: string
  provider_id: string
  account_id: string
  created_at: string
  updated_at: string
}

const identities = (db: Queries) =>
  db
    .selectFrom('credentials')
    .select(['id', 'user_id', 'provider_id', 'account_id', 'created_at', 'updated_at'])
    // The auth library stores passwords in the same table.
    .where('provider_id', '<>', 'credential')

export function findIdentity(
  db: Queries,
  providerId: string,
  accountId: string,
): Promise<IdentityRow | undefined> {
  return identities(db)
    .where('provider_id', '=', providerId)
    .where('account_id', '=', accountId)
    .executeTakeFirst()
}

/** Oldest first. */
export function listIdentities(db: Queries, userIds: readonly string[]): Promise<IdentityRow[]> {
  if (userIds.length === 0) return Promise.resolve([])
  return identities(db).where('user_id', 'in', userIds).orderBy('created_at').execute()
}

export async function insertIdentity(
  db: Queries,
  values: { user_id: string; provider_id: string; account_id: string },
): Promise<void> {
  await db
    .insertInto('credentials')
    .values({ ...values, updated_at: sql<string>`now()` })
    .execute()
}

export type ProviderFlow = {
  provider_id: string
  browser_hash: Buffer
  secrets_sealed: string
  redirect_to: string | null
  code_challenge: string | null
  expires_at: string
}

export async function insertProviderFlow(
  db: Queries,
  values: Omit<ProviderFlow, 'expires_at'> & { state_hash: Buffer; expires_at: Date },
): Promise<void> {
  await db.insertInto('auth_provider_flows').values(values).execute()
}

/** Deletes the state with the first callback from the provider: a state allows one attempt. */
export function deleteProviderFlow(
  db: Queries,
  stateHash: Buffer,
): Promise<ProviderFlow | undefined> {
  return db
    .deleteFrom('auth_provider_flows')
    .where('state_hash', '=', stateHash)
    .returning([
      'provider_id',
      'browser_hash',
      'secrets_sealed',
      'redirect_to',
      'code_challenge',
      'expires_at',
    ])
    .executeTakeFirst()
}

/** False when the proof was used before. Kept until the proof itself expires. */
export async function insertUsedProof(
  db: Queries,
  proofHash: Buffer,
  expiresAt: Date,
): Promise<boolean> {
  const row = await db
    .insertInto('auth_used_proofs')
    .values({ proof_hash: proofHash, expires_at: expiresAt })
    .onConflict((conflict) => conflict.doNothing())
    .returning('proof_hash')
    .executeTakeFirst()
  return row !== undefined
}

/** Flows that nobody finished, and proofs that are worth nothing any more. */
export async function deleteExpiredFlows(db: Queries, before: Cutoff): Promise<void> {
  const end = before.toISOString()
  await db.deleteFrom('auth_provider_flows').where('expires_at', '<', end).execute()
  await db.deleteFrom('auth_used_proofs').where('expires_at', '<', end).execute()
}
