// Verifies a mailed code or link, and signs the person in.
import { AppError } from '#domain/errors.ts'
import { rateLimited, wrongProofUses, type Network } from '#domain/limits.ts'
import { wrongAccountCodeUses } from '#domain/accounts/account-limits.ts'
import {
  flowProofKinds,
  kindsOfType,
  type AccountCodeKind,
  type FlowProofKind,
  type ProofMethod,
  type TokenSession,
  type VerifyType,
} from '#domain/accounts/token-api.ts'
import { CODE_TRIES, typedCode } from '#domain/verification/verification.ts'
import {
  deleteAccountCode,
  findAccountCodeByToken,
  insertFlowCode,
  listAccountCodes,
  updateAccountCodeTries,
  type AccountCode,
} from '#data/accounts/account-codes.ts'
import { isDuplicate, type Tx } from '#data/database.ts'
import { deleteUses, insertUses } from '#data/rate-limits.ts'
import { findUser, findUserByEmail, updateUser } from '#data/accounts/users.ts'
import { hashOf, newToken } from '#gateways/secrets.ts'
import type { Deps } from '../deps.ts'
import { proveAddress, type SentWithProof } from './first-proof.ts'
import { moveAddress } from './move-address.ts'
import { openSession } from './sessions/open-session.ts'
import type { FirstFactorBearer } from './sessions/read-bearer.ts'
import { accountCodePurpose } from './send-account-code.ts'
import { requireNotSuspended } from './sign-in/sign-in.ts'

/** Short, because the client exchanges the code immediately. */
const FLOW_SECONDS = 300

export type Proof =
  | { type: VerifyType; token_hash: string }
  | { type: VerifyType; email: string; token: string }

/** `bearer`: the session in which the code was typed, if the client sends it; it protects what was set up in the account. */
export async function verifyAccountCode(
  deps: Deps,
  proof: Proof,
  bearer: FirstFactorBearer | undefined,
  userAgent: string,
  network: Network,
): Promise<TokenSession> {
  const { userId, method } = await proveAccountCode(deps, proof, bearer, network)
  return sessionFor(deps, userId, method, userAgent)
}

/** The same without a session. */
export async function proveAccountCode(
  deps: Deps,
  proof: Proof,
  bearer: FirstFactorBearer | undefined,
  network: Network,
): Promise<{ userId: string; method: ProofMethod }> {
  const own = bearer && { user_id: bearer.session.user_id }
  const code = await countedProof(deps, network, () =>
    'token_hash' in proof ? takeLink(deps, proof) : takeCode(deps, proof, own),
  )
  const shown: SentWithProof = bearer ? { by: 'session', session_id: bearer.session.id } : null
  const { userId } = await prove(deps, code, shown, !('token_hash' in proof))
  const method =
    'token_hash' in proof ? methodOf(code.kind, 'magiclink') : methodOf(code.kind, 'otp')
  return { userId, method }
}

export type Opened =
  | { session: TokenSession }
  | { code: string }
  /** For our own pages, which get no session from a link. `claimed`: the account's password was removed. */
  | { userId: string; claimed: boolean }

/** Opens a link: returns the session, or the PKCE code for a client with a verifier. */
export async function openLink(
  deps: Deps,
  proof: { type: VerifyType; token_hash: string },
  shown: SentWithProof,
  isForPage: boolean,
  userAgent: string,
  network: Network,
): Promise<Opened> {
  const code = await countedProof(deps, network, () => takeLink(deps, proof))
  const method = methodOf(code.kind, 'magiclink')
  const waits = waitsForVerifier(code)
  if (waits && !shown) return { code: await flowCodeFor(deps, waits, method) }
  const { userId, claimed } = await prove(deps, code, shown, false)
  if (isForPage) return { userId, claimed }
  if (!code.code_challenge) return { session: await sessionFor(deps, userId, method, userAgent) }
  const { code_challenge } = code
  return { code: await flowCodeFor(deps, { user_id: userId, code_challenge }, method) }
}

/**
 * Whether the link belongs to a PKCE flow started in a session of the account. Only the verifier then proves that the reader of
 * the mail also owns the account.
 */
export function waitsForVerifier({
  kind,
  user_id,
  email,
  code_challenge,
  session_id,
}: AccountCode): FlowTarget | undefined {
  const proof_kind = flowProofKinds.find((known) => known === kind)
  if (!proof_kind || !user_id || !code_challenge || !session_id) return undefined
  return { user_id, code_challenge, proof: { kind: proof_kind, email, session_id } }
}

type FlowTarget = {
  user_id: string
  code_challenge: string
  proof?: { kind: FlowProofKind; email: string; session_id: string }
}

/** The PKCE code that the client exchanges, with its verifier, for a session. */
export async function flowCodeFor(
  deps: Deps,
  { user_id, code_challenge, proof }: FlowTarget,
  method: ProofMethod,
): Promise<string> {
  const code = newToken()
  await insertFlowCode(deps.db.queries, {
    code_hash: hashOf(code),
    user_id,
    method,
    code_challenge,
    proof_kind: proof?.kind ?? null,
    proof_email: proof?.email ?? null,
    session_id: proof?.session_id ?? null,
    expires_at: new Date(deps.clock.now().getTime() + FLOW_SECONDS * 1000),
  })
  return code
}

/** Counts wrong codes, links and tokens by network, like those of applicants; a right one is not counted. */
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
  await requireNotSuspended(deps, userId)
  return openSession(deps, await deps.auth.createSession(userId, userAgent), method)
}

