// Creates tokens for a new session.
import { AppError } from '#domain/errors.ts'
import {
  ACCESS_SECONDS,
  type AccessClaims,
  type ProofMethod,
  type TokenSession,
} from '#domain/accounts/token-api.ts'
import {
  findSessionByToken,
  insertRefreshToken,
  updateSessionProof,
  type SessionRow,
} from '#data/accounts/sessions.ts'
import { hashOf, newToken } from '#gateways/secrets.ts'
import type { Deps } from '../../deps.ts'
import { readUser } from '../read-user.ts'

/** `sessionToken`: the token of the session cookie; it is not sent to the client. */
export async function openSession(
  deps: Deps,
  sessionToken: string,
  method: ProofMethod,
): Promise<TokenSession> {
  const refreshToken = newToken()
  const session = await deps.db.transaction(async (tx) => {
    const session = await findSessionByToken(tx, sessionToken)
    if (!session) throw new AppError('token.sessionMissing')
    const amr = [{ method, timestamp: Math.floor(deps.clock.now().getTime() / 1000) }]
    await updateSessionProof(tx, session.id, session.aal, amr)
    await insertRefreshToken(tx, {
      token_hash: hashOf(refreshToken),
      session_id: session.id,
      parent_hash: null,
    })
    return { ...session, amr }
  })
  return tokensOf(deps, session, refreshToken)
}

/** The token response. An access token expires no later than its session. */
export async function tokensOf(
  deps: Deps,
  session: SessionRow,
  refreshToken: string,
): Promise<TokenSession> {
  const user = await readUser(deps, session.user_id)
  const now = Math.floor(Date.now() / 1000)
  const sessionEnds = Math.floor(Date.parse(session.expires_at) / 1000)
  const expires_at = Math.min(now + ACCESS_SECONDS, sessionEnds)
  const claims: AccessClaims = {
    sub: user.id,
    email: user.email,
    phone: '',
    role: 'authenticated',
    session_id: session.id,
    aal: session.aal,
    amr: session.amr,
    app_metadata: user.app_metadata,
    user_metadata: user.user_metadata,
    is_anonymous: false,
  }
  return {
    access_token: await deps.auth.signToken(claims, expires_at),
    token_type: 'bearer',
    expires_in: expires_at - now,
    expires_at,
    refresh_token: refreshToken,
    user,
  }
}
