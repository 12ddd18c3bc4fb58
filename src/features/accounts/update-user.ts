// Token API: a person changes their account: names, client metadata, password and email address.
import { AppError } from '#domain/errors.ts'
import { accountMailUses, addressChangeUses } from '#domain/accounts/account-limits.ts'
import { rateLimited, type Network } from '#domain/limits.ts'
import { mergedMetadata, type TokenUser, type UserUpdateInput } from '#domain/accounts/token-api.ts'
import { insertAuditEvent } from '#data/audit/audit.ts'
import { findAccountLocked, updatePassword } from '#data/accounts/account-states.ts'
import { deleteSessions, findSession } from '#data/accounts/sessions.ts'
import { insertUses } from '#data/rate-limits.ts'
import { findUser, findUserByEmail, updateUser as updateUserRow } from '#data/accounts/users.ts'
import type { Deps } from '../deps.ts'
import { refuseCommonPassword } from './sign-in/refuse-common-password.ts'
import { requirePasswordProof, requireProof } from './factors/prove-again.ts'
import { queueSecurityNotice } from './record-security-event.ts'
import type { Bearer } from './sessions/read-bearer.ts'
import { readUser } from './read-user.ts'
import {
  makeAccountCode,
  queueAccountCode,
  sendAccountCode,
  type LinkOptions,
} from './send-account-code.ts'

export async function updateUser(
  deps: Deps,
  { session }: Bearer,
  input: UserUpdateInput,
  options: LinkOptions,
  network: Network,
): Promise<TokenUser> {
  const { user_id } = session
  if (input.password || input.email) {
    if (input.password) await refuseCommonPassword(input.password)
    const require = input.password ? requirePasswordProof : requireProof
    await require(deps, session, input)
  }
  if (input.password) await changePassword(deps, session, input.password)
  if (input.email) await askForAddress(deps, session, input.email, options, network)
  if (input.data) {
    const { first_name, last_name, ...metadata } = input.data
    await deps.db.transaction(async (tx) => {
      // Two changes at once are merged one after the other.
      await findAccountLocked(tx, user_id)
      const user = await findUser(tx, user_id)
      await updateUserRow(tx, user_id, {
        ...(first_name !== undefined && { first_name }),
        ...(last_name !== undefined && { last_name }),
        user_metadata: mergedMetadata(user?.user_metadata, metadata, 'data'),
      })
    })
  }
  return readUser(deps, user_id)
}

/**
 * The address changes only after the mail to the new one is answered. For an address in use the response is the same: no code is
 * mailed, and its owner is notified.
 */
export async function askForAddress(
  deps: Deps,
  session: Bearer['session'],
  email: string,
  options: LinkOptions,
  network: Network,
): Promise<void> {
  const { user_id } = session
  const uses = [...accountMailUses(network), ...addressChangeUses(user_id)]
  const over = await insertUses(deps.db.queries, uses)
  if (over) throw rateLimited(over, deps.clock.now())
  await deps.db.transaction(async (tx) => {
    const holder = await findUserByEmail(tx, email)
    if (holder?.id === user_id) return
    const to = { email, user_id, user_data: null }
    if (!holder) {
      const asking = { ...options, sessionId: session.id }
      return queueAccountCode(deps, tx, 'email_change', to, asking)
    }
    await makeAccountCode(deps, tx, 'email_change', to, {})
    await queueSecurityNotice(deps, tx, email, 'address-asked-for')
  })
}

/** Mails a code to the account's current address. */
export async function reauthenticate(deps: Deps, { session }: Bearer): Promise<void> {
  const { id, email } = await readUser(deps, session.user_id)
  await sendAccountCode(deps, 'reauthentication', { email, user_id: id, user_data: null })
}

/** Ends all other sessions. */
async function changePassword(
  deps: Deps,
  session: Bearer['session'],
  password: string,
): Promise<void> {
  if (await deps.auth.isPassword(session.user_id, password)) {
    throw new AppError('token.samePassword')
  }
  const hash = await deps.auth.hashPassword(password)
  const { email } = await readUser(deps, session.user_id)
  await deps.db.transaction(async (tx) => {
    await findAccountLocked(tx, session.user_id)
    // Another person may have verified the address meanwhile, which ends this session.
    if (!(await findSession(tx, session.id))) throw new AppError('token.sessionMissing')
    await updatePassword(tx, session.user_id, hash)
    await deleteSessions(tx, session.user_id, 'others', session.id)
    await queueSecurityNotice(deps, tx, email, 'password-changed')
    await insertAuditEvent(tx, null, {
      actor_id: session.user_id,
      action: 'user.password_changed',
      resource_type: 'user',
      resource_id: session.user_id,
    })
  })
}