/**
 * Limits attempts for each code and for each address; after that only the link or a new mail works. When two accounts wait for
 * the same address, the code must be typed in the session of one of them: otherwise a person could confirm the address for an
 * attacker's account.
 */
async function takeCode(
  deps: Deps,
  { type, email, token }: { type: VerifyType | 'reauthentication'; email: string; token: string },
  own?: { user_id: string },
): Promise<AccountCode> {
  const all = await listAccountCodes(deps.db.queries, kindsOfType[type], email, deps.clock.now())
  const mine = own ? all.filter(({ user_id }) => user_id === own.user_id) : []
  // A session of any other account is a stranger's.
  const isOwn =
    own && (mine.length > 0 || (await findUser(deps.db.queries, own.user_id))?.email === email)
  const uses = wrongAccountCodeUses(email, isOwn ? own.user_id : undefined)
  const over = await insertUses(deps.db.queries, uses)
  if (over) throw rateLimited(over, deps.clock.now())
  const theirs = mine.length > 0 ? mine : all
  const [found] = theirs
  const isOne = new Set(theirs.map(({ user_id }) => user_id)).size === 1
  if (!found || !isOne) throw new AppError('token.codeInvalid')
  const tries = await updateAccountCodeTries(deps.db.queries, found.id)
  const right = deps.secrets.isSigned(
    accountCodePurpose(found.kind),
    `${email} ${typedCode(token)}`,
    found.code_hash,
  )
  if (tries > CODE_TRIES || !right) throw new AppError('token.codeInvalid')
  await deleteUses(deps.db.queries, uses)
  return takeOnce(deps, found)
}

/**
 * A code that only its owner's session may use. Over the limit the person is told to wait; any other refusal is `wrong`, so that it
 * says nothing about the codes of others.
 */
export async function takeOwnCode(
  deps: Deps,
  userId: string,
  sent: Parameters<typeof takeCode>[1],
  wrong: 'verification.codeWrong' | 'token.reauthenticationInvalid',
): Promise<void> {
  const taken = await takeCode(deps, sent, { user_id: userId }).catch((error: unknown) => {
    const isLimited = error instanceof AppError && error.kind === 'limited'
    throw isLimited ? error : new AppError(wrong, { cause: error })
  })
  if (taken.user_id !== userId) throw new AppError(wrong)
}

/** The code row of a link, without using it up. */
export async function readLink(
  deps: Deps,
  { type, token_hash }: { type: VerifyType; token_hash: string },
): Promise<AccountCode | undefined> {
  const hash = hashOf(token_hash)
  return findAccountCodeByToken(deps.db.queries, kindsOfType[type], hash, deps.clock.now())
}

async function takeLink(
  deps: Deps,
  proof: { type: VerifyType; token_hash: string },
): Promise<AccountCode> {
  const found = await readLink(deps, proof)
  if (!found) throw new AppError('token.codeInvalid')
  return takeOnce(deps, found)
}

async function takeOnce(deps: Deps, code: AccountCode): Promise<AccountCode> {
  if (!(await deleteAccountCode(deps.db.queries, code.id))) throw new AppError('token.codeInvalid')
  return code
}

const methodOf = (kind: AccountCodeKind, otherwise: ProofMethod): ProofMethod =>
  kind === 'recovery' ? 'recovery' : otherwise

/** The user whose address was verified, and whether earlier sign-in methods were removed. */
async function prove(
  deps: Deps,
  code: AccountCode,
  shown: SentWithProof,
  isTyped: boolean,
): Promise<{ userId: string; claimed: boolean }> {
  const known = code.user_id
    ? await findUser(deps.db.queries, code.user_id)
    : await findUserByEmail(deps.db.queries, code.email)
  if (!known && code.user_id === null) {
    const begun = await begin(deps, code)
    if (begun) return { userId: begun, claimed: false }
  }
  const user = known ?? (await findUserByEmail(deps.db.queries, code.email))
  if (!user) throw new AppError('token.codeInvalid')
  const shownBy: SentWithProof = code.is_vouched ? { by: 'operator' } : shown
  const claimed = await deps.db.transaction((tx) =>
    applyProof(deps, tx, user.id, code, shownBy, isTyped),
  )
  return { userId: user.id, claimed }
}

/** Returns true when earlier sign-in methods were removed. */
export async function applyProof(
  deps: Deps,
  tx: Tx,
  userId: string,
  { kind, email }: { kind: AccountCodeKind; email: string },
  shown: SentWithProof,
  isTyped = false,
): Promise<boolean> {
  if (kind === 'email_change') {
    await moveAddress(deps, tx, userId, email, shown ?? (isTyped ? { by: 'code' } : null))
    return false
  }
  // The code was mailed to an earlier address of the account.
  if ((await findUser(tx, userId))?.email !== email) throw new AppError('token.codeInvalid')
  return (await proveAddress(deps, tx, userId, shown)) === 'claim'
}

/** Undefined when another person has created an account with the address meanwhile. */
async function begin(deps: Deps, { email, user_data }: AccountCode): Promise<string | undefined> {
  if (!user_data) throw new AppError('token.codeInvalid')
  const { first_name, last_name, ...metadata } = user_data
  const id = await deps.auth
    .createUser({ email, first_name, last_name, email_verified: true })
    .catch((error: unknown) => {
      if (isDuplicate(error, 'users_email_key')) return undefined
      throw error
    })
  if (id) await updateUser(deps.db.queries, id, { user_metadata: metadata })
  return id
}
