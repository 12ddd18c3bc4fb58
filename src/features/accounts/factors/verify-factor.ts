// Verifies a second factor and raises the session to aal2.
import { AppError } from '#domain/errors.ts'
import {
  CHALLENGE_SECONDS,
  type ProofMethod,
  type TokenSession,
} from '#domain/accounts/token-api.ts'
import { appCodeTries } from '#domain/accounts/account-limits.ts'
import { typedCode } from '#domain/verification/verification.ts'
import { insertAuditEvent } from '#data/audit/audit.ts'
import { refuseFactor } from '#domain/accounts/account-states.ts'
import { findAccountScope } from '#data/accounts/actors.ts'
import { findAccount, findAccountLocked } from '#data/accounts/account-states.ts'
import type { Queries, Tx } from '#data/database.ts'
import {
  deleteChallenges,
  deleteUnfinishedFactors,
  findChallenge,
  insertChallenge,
  listFactors,
  updateFactorUsed,
  updateFactorVerified,
  updateRecoveryCodeUsed,
  type FactorRow,
} from '#data/accounts/factors.ts'
import {
  deleteOtherFirstFactorSessions,
  deleteUnusedRefreshTokens,
  findSession,
  findSessionByToken,
  findSessionForUpdate,
  insertRefreshToken,
  updateSessionProof,
  type SessionRow,
} from '#data/accounts/sessions.ts'
import { deleteAllUses } from '#data/rate-limits.ts'
import { hashOf, newToken } from '#gateways/secrets.ts'
import { totpStep } from '#gateways/accounts/totp.ts'
import type { Deps } from '../../deps.ts'
import {
  recordSecurityEvent,
  queueSecurityNotice,
  type Origin,
  type SecurityEvent,
} from '../record-security-event.ts'
import { tokensOf } from '../sessions/open-session.ts'
import { countedTry, kindOfCode, plainCode } from './counted-tries.ts'
import { hasSecondFactor, type FirstFactorBearer } from '../sessions/read-bearer.ts'

export const recoveryHash = (deps: Deps, code: string): Buffer =>
  deps.secrets.sign('recovery code', plainCode(code))

/** The code may have been stored before the main key was rotated. */
async function useRecoveryCode(
  deps: Deps,
  { id: factorId }: FactorRow,
  code: string,
): Promise<boolean> {
  for (const hash of deps.secrets.signatures('recovery code', plainCode(code))) {
    if (await updateRecoveryCodeUsed(deps.db.queries, factorId, hash)) return true
  }
  return false
}

export async function challengeTotp(
  deps: Deps,
  { session }: FirstFactorBearer,
  factor: FactorRow,
): Promise<{ id: string; type: 'totp'; expires_at: number }> {
  await requireFinishable(deps, session, factor)
  const expires = new Date(deps.clock.now().getTime() + CHALLENGE_SECONDS * 1000)
  const { id } = await insertChallenge(deps.db.queries, factor.id, expires)
  return { id, type: 'totp', expires_at: Math.floor(expires.getTime() / 1000) }
}

export async function verifyTotp(
  deps: Deps,
  { session }: FirstFactorBearer,
  factor: FactorRow,
  input: { challenge_id: string; code: string },
): Promise<TokenSession> {
  await requireFinishable(deps, session, factor)
  const challenge = await findChallenge(deps.db.queries, factor.id, input.challenge_id)
  if (!challenge || Date.parse(challenge.expires_at) <= deps.clock.now().getTime()) {
    throw new AppError('factor.challengeExpired')
  }
  await countedTry(deps, session.user_id, 'app', () => isRightTotp(deps, factor, input.code))
  await deleteChallenges(deps.db.queries, factor.id)
  if (factor.status === 'unverified') await finishFactor(deps, session, factor, undefined)
  return renew(deps, await raiseSessionLevel(deps, session, 'totp'))
}

const addedNotice = ({ factor_type }: FactorRow) =>
  factor_type === 'webauthn' ? 'passkey-added' : 'factor-added'

/** An enrolment must be finished within this time. */
export const UNFINISHED_SECONDS = 3600

/** An unverified factor needs permission to add one, and must be recent; a verified one is always accepted. */
export async function requireFinishable(
  deps: Deps,
  session: SessionRow,
  factor: FactorRow,
): Promise<void> {
  if (factor.status === 'verified') return
  const age = deps.clock.now().getTime() - Date.parse(factor.created_at)
  if (age > UNFINISHED_SECONDS * 1000) throw new AppError('factor.missing')
  await requireMayAdd(deps.db.queries, session)
}

/** Throws an AppError when this session may not add sign-in methods. */
export async function requireMayAdd(db: Queries, session: SessionRow): Promise<void> {
  const account = await findAccount(db, session.user_id)
  const refusal = account ? refuseFactor(account, session.aal) : 'factor.needed'
  if (refusal) throw new AppError(refusal)
}

/**
 * Marks the factor as verified. Checks again with the account locked: another factor may have been finished meanwhile, which
 * this session has not shown. Deletes other unfinished factors, so that nobody can finish them later.
 */
