// A forgotten password: the mail with its link, and the new password.
import { AppError } from '#domain/errors.ts'
import {
  accountMailUses,
  rateLimited,
  resetMailUses,
  wrongProofUses,
  type Network,
} from '#domain/limits.ts'
import { findAccountScope, hasUser } from '#data/accounts.ts'
import { insertMail } from '#data/mails.ts'
import { deleteUses, insertUses } from '#data/usage.ts'
import { AuthRefusal, RESET_SECONDS } from '#gateways/auth.ts'
import type { Seal } from '#gateways/seal.ts'
import type { Database } from '#data/database.ts'
import type { MailViews } from '#domain/mails.ts'
import type { Deps } from '../deps.ts'
import { refuseCommonPassword } from './refuse-common-password.ts'
import { noteSecurity, originOf, queueSecurityNotice, type Origin } from './note-security.ts'
import { sendNothing } from './send-account-code.ts'

/** The answer is the same whether or not the address has an account, and when it is over its limit and no mail goes out. */
export async function requestReset(deps: Deps, email: string, network: Network): Promise<void> {
  try {
    const uses = [...resetMailUses(email), ...accountMailUses(network)]
    if (await insertUses(deps.db.queries, uses)) return
    await deps.auth.requestReset(email)
    // The library queues a mail for accounts only; the time must not tell.
    if (!(await hasUser(deps.db.queries, email))) await sendNothing(deps, 'recovery', email)
    deps.wakeMails()
  } catch (error) {
    throw new AppError('auth.resetMailFailed', { cause: error })
  }
}

/** The link is built from the configured address only: no header or body of a request reaches it. */
export async function queueResetMail(
  { db, seal, appUrl }: { db: Database; seal: Seal; appUrl: string },
  person: { email: string; name: string },
  token: string,
): Promise<void> {
  const data: MailViews['reset-password'] = {
    name: person.name,
    link: `${appUrl}/auth?type=recovery&token=${encodeURIComponent(token)}`,
    hoursValid: RESET_SECONDS / 3600,
  }
  await insertMail(db.queries, {
    organization_id: null,
    kind: 'reset-password',
    recipient: person.email,
    sender_name: 'Storehand',
    data_sealed: seal.seal(JSON.stringify(data)),
  })
}

export async function resetPassword(
  deps: Deps,
  input: { token: string; password: string },
  request: Request,
  network: Network,
): Promise<void> {
  // Before the link is used up: it is to serve for a better one.
  await refuseCommonPassword(input.password)
  const uses = wrongProofUses(network)
  const over = await insertUses(deps.db.queries, uses)
  if (over) throw rateLimited(over, deps.clock.now())
  try {
    const userId = await deps.auth.resetPassword(input)
    await deleteUses(deps.db.queries, uses)
    if (userId) await tellOfReset(deps, userId, originOf(request, network))
  } catch (error) {
    if (error instanceof AuthRefusal)
      throw new AppError('verification.linkInvalid', { cause: error })
    throw error
  }
}

/** Whoever did it had the mailbox; the mailbox's owner hears of it. */
async function tellOfReset(deps: Deps, userId: string, from: Origin): Promise<void> {
  await deps.db.transaction(async (tx) => {
    const account = await findAccountScope(tx, { user_id: userId })
    if (!account) return
    await queueSecurityNotice(deps, tx, account.email, 'password-changed')
    const details = { by: 'mail' }
    const event = { actor: userId, action: 'user.password_changed', from, details }
    await noteSecurity(tx, account, event)
  })
  deps.wakeMails()
}
