// Token API: challenge and verification of second factors of any kind.
import { AppError } from '#domain/errors.ts'
import type { TokenSession, VerifyFactorInput } from '#domain/accounts/token-api.ts'
import { findFactor, type FactorRow } from '#data/accounts/factors.ts'
import type { Deps } from '../../deps.ts'
import {
  challengePasskeyFactor,
  verifyPasskeyFactor,
  type PasskeyChallengeView,
} from './passkey-factors.ts'
import type { FirstFactorBearer } from '../sessions/read-bearer.ts'
import { challengeTotp, verifyTotp } from './verify-factor.ts'

export async function challengeFactor(
  deps: Deps,
  bearer: FirstFactorBearer,
  factorId: string,
): Promise<{ id: string; type: 'totp'; expires_at: number } | PasskeyChallengeView> {
  const factor = await ownFactor(deps, bearer, factorId)
  return factor.factor_type === 'webauthn'
    ? challengePasskeyFactor(deps, bearer, factor)
    : challengeTotp(deps, bearer, factor)
}

export async function verifyFactor(
  deps: Deps,
  bearer: FirstFactorBearer,
  factorId: string,
  input: VerifyFactorInput,
): Promise<TokenSession> {
  const factor = await ownFactor(deps, bearer, factorId)
  const { challenge_id } = input
  if (factor.factor_type === 'webauthn' && 'webauthn' in input) {
    const credential = input.webauthn.credential_response
    return verifyPasskeyFactor(deps, bearer, factor, { challenge_id, credential })
  }
  if (factor.factor_type === 'totp' && 'code' in input) {
    return verifyTotp(deps, bearer, factor, input)
  }
  throw new AppError('factor.codeWrong')
}

/** The person's factor. Recovery codes have separate endpoints. */
async function ownFactor(
  deps: Deps,
  { session }: FirstFactorBearer,
  id: string,
): Promise<FactorRow> {
  const factor = await findFactor(deps.db.queries, session.user_id, id)
  if (!factor || factor.factor_type === 'recovery_code') throw new AppError('factor.missing')
  return factor
}
