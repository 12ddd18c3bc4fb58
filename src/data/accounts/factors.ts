// Second factors, their challenges, and recovery codes.
import { sql } from 'kysely'
import type { FactorType } from '#domain/accounts/token-api.ts'
import type { Queries } from '../database.ts'

export type FactorRow = {
  id: string
  factor_type: FactorType
  friendly_name: string | null
  status: 'unverified' | 'verified'
  secret_sealed: string | null
  created_at: string
  updated_at: string
}

const columns = [
  'id',
  'factor_type',
  'friendly_name',
  'status',
  'secret_sealed',
  'created_at',
  'updated_at',
] as const

export function listFactors(db: Queries, userId: string): Promise<FactorRow[]> {
  return db
    .selectFrom('auth_factors')
    .select(columns)
    .where('user_id', '=', userId)
    .orderBy('created_at')
    .execute()
}

/** Of several people in one query. */
export function listFactorsOf(
  db: Queries,
  userIds: readonly string[],
): Promise<(FactorRow & { user_id: string })[]> {
  if (userIds.length === 0) return Promise.resolve([])
  return db
    .selectFrom('auth_factors')
    .select([...columns, 'user_id'])
    .where('user_id', 'in', userIds)
    .orderBy('created_at')
    .execute()
}

export function findFactor(
  db: Queries,
  userId: string,
  id: string,
): Promise<FactorRow | undefined> {
  return db
    .selectFrom('auth_factors')
    .select(columns)
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .executeTakeFirst()
}

export function insertFactor(
  db: Queries,
  values: {
    user_id: string
    factor_type: FactorType
    friendly_name: string | null
    status: 'unverified' | 'verified'
    secret_sealed: string | null
  },
): Promise<{ id: string }> {
  return db.insertInto('auth_factors').values(values).returning('id').executeTakeFirstOrThrow()
}

/** Deletes unfinished enrolments; with `seconds`, only those older than that. */
export async function deleteUnfinishedFactors(
  db: Queries,
  userId: string,
  seconds?: number,
): Promise<void> {
  const unfinished = db
    .deleteFrom('auth_factors')
    .where('user_id', '=', userId)
    .where('status', '=', 'unverified')
  await (
    seconds === undefined
      ? unfinished
      : unfinished.where('created_at', '<', sql<string>`now() - make_interval(secs => ${seconds})`)
  ).execute()
}

/** False when it was already verified. */
export async function updateFactorVerified(db: Queries, id: string): Promise<boolean> {
  const row = await db
    .updateTable('auth_factors')
    .set({ status: 'verified', updated_at: sql`now()` })
    .where('id', '=', id)
    .where('status', '=', 'unverified')
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

/** False when a code of this step, or of a later one, was already used. */
export async function updateFactorUsed(db: Queries, id: string, step: number): Promise<boolean> {
  const row = await db
    .updateTable('auth_factors')
    .set({ last_step: step, updated_at: sql`now()` })
    .where('id', '=', id)
    .where('last_step', '<', step)
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

export async function deleteFactor(db: Queries, userId: string, id: string): Promise<boolean> {
  const row = await db
    .deleteFrom('auth_factors')
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

export function insertChallenge(
  db: Queries,
  factorId: string,
  expiresAt: Date,
): Promise<{ id: string }> {
  return db
    .insertInto('auth_challenges')
    .values({ factor_id: factorId, expires_at: expiresAt })
    .returning('id')
    .executeTakeFirstOrThrow()
}

export function findChallenge(
  db: Queries,
  factorId: string,
  id: string,
): Promise<{ expires_at: string } | undefined> {
  return db
    .selectFrom('auth_challenges')
    .select('expires_at')
    .where('factor_id', '=', factorId)
    .where('id', '=', id)
    .executeTakeFirst()
}

export async function deleteChallenges(db: Queries, factorId: string): Promise<void> {
  await db.deleteFrom('auth_challenges').where('factor_id', '=', factorId).execute()
}

export async function insertRecoveryCodes(
  db: Queries,
  factorId: string,
  hashes: readonly Buffer[],
): Promise<void> {
  await db.deleteFrom('auth_recovery_codes').where('factor_id', '=', factorId).execute()
  await db
    .insertInto('auth_recovery_codes')
    .values(hashes.map((code_hash) => ({ factor_id: factorId, code_hash })))
    .execute()
}

/** False when the code is unknown or already used. */
export async function updateRecoveryCodeUsed(
  db: Queries,
  factorId: string,
  hash: Buffer,
): Promise<boolean> {
  const row = await db
    .updateTable('auth_recovery_codes')
    .set({ used_at: sql`now()` })
    .where('factor_id', '=', factorId)
    .where('code_hash', '=', hash)
    .where('used_at', 'is', null)
    .returning('factor_id')
    .executeTakeFirst()
  return row !== undefined
}

export async function countRecoveryCodes(
  db: Queries,
  factorId: string,
): Promise<{ total: number; remaining: number }> {
  const rows = await db
    .selectFrom('auth_recovery_codes')
    .select('used_at')
    .where('factor_id', '=', factorId)
    .execute()
  return { total: rows.length, remaining: rows.filter(({ used_at }) => used_at === null).length }
}
