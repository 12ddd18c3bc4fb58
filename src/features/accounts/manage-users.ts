// The operator of the installation creates, reads, changes, suspends and deletes accounts.
import { timingSafeEqual } from 'node:crypto'
import { AppError } from '#domain/errors.ts'
import {
  banSeconds,
  mergedMetadata,
  type AdminUserInput,
  type AdminUserUpdate,
  type TokenUser,
} from '#domain/accounts/token-api.ts'
import { findAccountLocked, updatePassword } from '#data/accounts/account-states.ts'
import { deleteAccountCodes } from '#data/accounts/account-codes.ts'
import { deleteAccount } from '#data/accounts/account-closings.ts'
import { countUsers } from '#data/accounts/users.ts'
import { updateAuditOriginsEmptied } from '#data/audit/audit.ts'
import { isDuplicate } from '#data/database.ts'
import { listFactors, listFactorsOf } from '#data/accounts/factors.ts'
import { listIdentities } from '#data/accounts/identities.ts'
import { deleteAllSessions } from '#data/accounts/sessions.ts'
import {
  findIsOnlyOwner,
  findUser,
  listUsers as listUserRows,
  updateUser,
} from '#data/accounts/users.ts'
import { hashOf } from '#gateways/secrets.ts'
import type { Deps } from '../deps.ts'
import { refuseCommonPassword } from './sign-in/refuse-common-password.ts'
import { removeOne, notifyFactorRemoved } from './factors/manage-factors.ts'
import { recordOperatorEvent, queueSecurityNotice } from './record-security-event.ts'
import { readUser, userView } from './read-user.ts'

/** Without a configured token all requests are refused. Throws AppError token.missing, token.notOperator. */
export function requireOperator(deps: Deps, token: string | undefined): void {
  if (!token) throw new AppError('token.missing')
  const wanted = deps.operatorToken
  // Compares hashes, because timingSafeEqual needs equal lengths.
  if (!wanted || !timingSafeEqual(hashOf(wanted), hashOf(token))) {
    throw new AppError('token.notOperator')
  }
}

export async function listUsers(
  deps: Deps,
  page: number,
  perPage: number,
): Promise<{ users: TokenUser[]; total: number }> {
  const rows = await listUserRows(deps.db.queries, perPage, (page - 1) * perPage)
  const ids = rows.map(({ id }) => id)
  const factors = await listFactorsOf(deps.db.queries, ids)
  const identities = await listIdentities(deps.db.queries, ids)
  const users = rows.map((row) =>
    userView(
      row,
      factors.filter(({ user_id }) => user_id === row.id),
      identities.filter(({ user_id }) => user_id === row.id),
    ),
  )
  return { users, total: await countUsers(deps.db.queries) }
}

export async function findUserById(deps: Deps, id: string): Promise<TokenUser> {
  if (!(await findUser(deps.db.queries, id))) throw new AppError('user.missing')
  return readUser(deps, id)
}

export async function createUser(deps: Deps, input: AdminUserInput): Promise<TokenUser> {
  if (input.password) await refuseCommonPassword(input.password)
  const { first_name, last_name, ...user_metadata } = input.user_metadata
  const id = await deps.auth
    .createUser({
      email: input.email,
      first_name,
      last_name,
      email_verified: input.email_confirm ?? false,
    })
    .catch(refuseTaken)
  if (input.password) await deps.auth.setPassword(id, input.password)
  await deps.db.transaction(async (tx) => {
    await updateUser(tx, id, {
      user_metadata,
      ...(input.app_metadata && { app_metadata: input.app_metadata }),
      ...banOf(deps, input.ban_duration),
    })
    await recordOperatorEvent(tx, 'user_created', id)
  })
  return readUser(deps, id)
}

export async function changeUser(
  deps: Deps,
  id: string,
  input: AdminUserUpdate,
): Promise<TokenUser> {
  if (!(await findUser(deps.db.queries, id))) throw new AppError('user.missing')
  if (input.password) await refuseCommonPassword(input.password)
  // Before the transaction: hashing takes long.
  const hash = input.password && (await deps.auth.hashPassword(input.password))
  const { first_name, last_name, ...metadata } = input.user_metadata ?? {}
  const ban = banOf(deps, input.ban_duration)
  await deps.db
    .transaction(async (tx) => {
      await findAccountLocked(tx, id)
      const user = await findUser(tx, id)
      if (!user) throw new AppError('user.missing')
      const newEmail = input.email && input.email !== user.email ? input.email : undefined
      if (hash) await updatePassword(tx, id, hash)
      await updateUser(tx, id, {
        // The new address is unverified unless the operator confirms it.
        ...(newEmail && { email: newEmail, email_verified: false }),
        ...(input.email_confirm && { email_verified: true }),
        ...(first_name !== undefined && { first_name }),
        ...(last_name !== undefined && { last_name }),
        user_metadata: mergedMetadata(user.user_metadata, metadata, 'user_metadata'),
        app_metadata: mergedMetadata(user.app_metadata, input.app_metadata, 'app_metadata'),
        ...ban,
      })
      // Codes mailed to the old address become invalid.
      if (newEmail) await deleteAccountCodes(tx, id)
      // A new password or a suspension ends all sessions.
      if (hash || ban.banned_until) await deleteAllSessions(tx, id)
      await recordOperatorEvent(tx, 'user_changed', id)
      if (hash) await queueSecurityNotice(deps, tx, user.email, 'password-changed')
      if (newEmail) await queueSecurityNotice(deps, tx, user.email, 'email-changed')
    })
    .catch(refuseTaken)
  return readUser(deps, id)
}

export async function deleteUser(deps: Deps, id: string): Promise<void> {
  await deps.db.transaction(async (tx) => {
    if (await findIsOnlyOwner(tx, id)) throw new AppError('user.onlyOwner')
    const user = await findUser(tx, id)
    if (!user) throw new AppError('user.missing')
    // Before the event, whose origin is the operator's.
    await updateAuditOriginsEmptied(tx, id)
    // Before the deletion, while the account's organization is known.
    await recordOperatorEvent(tx, 'user_deleted', id)
    const isDeleted = await deleteAccount(tx, { user_id: id, email: user.email })
    if (!isDeleted) throw new AppError('user.missing')
  })
}

export async function listUserFactors(deps: Deps, id: string): Promise<TokenUser['factors']> {
  return (await findUserById(deps, id)).factors
}

export async function deleteUserFactor(deps: Deps, id: string, factorId: string): Promise<void> {
  await findUserById(deps, id)
  const factors = await listFactors(deps.db.queries, id)
  const factor = factors.find((one) => one.id === factorId)
  if (!factor) throw new AppError('factor.missing')
  await deps.db.transaction(async (tx) => {
    await removeOne(tx, id, null, factorId)
    if (factor.status === 'verified') await notifyFactorRemoved(deps, tx, id, factor)
  })
}

function banOf(deps: Deps, duration: string | null | undefined): { banned_until?: Date | null } {
  if (!duration) return {}
  const seconds = banSeconds(duration)
  if (seconds === 0) return { banned_until: null }
  return { banned_until: new Date(deps.clock.now().getTime() + seconds * 1000) }
}

function refuseTaken(error: unknown): never {
  if (isDuplicate(error, 'users_email_key')) {
    throw new AppError('token.emailExists', { cause: error })
  }
  throw error
}
