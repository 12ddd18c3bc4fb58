// Exchanges a refresh token for new tokens, once; detects reuse.
import { AppError } from '#domain/errors.ts'
import { REFRESH_REUSE_SECONDS, type TokenSession } from '#domain/accounts/token-api.ts'
import { insertAuditEvent } from '#data/audit/audit.ts'
import type { Queries } from '#data/database.ts'
import {
  deleteSessions,
  findRefreshToken,
  insertRefreshToken,
  updateRefreshTokenRevoked,
  updateSessionRefreshed,
  type SessionRow,
} from '#data/accounts/sessions.ts'
import { hashOf } from '#gateways/secrets.ts'
import type { Deps } from '../../deps.ts'
import { tokensOf } from './open-session.ts'

/**
 * The next token is derived from the current one with the server's key. The database stores only hashes, and a client whose
 * answer was lost gets the same next token again, so that the chain never forks.
 */
const successorOf = (deps: Deps, token: string): string =>
  deps.secrets.sign('refresh token', token).toString('base64url')

export async function refreshSession(deps: Deps, token: string): Promise<TokenSession> {
  const next = successorOf(deps, token)
  const session = await deps.db.transaction((tx) => rotate(deps, tx, token, next))
  // Thrown outside the transaction, so that the end of a stolen session is committed.
  if (!session) throw new AppError('token.refreshUsed')
  return tokensOf(deps, session, next)
}

/** Undefined when a used token is sent again too late; the session is then ended. */
async function rotate(
  deps: Deps,
  tx: Queries,
  token: string,
  next: string,
): Promise<SessionRow | undefined> {
  const hash = hashOf(token)
  const known = await findRefreshToken(tx, hash)
  const session = known && (await updateSessionRefreshed(tx, known.session_id))
  // Read again under the lock: a parallel request may have used it meanwhile.
  const row = session && (await findRefreshToken(tx, hash))
  if (!session || !row) throw new AppError('token.refreshMissing')
  if (row.revoked_at === null) {
    await updateRefreshTokenRevoked(tx, hash, deps.clock.now())
    await insertRefreshToken(tx, {
      token_hash: hashOf(next),
      session_id: session.id,
      parent_hash: hash,
    })
    return session
  }
  const age = deps.clock.now().getTime() - Date.parse(row.revoked_at)
  const successor = await findRefreshToken(tx, hashOf(next))
  if (age <= REFRESH_REUSE_SECONDS * 1000 && successor?.revoked_at === null) return session
  await deleteSessions(tx, session.user_id, 'local', session.id)
  await insertAuditEvent(tx, null, {
    actor_id: session.user_id,
    action: 'session.refresh_token_reused',
    resource_type: 'session',
    resource_id: session.id,
  })
  return undefined
}
