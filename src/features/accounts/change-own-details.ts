// Changes the password and the names on the account page.
import { signedIn, type Actor } from '#domain/accounts/access.ts'
import type { ChangePasswordInput, LanguageInput, NamesInput } from '#domain/accounts/accounts.ts'
import { AppError } from '#domain/errors.ts'
import { rateLimited, type Network } from '#domain/limits.ts'
import { signInUses } from '#domain/accounts/account-limits.ts'
import { isShopPersonKey } from '#domain/store/store-person.ts'
import { t } from '#domain/texts/text.ts'
import {
  findAccount,
  findAccountLocked,
  findPasswordVersion,
  updatePassword,
} from '#data/accounts/account-states.ts'
import { findAccountScope } from '#data/accounts/actors.ts'
import { deleteSessions, findSession } from '#data/accounts/sessions.ts'
import { deleteUses, insertUses } from '#data/rate-limits.ts'
import { updateUser } from '#data/accounts/users.ts'
import type { Deps } from '../deps.ts'
import {
  recordSecurityEvent,
  queueSecurityNotice,
  type Origin,
  type SecurityEvent,
} from './record-security-event.ts'
import { refuseCommonPassword } from './sign-in/refuse-common-password.ts'

/** Accounts created by mail or through a provider have no password until one is set. */
export async function readPasswordState(
  deps: Deps,
  actor: Actor | undefined,
): Promise<{ has_password: boolean; can_have_password: boolean }> {
  const account = await findAccount(deps.db.queries, signedIn(actor).user_id)
  return {
    has_password: account?.hasPassword ?? false,
    // Nobody signs in with the key of a person of one shop.
    can_have_password: !isShopPersonKey(account?.email ?? ''),
  }
}

/** Requires the old password, with the rate limits of sign-in, and ends all other sessions. */
export async function changeOwnPassword(
  deps: Deps,
  actor: Actor | undefined,
  input: ChangePasswordInput,
  network: Network,
  from: Origin,
): Promise<void> {
  const { user_id, session_id, email } = signedIn(actor)
  const known = await findPasswordVersion(deps.db.queries, { user_id })
  if (!known?.password) throw new AppError('account.passwordNone')
  // Checked first, so that a refused new password does not count as an attempt.
  await refuseCommonPassword(input.password)
  const uses = signInUses(email, network)
  const over = await insertUses(deps.db.queries, uses)
  if (over) throw rateLimited(over, deps.clock.now())
  if (!(await deps.auth.isPassword(user_id, input.current_password))) throw wrong()
  await deleteUses(deps.db.queries, uses)
  if (input.password === input.current_password) {
    throw new AppError('token.samePassword', {
      fields: { password: t('token.samePassword') },
    })
  }
  const hash = await deps.auth.hashPassword(input.password)
  await deps.db.transaction(async (tx) => {
    await findAccountLocked(tx, user_id)
    // Another person may have verified the address meanwhile, which ends this session or sets another password.
    if (!(await findSession(tx, session_id))) throw new AppError('auth.signInRequired')
    const now = await findPasswordVersion(tx, { user_id })
    if (now?.password !== known.password) throw wrong()
    await updatePassword(tx, user_id, hash)
    await deleteSessions(tx, user_id, 'others', session_id)
    const account = await findAccountScope(tx, { user_id })
    await queueSecurityNotice(deps, tx, email, 'password-changed')
    const details = { by: 'password' }
    const event: SecurityEvent = { actor: user_id, action: 'user.password_changed', from, details }
    await recordSecurityEvent(tx, account, event)
  })
}

const wrong = () =>
  new AppError('account.passwordWrong', {
    fields: { current_password: t('account.passwordWrong') },
  })

export async function changeOwnLanguage(
  deps: Deps,
  actor: Actor | undefined,
  { language }: LanguageInput,
): Promise<void> {
  const { user_id } = signedIn(actor)
  await deps.db.transaction((tx) => updateUser(tx, user_id, { language }))
}

export async function changeOwnNames(
  deps: Deps,
  actor: Actor | undefined,
  { first_name, last_name }: NamesInput,
): Promise<void> {
  const { user_id } = signedIn(actor)
  await deps.db.transaction((tx) => updateUser(tx, user_id, { first_name, last_name }))
}
