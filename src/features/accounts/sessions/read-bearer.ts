// Who bears an access token, and whether the session behind it still lives.
import type { Actor } from '#domain/accounts/access.ts'
import { AppError } from '#domain/errors.ts'
import type { AccessClaims } from '#domain/accounts/token-api.ts'
import { findActorBySession } from '#data/accounts/accounts.ts'
import { findSession, type SessionRow } from '#data/accounts/sessions.ts'
import type { Deps } from '../../deps.ts'
import { seenActor } from './note-seen.ts'

export type Bearer = { claims: AccessClaims; session: SessionRow }

/** The signature alone is not enough: what ended since the token was made is refused at once. */
export async function readBearer(deps: Deps, token: string | undefined): Promise<Bearer> {
  if (!token) throw new AppError('token.missing')
  const claims = await deps.auth.verifyToken(token)
  if (!claims) throw new AppError('token.invalid')
  const session = await findSession(deps.db.queries, claims.session_id)
  if (session?.user_id !== claims.sub) throw new AppError('token.sessionMissing')
  return { claims, session }
}

/** For the API of the dashboard: nobody, when the token is worth nothing. */
export async function readBearerActor(deps: Deps, token: string): Promise<Actor | undefined> {
  const claims = await deps.auth.verifyToken(token)
  return claims && seenActor(deps, await findActorBySession(deps.db.queries, claims.session_id))
}
