// A person changes their own account: names, what the client keeps with it, the password.
import { AppError } from '#domain/errors.ts'
import type { TokenUser, UserUpdateInput } from '#domain/token-api.ts'
import { insertAuditEvent } from '#data/audit.ts'
import { deleteSessions } from '#data/sessions.ts'
import { findUser, updateUser as updateUserRow } from '#data/users.ts'
import type { Deps } from '../deps.ts'
import type { Bearer } from './read-bearer.ts'
import { readUser } from './read-user.ts'

export async function updateUser(
  deps: Deps,
  { session }: Bearer,
  input: UserUpdateInput,
): Promise<TokenUser> {
  const { user_id } = session
  if (input.password) await changePassword(deps, session, input.password)
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

/** Whoever knew the old password is signed out everywhere but here. */
async function changePassword(
  deps: Deps,
  session: Bearer['session'],
  password: string,
): Promise<void> {
  if (await deps.auth.isPassword(session.user_id, password)) {
    throw new AppError('token.samePassword')
  }
  await deps.auth.setPassword(session.user_id, password)
  await deps.db.transaction(async (tx) => {
    await deleteSessions(tx, session.user_id, 'others', session.id)
    await insertAuditEvent(tx, null, {
      actor_id: session.user_id,
      action: 'user.password_changed',
      resource_type: 'user',
      resource_id: session.user_id,
    })
  })
}
