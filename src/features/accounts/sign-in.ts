// Signing in by password, and out again.
import { AppError } from '#domain/errors.ts'
import type { SignInInput } from '#domain/accounts.ts'
import { rateLimited, signInUses, type Network } from '#domain/limits.ts'
import { deleteAllSessions, deleteSessions } from '#data/sessions.ts'
import { deleteUses, insertUses } from '#data/usage.ts'
import { findIsBanned } from '#data/users.ts'
import { AuthRefusal, type AuthAnswer } from '#gateways/auth.ts'
import type { Deps } from '../deps.ts'

/**
 * One text for an unknown address and a wrong password; the library spends the same time on both. A try is counted before
 * it is made, so that many at once do not slip through, and forgotten when it succeeds.
 */
export async function signIn(
  deps: Deps,
  input: SignInInput,
  request: Request,
  network: Network,
): Promise<AuthAnswer> {
  const uses = signInUses(input.email, network)
  const over = await insertUses(deps.db.queries, uses)
  if (over) throw rateLimited(over, deps.clock.now())
  const answer = await deps.auth.signIn(input, request).catch((error: unknown) => {
    if (error instanceof AuthRefusal) throw new AppError('auth.badCredentials', { cause: error })
    throw error
  })
  await deleteUses(deps.db.queries, uses)
  if (answer.userId) await refuseSuspended(deps, answer.userId)
  return answer
}

/** Asked when the person is proved and before anybody has the session: nobody else learns of a suspension. */
export async function refuseSuspended(deps: Deps, userId: string): Promise<void> {
  if (!(await findIsBanned(deps.db.queries, userId))) return
  await deleteAllSessions(deps.db.queries, userId)
  throw new AppError('auth.suspended')
}

/** By whichever the session was carried; one that is over already is signed out. */
export async function signOut(
  deps: Deps,
  request: Request,
  accessToken: string | undefined,
): Promise<AuthAnswer> {
  if (accessToken) {
    const claims = await deps.auth.verifyToken(accessToken)
    if (claims) await deleteSessions(deps.db.queries, claims.sub, 'local', claims.session_id)
    return { userId: null, sessionToken: null, cookies: [] }
  }
  try {
    return await deps.auth.signOut(request)
  } catch (error) {
    throw new AppError('auth.signOutFailed', { cause: error })
  }
}