export async function finishFactor(
  deps: Deps,
  session: SessionRow,
  factor: FactorRow,
  from: Origin | undefined,
  more: (tx: Tx) => Promise<unknown> = async () => {},
): Promise<void> {
  await deps.db.transaction(async (tx) => {
    const account = await findAccountLocked(tx, session.user_id)
    const now = await findSession(tx, session.id)
    if (!account || !now) throw new AppError('token.sessionMissing')
    const refusal = refuseFactor(account, now.aal)
    if (refusal) throw new AppError(refusal)
    if (!(await updateFactorVerified(tx, factor.id))) throw new AppError('factor.missing')
    await more(tx)
    await deleteUnfinishedFactors(tx, session.user_id)
    await queueSecurityNotice(deps, tx, account.email, addedNotice(factor))
    const scope = await findAccountScope(tx, { user_id: session.user_id })
    const event: SecurityEvent = {
      actor: session.user_id,
      action: 'factor.added',
      ...(from && { from }),
    }
    await recordSecurityEvent(tx, scope, event)
  })
}

export async function verifyRecoveryCode(
  deps: Deps,
  { session }: FirstFactorBearer,
  code: string,
): Promise<TokenSession> {
  const factors = await listFactors(deps.db.queries, session.user_id)
  const paper = factors.find(({ factor_type }) => factor_type === 'recovery_code')
  if (!paper) throw new AppError('factor.missing')
  await countedTry(deps, session.user_id, 'recovery', () => useRecoveryCode(deps, paper, code))
  return renew(deps, await raiseSessionLevel(deps, session, 'mfa/recovery_code'))
}

/** Whether a new session of this user must show a second factor. */
export async function needsSecondFactor(deps: Deps, userId: string | null): Promise<boolean> {
  return userId !== null && (await hasSecondFactor(deps.db.queries, userId))
}

/** For the cookie's session. */
export async function verifySecondFactor(
  deps: Deps,
  sessionToken: string | undefined,
  code: string,
): Promise<void> {
  const session = sessionToken && (await findSessionByToken(deps.db.queries, sessionToken))
  if (!session) throw new AppError('auth.signInRequired')
  await verifyFactorOfSession(deps, session, code)
}

/** Accepts a code of any verified factor of the session's person. */
export async function verifyFactorOfSession(
  deps: Deps,
  session: SessionRow,
  code: string,
): Promise<void> {
  const kind = kindOfCode(code)
  await countedTry(deps, session.user_id, kind, () => isOwnCode(deps, session.user_id, code))
  await raiseSessionLevel(deps, session, kind === 'recovery' ? 'mfa/recovery_code' : 'totp')
}

/** Whether it is a code of a verified factor of the kind that it looks like. Uses the code up. */
export async function isOwnCode(deps: Deps, userId: string, code: string): Promise<boolean> {
  const wanted = kindOfCode(code) === 'recovery' ? 'recovery_code' : 'totp'
  const factors = await listFactors(deps.db.queries, userId)
  for (const factor of factors) {
    if (factor.status !== 'verified' || factor.factor_type !== wanted) continue
    const isRight = wanted === 'totp' ? isRightTotp : useRecoveryCode
    if (await isRight(deps, factor, code)) return true
  }
  return false
}

export async function isRightTotp(deps: Deps, factor: FactorRow, code: string): Promise<boolean> {
  if (!factor.secret_sealed) return false
  const raw = deps.secrets.decrypt(factor.secret_sealed)
  const step = await totpStep(raw, typedCode(code), deps.clock.now())
  return step !== undefined && updateFactorUsed(deps.db.queries, factor.id, step)
}

/** Raises the session to aal2 and ends other sessions without a second factor: one of them may be an attacker's. */
export async function raiseSessionLevel(
  deps: Deps,
  session: SessionRow,
  method: ProofMethod,
): Promise<SessionRow> {
  const timestamp = Math.floor(deps.clock.now().getTime() / 1000)
  const amr = [{ method, timestamp }, ...session.amr.filter((proof) => proof.method !== method)]
  await deps.db.transaction(async (tx) => {
    // Another request may have ended this session.
    if (!(await findSessionForUpdate(tx, session.id))) throw new AppError('token.sessionMissing')
    await updateSessionProof(tx, session.id, 'aal2', amr)
    await deleteOtherFirstFactorSessions(tx, session.user_id, session.id)
    // A factor of any kind shows the owner, who may set up another app at once.
    await deleteAllUses(tx, [appCodeTries(session.user_id)])
    await insertAuditEvent(tx, null, {
      actor_id: session.user_id,
      action: 'session.second_factor_shown',
      resource_type: 'session',
      resource_id: session.id,
      details: { method },
    })
  })
  return { ...session, aal: 'aal2', amr }
}

/** Creates new tokens with the session's new level; earlier unused ones become invalid. */
export async function renew(deps: Deps, session: SessionRow): Promise<TokenSession> {
  const refreshToken = newToken()
  await deps.db.transaction(async (tx) => {
    await deleteUnusedRefreshTokens(tx, session.id)
    await insertRefreshToken(tx, {
      token_hash: hashOf(refreshToken),
      session_id: session.id,
      parent_hash: null,
    })
  })
  return tokensOf(deps, session, refreshToken)
}
