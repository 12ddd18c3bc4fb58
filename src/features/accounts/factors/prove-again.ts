// Requires a fresh proof before a change of sign-in methods, so that an unattended screen is not enough. The proof must be of the
// account that is changed, whichever account is signed in in the same browser.
import { isFresh, mayChangePassword } from '#domain/accounts/account-states.ts'
import { AppError } from '#domain/errors.ts'
import { findAccount } from '#data/accounts/account-states.ts'
import { findSession } from '#data/accounts/sessions.ts'
import { findUser } from '#data/accounts/users.ts'
import type { Deps } from '../../deps.ts'
import { takeOwnCode } from '../prove-account-code.ts'
import { requireSecondFactor, type ProvenSession } from '../sessions/read-bearer.ts'
import { countedTry, kindOfCode } from './counted-tries.ts'
import { isOwnCode } from './verify-factor.ts'

/** Accepts the password, a code of an authenticator app or a recovery code. */
export async function proveAgain(deps: Deps, session: ProvenSession, proof: string): Promise<void> {
  const { user_id } = session
  const isPassword = async () => (await deps.auth.isPassword(user_id, proof)) === true
  const isProved = async () => (await isOwnCode(deps, user_id, proof)) || (await isPassword())
  await countedTry(deps, user_id, kindOfCode(proof), isProved, 'factor.proofWrong')
}

/** Accepts a recent authentication of the session, or `proof`. Throws AppError passkey.proofNeeded, factor.proofWrong. */
export async function requireFresh(
  deps: Deps,
  sessionId: string,
  proof?: string,
): Promise<ProvenSession> {
  const found = await findSession(deps.db.queries, sessionId)
  if (!found) throw new AppError('auth.signInRequired')
  const session = await requireSecondFactor(deps, found)
  if (proof !== undefined) await proveAgain(deps, session, proof)
  else if (!isFresh(session.amr, deps.clock.now())) throw new AppError('passkey.proofNeeded')
  return session
}

/** Proofs that a client of the token API may send with a change. */
export type SentProof = {
  nonce?: string | null | undefined
  current_password?: string | null | undefined
}

/** Returns false when no proof was sent; throws when a sent one is wrong. */
async function isSentProof(deps: Deps, userId: string, sent: SentProof): Promise<boolean> {
  if (sent.nonce) {
    const user = await findUser(deps.db.queries, userId)
    const code = {
      type: 'reauthentication',
      email: user?.email ?? '',
      token: sent.nonce,
    } as const
    await takeOwnCode(deps, userId, code, 'token.reauthenticationInvalid')
    return true
  }
  const given = sent.current_password
  if (!given) return false
  const isRight = async () => (await deps.auth.isPassword(userId, given)) === true
  await countedTry(deps, userId, 'other', isRight, 'account.passwordWrong')
  return true
}

/** Before a change of the email address. */
export async function requireProof(
  deps: Deps,
  session: ProvenSession,
  sent: SentProof,
): Promise<void> {
  if (await isSentProof(deps, session.user_id, sent)) return
  if (!isFresh(session.amr, deps.clock.now())) throw new AppError('token.reauthenticationNeeded')
}

/** Before a change of the password: the old password, if any, or a mailed code. */
export async function requirePasswordProof(
  deps: Deps,
  session: ProvenSession,
  sent: SentProof,
): Promise<void> {
  if (await isSentProof(deps, session.user_id, sent)) return
  const account = await findAccount(deps.db.queries, session.user_id)
  if (!account || !mayChangePassword(account, session.amr, deps.clock.now())) {
    throw new AppError('token.reauthenticationNeeded')
  }
}
