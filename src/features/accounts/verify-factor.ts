// A second factor is shown: the session counts for more from then on.
import { AppError } from '#domain/errors.ts'
import {
  CHALLENGE_SECONDS,
  FACTOR_FAILURES,
  type ProofMethod,
  type TokenSession,
} from '#domain/token-api.ts'
import { typedCode } from '#domain/verification.ts'
import { insertAuditEvent } from '#data/audit.ts'
import {
  deleteChallenges,
  findChallenge,
  findFactor,
  insertChallenge,
  listFactors,
  updateFactorUsed,
  updateRecoveryCodeUsed,
  type FactorRow,
} from '#data/factors.ts'
import {
  deleteOtherFirstFactorSessions,
  deleteUnusedRefreshTokens,
  findSessionByToken,
  insertRefreshToken,
  updateSessionProof,
  type SessionRow,
} from '#data/sessions.ts'
import { countUses, insertUse } from '#data/usage.ts'
import { hashOf, newToken } from '#gateways/seal.ts'
import { totpStep } from '#gateways/totp.ts'
import type { Deps } from '../deps.ts'
import { tokensOf } from './open-session.ts'
import type { Bearer } from './read-bearer.ts'

/** Case, spaces and dashes are the writer's own. */
export const recoveryHash = (deps: Deps, code: string): Buffer =>
  deps.seal.sign('recovery code', code.toLowerCase().replace(/[^a-z0-9]/g, ''))

export async function challengeFactor(
  deps: Deps,
  { session }: Bearer,
  factorId: string,
): Promise<{ id: string; type: 'totp'; expires_at: number }> {
  const factor = await findFactor(deps.db.queries, session.user_id, factorId)
  if (factor?.factor_type !== 'totp') throw new AppError('factor.missing')
  const expires = new Date(deps.clock.now().getTime() + CHALLENGE_SECONDS * 1000)
  const { id } = await insertChallenge(deps.db.queries, factor.id, expires)
  return { id, type: 'totp', expires_at: Math.floor(expires.getTime() / 1000) }
}

export async function verifyFactor(
  deps: Deps,
  { session }: Bearer,
  factorId: string,
  input: { challenge_id: string; code: string },
): Promise<TokenSession> {
  const factor = await findFactor(deps.db.queries, session.user_id, factorId)
  if (factor?.factor_type !== 'totp') throw new AppError('factor.missing')
  const challenge = await findChallenge(deps.db.queries, factor.id, input.challenge_id)
  if (!challenge || Date.parse(challenge.expires_at) <= deps.clock.now().getTime()) {
    throw new AppError('factor.challengeExpired')
  }
  await counted(deps, session, () => isRightTotp(deps, factor, input.code))
  await deleteChallenges(deps.db.queries, factor.id)
  return renew(deps, await raise(deps, session, 'totp'))
}

export async function verifyRecoveryCode(
  deps: Deps,
  { session }: Bearer,
  code: string,
): Promise<TokenSession> {
  const factors = await listFactors(deps.db.queries, session.user_id)
  const paper = factors.find(({ factor_type }) => factor_type === 'recovery_code')
  if (!paper) throw new AppError('factor.missing')
  await counted(deps, session, () =>
    updateRecoveryCodeUsed(deps.db.queries, paper.id, recoveryHash(deps, code)),
  )
  return renew(deps, await raise(deps, session, 'mfa/recovery_code'))
}

/** Whether a session that has just begun has to show more than it did. */
export async function needsSecondFactor(deps: Deps, userId: string | null): Promise<boolean> {
  const factors = userId ? await listFactors(deps.db.queries, userId) : []
  return factors.some(({ status }) => status === 'verified')
}

/** For the cookie's session: any code of any verified factor of the person. */
export async function verifySecondFactor(
  deps: Deps,
  sessionToken: string | undefined,
  code: string,
): Promise<void> {
  const session = sessionToken && (await findSessionByToken(deps.db.queries, sessionToken))
  if (!session) throw new AppError('auth.signInRequired')
  const factors = await listFactors(deps.db.queries, session.user_id)
  let method: ProofMethod = 'totp'
  await counted(deps, session, async () => {
    for (const factor of factors.filter(({ status }) => status === 'verified')) {
      const isPaper = factor.factor_type === 'recovery_code'
      const isRight = isPaper
        ? await updateRecoveryCodeUsed(deps.db.queries, factor.id, recoveryHash(deps, code))
        : await isRightTotp(deps, factor, code)
      if (isPaper) method = 'mfa/recovery_code'
      if (isRight) return true
    }
    return false
  })
  await raise(deps, session, method)
}

async function isRightTotp(deps: Deps, factor: FactorRow, code: string): Promise<boolean> {
  if (!factor.secret_sealed) return false
  const raw = deps.seal.unseal(factor.secret_sealed)
  const step = await totpStep(raw, typedCode(code), deps.clock.now())
  return step !== undefined && updateFactorUsed(deps.db.queries, factor.id, step)
}

/** Wrong codes are counted by person, whatever session they come from. */
async function counted(
  deps: Deps,
  session: SessionRow,
  isRight: () => Promise<boolean>,
): Promise<void> {
  const key = `second factor failures ${session.user_id}`
  const { most, seconds } = FACTOR_FAILURES
  if ((await countUses(deps.db.queries, key, seconds)) >= most) throw new AppError('factor.locked')
  if (await isRight()) return
  await insertUse(deps.db.queries, key, seconds)
  throw new AppError('factor.codeWrong')
}

/** Sessions that showed the password only are over: one of them may be a thief's. */
async function raise(deps: Deps, session: SessionRow, method: ProofMethod): Promise<SessionRow> {
  const timestamp = Math.floor(deps.clock.now().getTime() / 1000)
  const amr = [{ method, timestamp }, ...session.amr.filter((proof) => proof.method !== method)]
  await deps.db.transaction(async (tx) => {
    await updateSessionProof(tx, session.id, 'aal2', amr)
    await deleteOtherFirstFactorSessions(tx, session.user_id, session.id)
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

/** New tokens that say so; the unused ones from before are worth nothing. */
async function renew(deps: Deps, session: SessionRow): Promise<TokenSession> {
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
