// Passkeys, and the challenges that devices sign.
import type { Cutoff } from '#domain/retention/deletion-time.ts'
import { sql } from 'kysely'
import type { PasskeyPurpose } from '#domain/accounts/passkeys.ts'
import type { Queries } from '../database.ts'

export type PasskeyRow = {
  id: string
  user_id: string
  factor_id: string | null
  name: string
  credential_id: string
  public_key: Buffer
  counter: number
  transports: string
  created_at: string
  last_used_at: string | null
}

const passkeys = (db: Queries) =>
  db.selectFrom('auth_passkeys').select([
    'id',
    'user_id',
    'factor_id',
    'name',
    'credential_id',
    'public_key',
    // JavaScript represents it exactly: devices use 32 bits for it.
    sql<number>`counter::float8`.as('counter'),
    'transports',
    'created_at',
    'last_used_at',
  ])

/** Oldest first. */
export function listPasskeys(db: Queries, userId: string): Promise<PasskeyRow[]> {
  return passkeys(db).where('user_id', '=', userId).orderBy('created_at').execute()
}

export function findPasskeyByCredential(
  db: Queries,
  credentialId: string,
): Promise<PasskeyRow | undefined> {
  return passkeys(db).where('credential_id', '=', credentialId).executeTakeFirst()
}

export function insertPasskey(
  db: Queries,
  values: Omit<PasskeyRow, 'id' | 'created_at' | 'last_used_at'>,
): Promise<{ id: string }> {
  return db.insertInto('auth_passkeys').values(values).returning('id').executeTakeFirstOrThrow()
}

export async function updatePasskeyUsed(db: Queries, id: string, counter: number): Promise<void> {
  await db
    .updateTable('auth_passkeys')
    .set({ counter, last_used_at: sql`now()` })
    .where('id', '=', id)
    .execute()
}

export async function deletePasskey(db: Queries, userId: string, id: string): Promise<boolean> {
  const row = await db
    .deleteFrom('auth_passkeys')
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

export type PasskeyChallenge = {
  user_id: string | null
  factor_id: string | null
  challenge: string
  expires_at: string
}

export async function insertPasskeyChallenge(
  db: Queries,
  values: Omit<PasskeyChallenge, 'expires_at'> & { purpose: PasskeyPurpose; expires_at: Date },
): Promise<{ id: string }> {
  return db
    .insertInto('auth_passkey_challenges')
    .values(values)
    .returning('id')
    .executeTakeFirstOrThrow()
}

export async function deleteExpiredPasskeyChallenges(db: Queries, before: Cutoff): Promise<void> {
  await db
    .deleteFrom('auth_passkey_challenges')
    .where('expires_at', '<', before.toISOString())
    .execute()
}

/** Deletes it with the first answer, right or wrong. */
export function deletePasskeyChallenge(
  db: Queries,
  purpose: PasskeyPurpose,
  id: string,
): Promise<PasskeyChallenge | undefined> {
  return db
    .deleteFrom('auth_passkey_challenges')
    .where('purpose', '=', purpose)
    .where('id', '=', id)
    .returning(['user_id', 'factor_id', 'challenge', 'expires_at'])
    .executeTakeFirst()
}
