// The first verification of an account's address, by any method: mailed code or link, reset, provider, invitation. All methods use
// this code: one that skipped it would let in a person who signed up with another's address (docs/security.md, 'Accounts').
import { effectOfProof, type ProofEffect, type Shown } from '#domain/accounts/account-states.ts'
import {
  deleteOtherSignInMethods,
  deletePassword,
  findAccountLocked,
  updatePassword,
  type Account,
} from '#data/accounts/account-states.ts'
import { deleteAccountCodes } from '#data/accounts/account-codes.ts'
import { insertAuditEvent } from '#data/audit/audit.ts'
import type { Tx } from '#data/database.ts'
import { deleteAllSessions, deleteSessions, findSession } from '#data/accounts/sessions.ts'
import { updateUser } from '#data/accounts/users.ts'
import type { Deps } from '../deps.ts'
import { queueSecurityNotice } from './record-security-event.ts'

/** What was shown together with the proof. The session's state is read after the account is locked. */
export type SentWithProof =
  | { by: 'session'; session_id: string }
  | { by: 'password' }
  | { by: 'operator' }
  | null

export async function readShown(tx: Tx, userId: string, shown: SentWithProof): Promise<Shown> {
  if (shown?.by !== 'session') return shown
  const session = await findSession(tx, shown.session_id)
  return session?.user_id === userId ? { by: 'session', aal: session.aal } : null
}

export type ProofOptions = {
  /** Hash of a password chosen with the proof. */
  password?: string
  /** Keeps only this session and the password: other sessions and sign-in methods must not get what the account is given next. */
  isStrict?: boolean
}

/** Records that the address of this account was verified. Locks the account until `tx` ends. */
export async function proveAddress(
  deps: Deps,
  tx: Tx,
  userId: string,
  shownBy: SentWithProof,
  { password, isStrict = false }: ProofOptions = {},
): Promise<ProofEffect> {
  const account = await findAccountLocked(tx, userId)
  if (!account) return 'none'
  const effect = effectOfProof(account, await readShown(tx, userId, shownBy), deps.clock.now())
  if (effect === 'wait' && !account.claimedAt) {
    await updateUser(tx, userId, { claimed_at: deps.clock.now() })
    await queueSecurityNotice(deps, tx, account.email, 'claim-began')
  }
  if (effect === 'claim') await claim(deps, tx, account, password !== undefined)
  if (effect === 'confirm' && isStrict && shownBy?.by === 'session') {
    await deleteSessions(tx, userId, 'others', shownBy.session_id)
    if (!account.hasFactor) await deleteOtherSignInMethods(tx, userId)
    await deleteAccountCodes(tx, userId)
  }
  if (effect === 'confirm' || effect === 'claim') {
    await updateUser(tx, userId, { email_verified: true, claimed_at: null })
    await insertAuditEvent(tx, null, {
      actor_id: userId,
      action: 'user.email_confirmed',
      resource_type: 'user',
      resource_id: userId,
    })
  }
  if (password) {
    await updatePassword(tx, userId, password)
    await deleteAllSessions(tx, userId)
  }
  return effect
}

/** Removes all sign-in methods set up before the address was verified: another person may have created them. */
async function claim(deps: Deps, tx: Tx, account: Account, isReset: boolean): Promise<void> {
  const { user_id, email, hasPassword } = account
  const had = await removeSignInMethods(tx, user_id)
  // A new password has a separate notice.
  if (had || (hasPassword && !isReset)) {
    await queueSecurityNotice(deps, tx, email, 'account-claimed')
  }
}

/** Deletes all sessions, codes and sign-in methods of an account. The account row must be locked. */
export async function removeSignInMethods(tx: Tx, userId: string): Promise<boolean> {
  await deleteAllSessions(tx, userId)
  await deletePassword(tx, userId)
  await deleteAccountCodes(tx, userId)
  return deleteOtherSignInMethods(tx, userId)
}
