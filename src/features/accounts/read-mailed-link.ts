// The page of a mailed link: the required input, and the use of the link with it.
import { effectOfProof, mayMove } from '#domain/accounts/account-states.ts'
import { AppError } from '#domain/errors.ts'
import { rateLimited, type Network } from '#domain/limits.ts'
import { signInUses } from '#domain/accounts/account-limits.ts'
import type { VerifyType } from '#domain/accounts/token-api.ts'
import { findAccount, type Account } from '#data/accounts/account-states.ts'
import type { AccountCode } from '#data/accounts/account-codes.ts'
import { findSessionByToken, type SessionRow } from '#data/accounts/sessions.ts'
import { deleteUses, insertUses } from '#data/rate-limits.ts'
import type { Deps } from '../deps.ts'
import type { SentWithProof } from './first-proof.ts'
import { openLink, readLink, waitsForVerifier, type Opened } from './prove-account-code.ts'
import { makeResetToken, resetPage } from './send-account-code.ts'

export type LinkProof = { type: VerifyType; token_hash: string }

/**
 * What the page asks for. 'button': nothing. 'choice': optionally the password. 'password': the password. 'elsewhere':
 * another browser is needed.
 */
export type LinkQuestion = 'button' | 'choice' | 'password' | 'elsewhere'

/**
 * Opening a link proves the email address. That the account belongs to the same person is known only in a signed-in
 * browser; elsewhere the page asks for the password, so that the link also works on a phone.
 */
export async function readMailedLinkState(
  deps: Deps,
  proof: LinkProof,
  sessionToken: string | undefined,
): Promise<LinkQuestion> {
  const found = await linkOf(deps, proof)
  // An invalid link is reported when it is used.
  if (!found) return 'button'
  const { code, account } = found
  if (waitsForVerifier(code) || code.is_vouched) return 'button'
  const session = await ownSession(deps, account, sessionToken)
  const shown = session && ({ by: 'session', aal: session.aal } as const)
  if (code.kind === 'email_change') {
    if (mayMove(account, shown ?? null)) return 'button'
    return account.hasPassword && mayMove(account, { by: 'password' }) ? 'password' : 'elsewhere'
  }
  if (code.kind !== 'signup' || effectOfProof(account, shown ?? null, deps.clock.now()) !== 'claim')
    return 'button'
  return account.hasPassword ? 'choice' : 'button'
}

export type Followed =
  | Exclude<Opened, { userId: string }>
  /** One of our pages; the page for a new password when the account has none any more. */
  | { page: string | null }

/** A wrong password does not use up the link. */
export async function followMailedLink(
  deps: Deps,
  proof: LinkProof,
  given: { password: string | undefined; sessionToken: string | undefined; isForPage: boolean },
  userAgent: string,
  network: Network,
): Promise<Followed> {
  const found = await linkOf(deps, proof)
  const shown = found && (await shownOf(deps, found.account, given, network))
  const opened = await openLink(deps, proof, shown ?? null, given.isForPage, userAgent, network)
  if (!('userId' in opened)) return opened
  const { userId, claimed } = opened
  if (!claimed || !found) return { page: null }
  const to = { email: found.account.email, user_id: userId, user_data: null }
  return { page: resetPage(deps, await makeResetToken(deps, deps.db.queries, to)) }
}

async function linkOf(
  deps: Deps,
  proof: LinkProof,
): Promise<{ code: AccountCode; account: Account } | undefined> {
  const code = await readLink(deps, proof)
  const account = code?.user_id && (await findAccount(deps.db.queries, code.user_id))
  return code && account ? { code, account } : undefined
}

async function shownOf(
  deps: Deps,
  account: Account,
  given: { password: string | undefined; sessionToken: string | undefined },
  network: Network,
): Promise<SentWithProof> {
  const session = await ownSession(deps, account, given.sessionToken)
  if (session) return { by: 'session', session_id: session.id }
  if (!given.password) return null
  const uses = signInUses(account.email, network)
  const over = await insertUses(deps.db.queries, uses)
  if (over) throw rateLimited(over, deps.clock.now())
  if (!(await deps.auth.isPassword(account.user_id, given.password))) {
    throw new AppError('account.passwordWrong')
  }
  await deleteUses(deps.db.queries, uses)
  return { by: 'password' }
}

async function ownSession(
  deps: Deps,
  account: Account,
  sessionToken: string | undefined,
): Promise<SessionRow | undefined> {
  const session = sessionToken && (await findSessionByToken(deps.db.queries, sessionToken))
  return session && session.user_id === account.user_id ? session : undefined
}
