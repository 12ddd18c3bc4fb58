// A fresh proof, asked for before it changes who gets into an account: a screen that was left open must not be enough. It is
// always of the account that is changed, whoever else is signed in in the same browser.
import { isFresh, mayChangePassword } from '#domain/accounts/account-states.ts'
import { AppError } from '#domain/errors.ts'
import { findAccount } from '#data/accounts/account-states.ts'
import { findSession, type SessionRow } from '#data/accounts/sessions.ts'
import { findUser } from '#data/accounts/users.ts'
import type { Deps } from '../../deps.ts'
import { takeCode } from '../prove-account-code.ts'
import { countedTry, isOwnCode } from './verify-factor.ts'

/** The password, a code of the phone, or one from paper. */
export async function proveAgain(deps: Deps, session: SessionRow, proof: string): Promise<void> {
  const { user_id } = session
  const isProved = async () =>
    (await isOwnCode(deps, user_id, proof)) !== undefined ||
    (await deps.auth.isPassword(user_id, proof)) === true
  await countedTry(deps, user_id, isProved, 'factor.proofWrong')
}

/** Either the person proved a moment ago who they are, or does so now. */
export async function requireFresh(
  deps: Deps,
  sessionId: string,
  proof?: string,
): Promise<SessionRow> {
  const session = await findSession(deps.db.queries, sessionId)
  if (!session) throw new AppError('auth.signInRequired')
  if (proof !== undefined) await proveAgain(deps, session, proof)
  else if (!isFresh(session.amr, deps.clock.now())) throw new AppError('passkey.proofNeeded')
  return session
}

/** What a client of the token API sends with a change. */
export type SentProof = {
  nonce?: string | null | undefined
  current_password?: string | null | undefined
}

/** Whether anything was sent; what was sent is right, or it throws. */
async function isSentProof(deps: Deps, userId: string, sent: SentProof): Promise<boolean> {
  if (sent.nonce) {
    const user = await findUser(deps.db.queries, userId)
    const code = {
      type: 'reauthentication',
      email: user?.email ?? '',
      token: sent.nonce,
    } as const
    const taken = await takeCode(deps, code, { user_id: userId }).catch((error: unknown) => {
      throw new AppError('token.reauthenticationInvalid', { cause: error })
    })
    if (taken.user_id !== userId) throw new AppError('token.reauthenticationInvalid')
    return true
  }
  const given = sent.current_password
  if (!given) return false
  const isRight = async () => (await deps.auth.isPassword(userId, given)) === true
  await countedTry(deps, userId, isRight, 'account.passwordWrong')
  return true
}

/** For another address. */
export async function requireProof(
  deps: Deps,
  session: SessionRow,
  sent: SentProof,
): Promise<void> {
  if (await isSentProof(deps, session.user_id, sent)) return
  if (!isFresh(session.amr, deps.clock.now())) throw new AppError('token.reauthenticationNeeded')
}

/** For another password: the old one, where there is one, or the mailbox. */
export async function requirePasswordProof(
  deps: Deps,
  session: SessionRow,
  sent: SentProof,
): Promise<void> {
  if (await isSentProof(deps, session.user_id, sent)) return
  const account = await findAccount(deps.db.queries, session.user_id)
  if (!account || !mayChangePassword(account, session.amr, deps.clock.now())) {
    throw new AppError('token.reauthenticationNeeded')
  }
}
