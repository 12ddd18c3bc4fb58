// A mailed code or link comes back: the person is proved, and signed in.
import { AppError } from '#domain/errors.ts'
import { rateLimited, wrongAccountCodeUses, wrongProofUses, type Network } from '#domain/limits.ts'
import {
  kindsOfType,
  type AccountCodeKind,
  type ProofMethod,
  type TokenSession,
  type VerifyType,
} from '#domain/token-api.ts'
import { CODE_TRIES, typedCode } from '#domain/verification.ts'
import {
  deleteAccountCode,
  findAccountCode,
  findAccountCodeByToken,
  insertFlowCode,
  updateAccountCodeTries,
  type AccountCode,
} from '#data/account-codes.ts'
import { insertAuditEvent } from '#data/audit.ts'
import { isDuplicate } from '#data/database.ts'
import { deleteAllFactors } from '#data/factors.ts'
import { deleteAllPasskeys } from '#data/passkeys.ts'
import { deleteAllSessions } from '#data/sessions.ts'
import { deleteUses, insertUses } from '#data/usage.ts'
import { findUser, findUserByEmail, updateUser, type UserRow } from '#data/users.ts'
import { hashOf, newToken } from '#gateways/seal.ts'
import type { Deps } from '../deps.ts'
import { queueSecurityNotice } from './note-security.ts'
import { openSession } from './open-session.ts'
import { accountCodePurpose } from './send-account-code.ts'
import { refuseSuspended } from './sign-in.ts'

/** Short, because it goes straight from the address bar to the client. */
const FLOW_SECONDS = 300

export type Proof =
  | { type: VerifyType; token_hash: string }
  | { type: VerifyType; email: string; token: string }

export async function verifyAccountCode(
  deps: Deps,
  proof: Proof,
  userAgent: string,
  network: Network,
): Promise<TokenSession> {
  const code = await countedProof(deps, network, () =>
    'token_hash' in proof ? takeLink(deps, proof) : takeCode(deps, proof),
  )
  const userId = await prove(deps, code)
  const method =
    'token_hash' in proof ? methodOf(code.kind, 'magiclink') : methodOf(code.kind, 'otp')
  return sessionFor(deps, userId, method, userAgent)
}

/** Behind an opened link: the session itself, or for a client that waits with a verifier the code to exchange. */
export async function openLink(
  deps: Deps,
  proof: { type: VerifyType; token_hash: string },
  userAgent: string,
  network: Network,
): Promise<{ session: TokenSession } | { code: string }> {
  const code = await countedProof(deps, network, () => takeLink(deps, proof))
  const userId = await prove(deps, code)
  const method = methodOf(code.kind, 'magiclink')
  if (!code.code_challenge) return { session: await sessionFor(deps, userId, method, userAgent) }
  return { code: await flowCodeFor(deps, userId, method, code.code_challenge) }
}

/** What a client exchanges for the session, with the verifier that only it has. */
export async function flowCodeFor(
  deps: Deps,
  user_id: string,
  method: ProofMethod,
  code_challenge: string,
): Promise<string> {
  const code = newToken()
  await insertFlowCode(deps.db.queries, {
    code_hash: hashOf(code),
    user_id,
    method,
    code_challenge,
    expires_at: new Date(deps.clock.now().getTime() + FLOW_SECONDS * 1000),
  })
  return code
}

/** Wrong codes, links and tokens are counted by network, as those of applicants are; a right one is forgotten. */
export async function countedProof<Proven>(
  deps: Deps,
  network: Network,
  take: () => Promise<Proven>,
): Promise<Proven> {
  const uses = wrongProofUses(network)
  const over = await insertUses(deps.db.queries, uses)
  if (over) throw rateLimited(over, deps.clock.now())
  const proven = await take()
  await deleteUses(deps.db.queries, uses)
  return proven
}

export async function sessionFor(
  deps: Deps,
  userId: string,
  method: ProofMethod,
  userAgent: string,
): Promise<TokenSession> {
  await refuseSuspended(deps, userId)
  return openSession(deps, await deps.auth.createSession(userId, userAgent), method)
}

