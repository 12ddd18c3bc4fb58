// The holder of an access token, with a check that the session still exists.
import type { Actor } from '#domain/accounts/access.ts'
import { AppError } from '#domain/errors.ts'
import type { AccessClaims } from '#domain/accounts/token-api.ts'
import { findActorBySession } from '#data/accounts/accounts.ts'
import { findSession, type SessionRow } from '#data/accounts/sessions.ts'
import type { Deps } from '../../deps.ts'
import { seenActor } from './mark-sessions-seen.ts'

export type Bearer = { claims: AccessClaims; session: SessionRow }

/** Checks signature and session, so that an ended session is refused immediately. Throws AppError token.missing, token.invalid. */
export async function readBearer(deps: Deps, token: string | undefined): Promise<Bearer> {
  if (!token) throw new AppError('token.missing')
  const claims = await deps.auth.verifyToken(token)
  if (!claims) throw new AppError('token.invalid')
  const session = await findSession(deps.db.queries, claims.session_id)
  if (session?.user_id !== claims.sub) throw new AppError('token.sessionMissing')
  return { claims, session }
}

/** For the dashboard's API: undefined when the token is invalid. */
export async function readBearerActor(deps: Deps, token: string): Promise<Actor | undefined> {
  const claims = await deps.auth.verifyToken(token)
  return claims && seenActor(deps, await findActorBySession(deps.db.queries, claims.session_id))
}
