// Sign-in with a password, and sign-out.
import { AppError } from '#domain/errors.ts'
import type { Actor } from '#domain/accounts/access.ts'
import type { SignInInput } from '#domain/accounts/accounts.ts'
import { rateLimited, type Network } from '#domain/limits.ts'
import { signInTryUses, signInUses } from '#domain/accounts/account-limits.ts'
import { findPasswordVersion } from '#data/accounts/account-states.ts'
import { findAccountScope } from '#data/accounts/actors.ts'
import {
  deleteAllSessions,
  deleteSessions,
  findSessionByToken,
  updateSessionProof,
  type SessionRow,
} from '#data/accounts/sessions.ts'
import { deleteUses, insertUses } from '#data/rate-limits.ts'
import { findIsBanned } from '#data/accounts/users.ts'
import type { ProofMethod } from '#domain/accounts/token-api.ts'
import { AuthRefusal, type AuthAnswer } from '#gateways/accounts/auth.ts'
import type { Deps } from '../../deps.ts'
import { recordSecurityEvent, originOf, type SecurityEvent } from '../record-security-event.ts'

/**
 * The same message for an unknown address and a wrong password; the library takes the same time for both. An attempt is counted
 * before the check, so that parallel attempts cannot exceed the limit; a success resets the count of failures.
 */
export async function signIn(
  deps: Deps,
  input: SignInInput,
  request: Request,
  network: Network,
): Promise<AuthAnswer> {
  const uses = signInUses(input.email, network)
  const over = await insertUses(deps.db.queries, [...uses, ...signInTryUses(input.email, network)])
  if (over) throw rateLimited(over, deps.clock.now())
  const from = originOf(request, network)
  const before = await findPasswordVersion(deps.db.queries, { email: input.email })
  const answer = await deps.auth.signIn(input, request).catch(async (error: unknown) => {
    if (!(error instanceof AuthRefusal)) throw error
    // Runs the same steps for an unknown address, so that the response time reveals nothing.
    const account = await findAccountScope(deps.db.queries, { email: input.email })
    const event: SecurityEvent = {
      actor: null,
      action: 'session.refused',
      from,
      details: { method: 'password' },
    }
    await recordSecurityEvent(deps.db.queries, account, event)
    throw new AppError('auth.badCredentials', { cause: error })
  })
  await deleteUses(deps.db.queries, uses)
  if (answer.userId) {
    // During the comparison another person may have verified the address, which makes this password invalid.
    const now = await findPasswordVersion(deps.db.queries, { user_id: answer.userId })
    if (!now || now.password !== before?.password) {
      if (answer.sessionToken) await endSession(deps, answer.sessionToken)
      throw new AppError('auth.badCredentials')
    }
    if (answer.sessionToken) await updateProofMethod(deps, answer.sessionToken, 'password')
    await requireNotSuspended(deps, answer.userId)
    const account = await findAccountScope(deps.db.queries, { user_id: answer.userId })
    const details = { method: 'password' }
    const event: SecurityEvent = { actor: answer.userId, action: 'session.started', from, details }
    await recordSecurityEvent(deps.db.queries, account, event)
  }
  return answer
}

/** Records how and when a session began: a recent proof need not be repeated. */
export async function updateProofMethod(
  deps: Deps,
  sessionToken: string,
  method: ProofMethod,
): Promise<SessionRow | undefined> {
  const session = await findSessionByToken(deps.db.queries, sessionToken)
  const timestamp = Math.floor(deps.clock.now().getTime() / 1000)
  if (session) {
    await updateSessionProof(deps.db.queries, session.id, session.aal, [{ method, timestamp }])
  }
  return session
}

async function endSession(deps: Deps, sessionToken: string): Promise<void> {
  const session = await findSessionByToken(deps.db.queries, sessionToken)
  if (session) await deleteSessions(deps.db.queries, session.user_id, 'local', session.id)
}

/** Checked after authentication, so that only the account's owner learns of a suspension. Throws AppError auth.suspended. */
export async function requireNotSuspended(deps: Deps, userId: string): Promise<void> {
  if (!(await findIsBanned(deps.db.queries, userId))) return
  await deleteAllSessions(deps.db.queries, userId)
  throw new AppError('auth.suspended')
}

/** Ends the session of the access token, or else of the cookie; succeeds also without a session. */
export async function signOut(
  deps: Deps,
  actor: Actor | undefined,
  accessToken: string | undefined,
  request: Request,
  network: Network,
): Promise<AuthAnswer> {
  try {
    const answer = accessToken
      ? await endSessionOf(deps, accessToken)
      : await deps.auth.signOut(request)
    if (actor) {
      const { user_id } = actor
      const account = await findAccountScope(deps.db.queries, { user_id })
      const from = originOf(request, network)
      const event: SecurityEvent = {
        actor: user_id,
        action: 'session.ended',
        from,
        details: { scope: 'local' },
      }
      await recordSecurityEvent(deps.db.queries, account, event)
    }
    return answer
  } catch (error) {
    throw new AppError('auth.signOutFailed', { cause: error })
  }
}

async function endSessionOf(deps: Deps, accessToken: string): Promise<AuthAnswer> {
  const claims = await deps.auth.verifyToken(accessToken)
  if (claims) await deleteSessions(deps.db.queries, claims.sub, 'local', claims.session_id)
  return { userId: claims?.sub ?? null, sessionToken: null, cookies: [] }
}
