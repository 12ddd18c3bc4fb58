// Sessions as the token API shows them: their assurance level and their refresh tokens.
import type { Cutoff } from '#domain/retention/deletion-time.ts'
import { sql } from 'kysely'
import { SESSION } from '#domain/accounts/sessions.ts'
import type { AssuranceLevel, ProvenMethod, SignOutScope } from '#domain/accounts/token-api.ts'
import type { Queries } from '../database.ts'

export type SessionRow = {
  id: string
  user_id: string
  aal: AssuranceLevel
  amr: ProvenMethod[]
  expires_at: string
  created_at: string
}

const ago = (seconds: number, now = new Date()) =>
  new Date(now.getTime() - seconds * 1000).toISOString()

/** Not expired, neither by age nor by disuse. */
export const isLive = (now?: Cutoff) => sql<boolean>`sessions.expires_at > ${ago(0, now)}
  and sessions.last_seen_at > ${ago(SESSION.idleSeconds, now)}`

const columns = ['id', 'user_id', 'aal', 'amr', 'expires_at', 'created_at'] as const

const live = (db: Queries) => db.selectFrom('sessions').select(columns).where(isLive())

export function findSession(db: Queries, id: string): Promise<SessionRow | undefined> {
  return live(db).where('id', '=', id).executeTakeFirst()
}

export function findSessionByToken(db: Queries, token: string): Promise<SessionRow | undefined> {
  return live(db).where('token', '=', token).executeTakeFirst()
}

/** Locks the session until the transaction ends. */
export function findSessionForUpdate(db: Queries, id: string): Promise<SessionRow | undefined> {
  return live(db).where('id', '=', id).forUpdate().executeTakeFirst()
}

export type ListedSession = Pick<SessionRow, 'id' | 'aal' | 'created_at'> & {
  user_agent: string | null
  last_seen_at: string
  has_tokens: boolean
}

/** Last used first. */
export function listSessions(db: Queries, userId: string): Promise<ListedSession[]> {
  return db
    .selectFrom('sessions')
    .select(['id', 'user_agent', 'aal', 'created_at', 'last_seen_at'])
    .select((eb) =>
      eb
        .exists(
          eb
            .selectFrom('auth_refresh_tokens')
            .select('session_id')
            .whereRef('session_id', '=', 'sessions.id'),
        )
        .$castTo<boolean>()
        .as('has_tokens'),
    )
    .where('user_id', '=', userId)
    .where(isLive())
    .orderBy('last_seen_at', 'desc')
    .orderBy('id')
    .execute()
}

/** A refresh counts as a use. The lock of this update makes other refreshes wait until the transaction ends. */
export function updateSessionRefreshed(db: Queries, id: string): Promise<SessionRow | undefined> {
  return db
    .updateTable('sessions')
    .set({ last_seen_at: ago(0) })
    .where('id', '=', id)
    .where(isLive())
    .returning(columns)
    .executeTakeFirst()
}

/** Skips rows that another process has updated or is updating, so that no process waits for another. */
export async function updateSessionsSeen(db: Queries, ids: readonly string[]): Promise<void> {
  await db
    .updateTable('sessions')
    .set({ last_seen_at: ago(0) })
    .where('id', 'in', (eb) =>
      eb
        .selectFrom('sessions')
        .select('id')
        .where('id', '=', sql<string>`any(${ids}::uuid[])`)
        .where('last_seen_at', '<=', ago(SESSION.seenSeconds))
        .forUpdate()
        .skipLocked(),
    )
    .execute()
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

/** Ends this session, all others of the person, or all of them; deletes their refresh tokens. */
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

/** Ends the other sessions that showed no second factor. */
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

/** By age or by disuse. */
export async function deleteExpiredSessions(db: Queries, now: Cutoff): Promise<void> {
  await db
    .deleteFrom('sessions')
    .where((eb) => eb.not(isLive(now)))
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
