// The holder of an access token, with a check that the session still exists and how much it may do.
import type { Actor } from '#domain/accounts/access.ts'
import { isInside } from '#domain/accounts/account-states.ts'
import { AppError } from '#domain/errors.ts'
import type { AccessClaims } from '#domain/accounts/token-api.ts'
import { findActorBySession } from '#data/accounts/actors.ts'
import type { Queries } from '#data/database.ts'
import { listFactors } from '#data/accounts/factors.ts'
import { findSession, type SessionRow } from '#data/accounts/sessions.ts'
import type { Deps } from '../../deps.ts'
import { seenActor } from './mark-sessions-seen.ts'

declare const shown: unique symbol
/**
 * A session that has shown the second factor of its account, where it has one. Whatever changes an account takes one, and only
 * `requireSecondFactor` makes it.
 */
export type ProvenSession = SessionRow & { readonly [shown]: true }

/** May have shown the first factor alone: for showing the second one, signing out and reading who one is. */
export type FirstFactorBearer = { claims: AccessClaims; session: SessionRow }
export type Bearer = { claims: AccessClaims; session: ProvenSession }

/** Whether the account has a finished second factor. */
export async function hasSecondFactor(db: Queries, userId: string): Promise<boolean> {
  return (await listFactors(db, userId)).some(({ status }) => status === 'verified')
}

/** Throws AppError factor.needed when the account has a second factor that this session has not shown. */
export async function requireSecondFactor(
  { db }: Pick<Deps, 'db'>,
  session: SessionRow,
): Promise<ProvenSession> {
  if (!isInside({ hasFactor: await hasSecondFactor(db.queries, session.user_id) }, session.aal)) {
    throw new AppError('factor.needed')
  }
  return session as ProvenSession
}

/** Checks signature and session, so that an ended session is refused immediately. Throws AppError token.missing, token.invalid. */
export async function readFirstFactorBearer(
  deps: Deps,
  token: string | undefined,
): Promise<FirstFactorBearer> {
  if (!token) throw new AppError('token.missing')
  const claims = await deps.auth.verifyToken(token)
  if (!claims) throw new AppError('token.invalid')
  const session = await findSession(deps.db.queries, claims.session_id)
  if (session?.user_id !== claims.sub) throw new AppError('token.sessionMissing')
  return { claims, session }
}

/** The same, and throws AppError factor.needed. */
export async function readBearer(deps: Deps, token: string | undefined): Promise<Bearer> {
  const { claims, session } = await readFirstFactorBearer(deps, token)
  return { claims, session: await requireSecondFactor(deps, session) }
}

/** For the dashboard's API: undefined when the token is invalid. */
export async function readBearerActor(deps: Deps, token: string): Promise<Actor | undefined> {
  const claims = await deps.auth.verifyToken(token)
  return claims && seenActor(deps, await findActorBySession(deps.db.queries, claims.session_id))
}
