// Sessions as the token API sees them: how strongly each was proved, and the refresh tokens that keep it.
import type { AssuranceLevel, ProvenMethod, SignOutScope } from '#domain/token-api.ts'
import type { Queries } from './database.ts'

export type SessionRow = {
  id: string
  user_id: string
  aal: AssuranceLevel
  amr: ProvenMethod[]
  expires_at: string
  created_at: string
}

const live = (db: Queries) =>
  db
    .selectFrom('sessions')
    .select(['id', 'user_id', 'aal', 'amr', 'expires_at', 'created_at'])
    .where('expires_at', '>', new Date().toISOString())

export function findSession(db: Queries, id: string): Promise<SessionRow | undefined> {
  return live(db).where('id', '=', id).executeTakeFirst()
}

export function findSessionByToken(db: Queries, token: string): Promise<SessionRow | undefined> {
  return live(db).where('token', '=', token).executeTakeFirst()
}

/** Keeps other refreshes of this session waiting until the transaction ends. */
export function findSessionForUpdate(db: Queries, id: string): Promise<SessionRow | undefined> {
  return live(db).where('id', '=', id).forUpdate().executeTakeFirst()
}

export async function updateSessionProof(
  db: Queries,
  id: string,
  aal: AssuranceLevel,
  amr: readonly ProvenMethod[],
): Promise<void> {
  await db
    .updateTable('sessions')
    .set({ aal, amr: JSON.stringify(amr) })
    .where('id', '=', id)
    .execute()
}

/** Ends this session, all others of the person, or all of them; their refresh tokens go with them. */
export async function deleteSessions(
  db: Queries,
  userId: string,
  scope: SignOutScope,
  sessionId: string,
): Promise<void> {
  let query = db.deleteFrom('sessions').where('user_id', '=', userId)
  if (scope === 'local') query = query.where('id', '=', sessionId)
  if (scope === 'others') query = query.where('id', '<>', sessionId)
  await query.execute()
}

export async function deleteAllSessions(db: Queries, userId: string): Promise<void> {
  await db.deleteFrom('sessions').where('user_id', '=', userId).execute()
}

/** Sessions that showed no second factor, but this one. */
export async function deleteOtherFirstFactorSessions(
  db: Queries,
  userId: string,
  sessionId: string,
): Promise<void> {
  await db
    .deleteFrom('sessions')
    .where('user_id', '=', userId)
    .where('id', '<>', sessionId)
    .where('aal', '=', 'aal1')
    .execute()
}

export async function updateSessionsToFirstFactor(db: Queries, userId: string): Promise<void> {
  await db.updateTable('sessions').set({ aal: 'aal1' }).where('user_id', '=', userId).execute()
}

export async function deleteUnusedRefreshTokens(db: Queries, sessionId: string): Promise<void> {
  await db
    .deleteFrom('auth_refresh_tokens')
    .where('session_id', '=', sessionId)
    .where('revoked_at', 'is', null)
    .execute()
}

export async function deleteExpiredSessions(db: Queries, userId: string): Promise<void> {
  await db
    .deleteFrom('sessions')
    .where('user_id', '=', userId)
    .where('expires_at', '<=', new Date().toISOString())
    .execute()
}

export async function insertRefreshToken(
  db: Queries,
  values: { token_hash: Buffer; session_id: string; parent_hash: Buffer | null },
): Promise<void> {
  await db.insertInto('auth_refresh_tokens').values(values).execute()
}

export type RefreshTokenRow = { session_id: string; revoked_at: string | null }

export function findRefreshToken(
  db: Queries,
  tokenHash: Buffer,
): Promise<RefreshTokenRow | undefined> {
  return db
    .selectFrom('auth_refresh_tokens')
    .select(['session_id', 'revoked_at'])
    .where('token_hash', '=', tokenHash)
    .executeTakeFirst()
}

export async function updateRefreshTokenRevoked(
  db: Queries,
  tokenHash: Buffer,
  at: Date,
): Promise<void> {
  await db
    .updateTable('auth_refresh_tokens')
    .set({ revoked_at: at.toISOString() })
    .where('token_hash', '=', tokenHash)
    .execute()
}
