// Password reset: the mail with the link, and the new password.
import { AppError } from '#domain/errors.ts'
import { rateLimited, wrongProofUses, type Network } from '#domain/limits.ts'
import { deleteAccountCode, findAccountCodeByToken } from '#data/accounts/account-codes.ts'
import { findAccountScope } from '#data/accounts/actors.ts'
import type { Tx } from '#data/database.ts'
import { deleteUses, insertUses } from '#data/rate-limits.ts'
import { hashOf } from '#gateways/secrets.ts'
import type { Deps } from '../../deps.ts'
import { proveAddress } from '../first-proof.ts'
import { requestResetLink } from '../mail-requests.ts'
import {
  recordSecurityEvent,
  originOf,
  queueSecurityNotice,
  type Origin,
  type SecurityEvent,
} from '../record-security-event.ts'
import { refuseCommonPassword } from './refuse-common-password.ts'

/**
 * Gives the same answer whether or not an account exists, and also over the limit of the address, when no mail is sent. Throws AppError over
 * that of the network.
 */
export async function requestReset(deps: Deps, email: string, network: Network): Promise<void> {
  try {
    await requestResetLink(deps, email, network)
  } catch (error) {
    if (error instanceof AppError) throw error
    throw new AppError('auth.resetMailFailed', { cause: error })
  }
}

/** The link also verifies the address. */
export async function resetPassword(
  deps: Deps,
  input: { token: string; password: string },
  request: Request,
  network: Network,
): Promise<void> {
  // Checked before the link is used up, so that the person can choose another password.
  await refuseCommonPassword(input.password)
  const uses = wrongProofUses(network)
  const over = await insertUses(deps.db.queries, uses)
  if (over) throw rateLimited(over, deps.clock.now())
  const link = await findAccountCodeByToken(
    deps.db.queries,
    ['reset'],
    hashOf(input.token),
    deps.clock.now(),
  )
  const userId = link?.user_id
  if (!link || !userId) throw new AppError('verification.linkInvalid')
  const password = await deps.auth.hashPassword(input.password)
  await deps.db.transaction(async (tx) => {
    if (!(await deleteAccountCode(tx, link.id))) throw new AppError('verification.linkInvalid')
    await proveAddress(deps, tx, userId, null, { password })
    await notifyOfReset(deps, tx, userId, originOf(request, network))
  })
  await deleteUses(deps.db.queries, uses)
}

/** Notifies the account's address and records the event. */
async function notifyOfReset(deps: Deps, tx: Tx, userId: string, from: Origin): Promise<void> {
  const account = await findAccountScope(tx, { user_id: userId })
  if (!account) return
  await queueSecurityNotice(deps, tx, account.email, 'password-changed')
  const details = { by: 'mail' }
  const event: SecurityEvent = { actor: userId, action: 'user.password_changed', from, details }
  await recordSecurityEvent(tx, account, event)
}
