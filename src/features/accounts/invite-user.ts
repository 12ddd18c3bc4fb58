// The operator invites a person, or creates a sign-in link to deliver without mail.
import type {
  Metadata,
  MadeLink,
  LinkInput,
  InviteInput,
  TokenUser,
} from '#domain/accounts/token-api.ts'
import { AppError } from '#domain/errors.ts'
import { namesOf } from '#domain/accounts/providers.ts'
import { findAccountLocked, updatePassword } from '#data/accounts/account-states.ts'
import { isDuplicate } from '#data/database.ts'
import { deleteAllSessions } from '#data/accounts/sessions.ts'
import { findUserByEmail, updateUser, type UserRow } from '#data/accounts/users.ts'
import type { Deps } from '../deps.ts'
import { removeSignInMethods } from './first-proof.ts'
import { refuseCommonPassword } from './sign-in/refuse-common-password.ts'
import { recordOperatorEvent } from './record-security-event.ts'
import { readUser } from './read-user.ts'
import { makeAccountCode, ownAddress, sendAccountCode } from './send-account-code.ts'

export async function inviteUser(
  deps: Deps,
  { email, data }: InviteInput,
  redirectTo: string | undefined,
): Promise<TokenUser> {
  const { id } = await newcomer(deps, email, data)
  await sendAccountCode(deps, 'invite', { email, user_id: id, user_data: null }, { redirectTo })
  await recordOperatorEvent(deps.db.queries, 'user_invited', id)
  return readUser(deps, id)
}

/** Sends no mail. The answer allows to sign in as the person, so it must be kept secret. */
export async function makeLink(
  deps: Deps,
  input: LinkInput,
  redirectTo: string | undefined,
): Promise<MadeLink> {
  const user = await holder(deps, input)
  const kind = input.type === 'email_change_new' ? 'email_change' : input.type
  const email = input.type === 'email_change_new' ? input.new_email : input.email
  if (kind === 'email_change' && (await findUserByEmail(deps.db.queries, email))) {
    throw new AppError('token.emailExists')
  }
  const to = { email, user_id: user.id, user_data: null }
  // The operator set up a new account and may change any account's address, so these links need no further proof.
  const isVouched = kind === 'signup' || kind === 'email_change'
  const { token, code, link } = await deps.db.transaction((tx) =>
    makeAccountCode(deps, tx, kind, to, { redirectTo, isVouched }),
  )
  await recordOperatorEvent(deps.db.queries, 'link_made', user.id)
  return {
    ...(await readUser(deps, user.id)),
    action_link: link,
    email_otp: code,
    hashed_token: token,
    verification_type: input.type,
    redirect_to: ownAddress(deps, redirectTo),
  }
}

/** The user of the link. Sign-up and invitation create an account; a magic link creates one if there is none. */
async function holder(deps: Deps, input: LinkInput): Promise<UserRow> {
  if (input.type === 'signup') {
    await refuseCommonPassword(input.password)
    const user = await newcomer(deps, input.email, input.data)
    const password = await deps.auth.hashPassword(input.password)
    await deps.db.transaction(async (tx) => {
      const account = await findAccountLocked(tx, user.id)
      // Another person may have signed up with this address before and still be signed in.
      if (!account?.hasFactor) await removeSignInMethods(tx, user.id)
      await deleteAllSessions(tx, user.id)
      await updatePassword(tx, user.id, password)
    })
    return user
  }
  if (input.type === 'invite') return newcomer(deps, input.email, input.data)
  const user = await findUserByEmail(deps.db.queries, input.email)
  if (user) return user
  if (input.type === 'magiclink') return newcomer(deps, input.email, input.data)
  throw new AppError('user.missing')
}

/** Invites a pending user again; throws AppError token.emailExists for an account in use. */
async function newcomer(
  deps: Deps,
  email: string,
  data: Metadata | null | undefined,
): Promise<UserRow> {
  const { first_name, last_name, ...metadata } = data ?? {}
  const names = namesOf({ given_name: first_name, family_name: last_name, email })
  const existing = await findUserByEmail(deps.db.queries, email)
  if (existing?.email_confirmed_at) throw new AppError('token.emailExists')
  const id =
    existing?.id ??
    (await deps.auth
      .createUser({ email, ...names, email_verified: false })
      .catch((error: unknown) => {
        const isTaken = isDuplicate(error, 'users_email_key')
        throw isTaken ? new AppError('token.emailExists', { cause: error }) : error
      }))
  if (!existing) await updateUser(deps.db.queries, id, { user_metadata: metadata })
  const user = existing ?? (await findUserByEmail(deps.db.queries, email))
  if (!user) throw new AppError('user.missing')
  return user
}
