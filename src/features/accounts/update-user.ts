// A person changes their own account: names, what the client keeps with it, the password.
import { AppError } from '#domain/errors.ts'
import { RECENT_SECONDS, type TokenUser, type UserUpdateInput } from '#domain/token-api.ts'
import { insertAuditEvent } from '#data/audit.ts'
import { deleteSessions } from '#data/sessions.ts'
import { findUser, findUserByEmail, updateUser as updateUserRow } from '#data/users.ts'
import type { Deps } from '../deps.ts'
import { refuseCommonPassword } from './refuse-common-password.ts'
import { requireSecondFactor } from './manage-factors.ts'
import { takeCode } from './prove-account-code.ts'
import { queueSecurityNotice } from './note-security.ts'
import type { Bearer } from './read-bearer.ts'
import { readUser } from './read-user.ts'
import { sendAccountCode, type LinkOptions } from './send-account-code.ts'

export async function updateUser(
  deps: Deps,
  { session }: Bearer,
  input: UserUpdateInput,
  options: LinkOptions,
): Promise<TokenUser> {
  const { user_id } = session
  if (input.password || input.email) await requireRecentProof(deps, session, input.nonce)
  if (input.password) await changePassword(deps, session, input.password)
  if (input.email) await askForAddress(deps, user_id, input.email, options)
  if (input.data) {
    const { first_name, last_name, ...metadata } = input.data
    await deps.db.transaction(async (tx) => {
      const user = await findUser(tx, user_id)
      await updateUserRow(tx, user_id, {
        ...(first_name !== undefined && { first_name }),
        ...(last_name !== undefined && { last_name }),
        user_metadata: { ...user?.user_metadata, ...metadata },
      })
    })
  }
  return readUser(deps, user_id)
}

/** A session that was stolen, or left open, must not be enough to take an account over. */
async function requireRecentProof(
  deps: Deps,
  session: Bearer['session'],
  nonce: string | null | undefined,
): Promise<void> {
  await requireSecondFactor(deps, session)
  if (nonce) {
    const { email } = await readUser(deps, session.user_id)
    await takeCode(deps, { type: 'reauthentication', email, token: nonce }).catch((error) => {
      throw new AppError('token.reauthenticationInvalid', { cause: error })
    })
    return
  }
  const age = deps.clock.now().getTime() - Date.parse(session.created_at)
  if (age > RECENT_SECONDS * 1000) throw new AppError('token.reauthenticationNeeded')
}

/** The address changes when the mail to the new one comes back, not before. */
async function askForAddress(
  deps: Deps,
  userId: string,
  email: string,
  options: LinkOptions,
): Promise<void> {
  const holder = await findUserByEmail(deps.db.queries, email)
  if (holder?.id === userId) return
  if (holder) throw new AppError('token.emailExists')
  await sendAccountCode(deps, 'email_change', { email, user_id: userId, user_data: null }, options)
}

/** Mails a code to the address the account has now. */
export async function reauthenticate(deps: Deps, { session }: Bearer): Promise<void> {
  const { id, email } = await readUser(deps, session.user_id)
  await sendAccountCode(deps, 'reauthentication', { email, user_id: id, user_data: null })
}

/** Whoever knew the old password is signed out everywhere but here. */
async function changePassword(
  deps: Deps,
  session: Bearer['session'],
  password: string,
): Promise<void> {
  if (await deps.auth.isPassword(session.user_id, password)) {
    throw new AppError('token.samePassword')
  }
  await refuseCommonPassword(password)
  await deps.auth.setPassword(session.user_id, password)
  const { email } = await readUser(deps, session.user_id)
  await deps.db.transaction(async (tx) => {
    await deleteSessions(tx, session.user_id, 'others', session.id)
    await queueSecurityNotice(deps, tx, email, 'password-changed')
    await insertAuditEvent(tx, null, {
      actor_id: session.user_id,
      action: 'user.password_changed',
      resource_type: 'user',
      resource_id: session.user_id,
    })
  })
  deps.wakeMails()
}