/** Five tries at a code, and some for the address whatever was mailed; after that only the link or a new mail helps. */
export async function takeCode(
  deps: Deps,
  { type, email, token }: { type: VerifyType | 'reauthentication'; email: string; token: string },
): Promise<AccountCode> {
  const uses = wrongAccountCodeUses(email, type === 'reauthentication')
  const over = await insertUses(deps.db.queries, uses)
  if (over) throw rateLimited(over, deps.clock.now())
  const found = await findAccountCode(deps.db.queries, kindsOfType[type], email, deps.clock.now())
  if (!found) throw new AppError('token.codeInvalid')
  const tries = await updateAccountCodeTries(deps.db.queries, found.id)
  const right = deps.seal.isSigned(
    accountCodePurpose(found.kind),
    `${email} ${typedCode(token)}`,
    found.code_hash,
  )
  if (tries > CODE_TRIES || !right) throw new AppError('token.codeInvalid')
  await deleteUses(deps.db.queries, uses)
  return takeOnce(deps, found)
}

async function takeLink(
  deps: Deps,
  { type, token_hash }: { type: VerifyType; token_hash: string },
): Promise<AccountCode> {
  const hash = hashOf(token_hash)
  const now = deps.clock.now()
  const found = await findAccountCodeByToken(deps.db.queries, kindsOfType[type], hash, now)
  if (!found) throw new AppError('token.codeInvalid')
  return takeOnce(deps, found)
}

async function takeOnce(deps: Deps, code: AccountCode): Promise<AccountCode> {
  if (!(await deleteAccountCode(deps.db.queries, code.id))) throw new AppError('token.codeInvalid')
  return code
}

const methodOf = (kind: AccountCodeKind, otherwise: ProofMethod): ProofMethod =>
  kind === 'recovery' ? 'recovery' : otherwise

/** The id of the person whose address was just proved. */
async function prove(deps: Deps, code: AccountCode): Promise<string> {
  const user = code.user_id
    ? await findUser(deps.db.queries, code.user_id)
    : await findUserByEmail(deps.db.queries, code.email)
  if (!user) return begin(deps, code)
  if (code.kind === 'email_change') await changeAddress(deps, user, code.email)
  else if (!user.email_confirmed_at) await confirm(deps, user, code.kind)
  return user.id
}

async function begin(deps: Deps, { email, user_data }: AccountCode): Promise<string> {
  if (!user_data) throw new AppError('token.codeInvalid')
  const { first_name, last_name, ...metadata } = user_data
  const id = await deps.auth.createUser({ email, first_name, last_name, email_verified: true })
  await updateUser(deps.db.queries, id, { user_metadata: metadata })
  return id
}

/**
 * Anyone can sign a stranger's address up with a password of their own, and wait. So whoever first proves the address
 * without saying that they signed up gets the account alone: earlier sessions, factors and the password are gone.
 */
export async function confirm(
  deps: Deps,
  user: UserRow,
  kind: AccountCodeKind | 'provider',
): Promise<void> {
  if (kind !== 'signup') await deps.auth.removePassword(user.id)
  await deps.db.transaction(async (tx) => {
    if (kind !== 'signup') {
      await deleteAllSessions(tx, user.id)
      await deleteAllFactors(tx, user.id)
      await deleteAllPasskeys(tx, user.id)
    }
    await updateUser(tx, user.id, { email_verified: true })
    await insertAuditEvent(tx, null, {
      actor_id: user.id,
      action: 'user.email_confirmed',
      resource_type: 'user',
      resource_id: user.id,
    })
  })
}

async function changeAddress(deps: Deps, user: UserRow, email: string): Promise<void> {
  try {
    await deps.db.transaction(async (tx) => {
      await updateUser(tx, user.id, { email, email_verified: true })
      await queueSecurityNotice(deps, tx, user.email, 'email-changed')
      await insertAuditEvent(tx, null, {
        actor_id: user.id,
        action: 'user.email_changed',
        resource_type: 'user',
        resource_id: user.id,
      })
    })
    deps.wakeMails()
  } catch (error) {
    if (isDuplicate(error, 'users_email_key')) {
      throw new AppError('token.emailExists', { cause: error })
    }
    throw error
  }
}
