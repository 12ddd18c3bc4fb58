// Changes an account's email address after the mailed code or link to the new one.
import { mayMove, type Shown } from '#domain/accounts/account-states.ts'
import { AppError } from '#domain/errors.ts'
import { deleteAccountCodes } from '#data/accounts/account-codes.ts'
import { findAccountLocked } from '#data/accounts/account-states.ts'
import { insertAuditEvent } from '#data/audit/audit.ts'
import { isDuplicate, type Tx } from '#data/database.ts'
import { findUserByEmail, updateUser } from '#data/accounts/users.ts'
import type { Deps } from '../deps.ts'
import { readShown, type SentWithProof } from './first-proof.ts'
import { queueSecurityNotice } from './record-security-event.ts'

/**
 * The mail alone is not enough: the person who opens it may not be the one who requested it. Otherwise an attacker could bind
 * another person's address to their own account with one careless click.
 */
export async function moveAddress(
  deps: Deps,
  tx: Tx,
  userId: string,
  email: string,
  shownBy: SentWithProof | { by: 'code' },
): Promise<void> {
  const account = await findAccountLocked(tx, userId)
  if (!account) throw new AppError('token.codeInvalid')
  // A code is typed where it was requested, so it counts like a password; an account with a second factor needs more.
  const shown: Shown =
    shownBy?.by === 'code' ? { by: 'password' } : await readShown(tx, userId, shownBy)
  if (!mayMove(account, shown)) {
    throw new AppError(account.hasFactor ? 'factor.needed' : 'token.codeInvalid')
  }
  const holder = await findUserByEmail(tx, email)
  if (holder && holder.id !== userId) throw new AppError('token.emailExists')
  await updateUser(tx, userId, { email, email_verified: true }).catch((error: unknown) => {
    const isTaken = isDuplicate(error, 'users_email_key')
    throw isTaken ? new AppError('token.emailExists', { cause: error }) : error
  })
  // Codes mailed to the old address become invalid.
  await deleteAccountCodes(tx, userId)
  await queueSecurityNotice(deps, tx, account.email, 'email-changed')
  await insertAuditEvent(tx, null, {
    actor_id: userId,
    action: 'user.email_changed',
    resource_type: 'user',
    resource_id: userId,
  })
}
