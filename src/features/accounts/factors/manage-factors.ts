// Enrols and removes second factors.
import type { AuditAction } from '#domain/audit/audit-actions.ts'
import { renderSVG } from 'uqr'
import { AppError } from '#domain/errors.ts'
import {
  FACTORS_MAX,
  RECOVERY_CODES,
  type EnrolledCodes,
  type EnrolledPasskey,
  type EnrolledTotp,
  type EnrollInput,
} from '#domain/accounts/token-api.ts'
import { findAccountScope } from '#data/accounts/actors.ts'
import { isDuplicate, type Queries, type Tx } from '#data/database.ts'
import {
  countRecoveryCodes,
  deleteFactor,
  deleteUnfinishedFactors,
  findFactor,
  insertFactor,
  insertRecoveryCodes,
  listFactors,
  type FactorRow,
} from '#data/accounts/factors.ts'
import { updateSessionsToFirstFactor } from '#data/accounts/sessions.ts'
import { newRecoveryCode } from '#gateways/secrets.ts'
import { newTotp } from '#gateways/accounts/totp.ts'
import type { Deps } from '../../deps.ts'
import { recordSecurityEvent, queueSecurityNotice, type Origin } from '../record-security-event.ts'
import { requireProof } from './prove-again.ts'
import { readUser } from '../read-user.ts'
import type { ProvenSession } from '../sessions/read-bearer.ts'
import { recoveryHash, UNFINISHED_SECONDS } from './verify-factor.ts'
import { t } from '#domain/texts/text.ts'

/** Only the session is used; it may come from a token or a cookie. */
type Proven = { session: ProvenSession }

const isVerified = (factor: FactorRow) => factor.status === 'verified'
const isPaper = (factor: FactorRow) => factor.factor_type === 'recovery_code'

export async function enrollFactor(
  deps: Deps,
  { session }: Proven,
  input: EnrollInput,
): Promise<EnrolledTotp> {
  await requireProof(deps, session, {})
  return beginTotp(deps, session, input)
}

/** The caller has checked the proof. */
export async function beginTotp(
  deps: Deps,
  session: ProvenSession,
  input: EnrollInput,
): Promise<EnrolledTotp> {
  const { email } = await readUser(deps, session.user_id)
  const { raw, secret, uri } = newTotp(input.issuer || 'Storehand', email)
  const friendly_name = input.friendly_name || null
  const id = await beginFactor(deps, session, {
    factor_type: 'totp',
    friendly_name,
    secret_sealed: deps.secrets.encrypt(raw),
  })
  return {
    id,
    type: 'totp',
    ...(friendly_name && { friendly_name }),
    totp: { qr_code: renderSVG(uri), secret, uri },
  }
}

/** The factor is not required before it was shown once. The first challenge creates the passkey. */
export async function enrollPasskeyFactor(
  deps: Deps,
  { session }: Proven,
  input: EnrollInput,
): Promise<EnrolledPasskey> {
  await requireProof(deps, session, {})
  const friendly_name = input.friendly_name || null
  const values = { factor_type: 'webauthn', friendly_name, secret_sealed: null } as const
  const id = await beginFactor(deps, session, values)
  return { id, type: 'webauthn', ...(friendly_name && { friendly_name }) }
}

async function beginFactor(
  deps: Deps,
  { user_id }: ProvenSession,
  values: Pick<FactorRow, 'factor_type' | 'friendly_name' | 'secret_sealed'>,
): Promise<string> {
  try {
    return await deps.db.transaction(async (tx) => {
      await deleteUnfinishedFactors(tx, user_id, UNFINISHED_SECONDS)
      const factors = await listFactors(tx, user_id)
      if (factors.length >= FACTORS_MAX) throw new AppError('factor.tooMany')
      return (await insertFactor(tx, { ...values, user_id, status: 'unverified' })).id
    })
  } catch (error) {
    if (isDuplicate(error, 'auth_factors_name_key')) {
      throw new AppError('factor.nameTaken', { cause: error })
    }
    throw error
  }
}

/** Removing the last factor also deletes the recovery codes, and sessions no longer count as two factors. */
export async function removeFactor(deps: Deps, { session }: Proven, id: string): Promise<void> {
  const factor = await findFactor(deps.db.queries, session.user_id, id)
  if (!factor || isPaper(factor)) throw new AppError('factor.missing')
  if (isVerified(factor)) await requireProof(deps, session, {})
  await deps.db.transaction(async (tx) => {
    await removeOne(tx, session.user_id, session.user_id, id)
    if (isVerified(factor)) await notifyFactorRemoved(deps, tx, session.user_id, factor)
  })
}

export async function notifyFactorRemoved(
  deps: Deps,
  tx: Tx,
  userId: string,
  { factor_type }: Pick<FactorRow, 'factor_type'>,
): Promise<void> {
  const account = await findAccountScope(tx, { user_id: userId })
  const what = factor_type === 'webauthn' ? 'passkey-removed' : 'factor-removed'
  if (account) await queueSecurityNotice(deps, tx, account.email, what)
}

export async function removeOne(
  tx: Queries,
  userId: string,
  actorId: string | null,
  id: string,
  from?: Origin,
): Promise<void> {
  if (!(await deleteFactor(tx, userId, id))) throw new AppError('factor.missing')
  const left = await listFactors(tx, userId)
  if (!left.some((factor) => !isPaper(factor) && isVerified(factor))) {
    for (const factor of left.filter(isPaper)) await deleteFactor(tx, userId, factor.id)
    await updateSessionsToFirstFactor(tx, userId)
  }
  await note(tx, actorId, 'factor.removed', userId, from)
}

async function note(
  tx: Queries,
  actor: string | null,
  action: AuditAction,
  user_id: string,
  from?: Origin,
): Promise<void> {
  const account = await findAccountScope(tx, { user_id })
  await recordSecurityEvent(tx, account, { actor, action, ...(from && { from }) })
}

async function paperOf(deps: Deps, userId: string): Promise<FactorRow> {
  const paper = (await listFactors(deps.db.queries, userId)).find(isPaper)
  if (!paper) throw new AppError('factor.missing')
  return paper
}

/** The codes are shown once. They need another verified factor; throws AppError factor.soleFactor without one. */
export async function createRecoveryCodes(
  deps: Deps,
  { session }: Proven,
  friendlyName: string | undefined,
): Promise<EnrolledCodes> {
  const factors = await listFactors(deps.db.queries, session.user_id)
  if (!factors.some((factor) => !isPaper(factor) && isVerified(factor))) {
    throw new AppError('factor.soleFactor')
  }
  await requireProof(deps, session, {})
  if (factors.some(isPaper)) throw new AppError('factor.codesExist')
  const friendly_name = friendlyName || t('factor.recoveryCodesName')
  return deps.db.transaction(async (tx) => {
    const { id } = await insertFactor(tx, {
      user_id: session.user_id,
      factor_type: 'recovery_code',
      friendly_name,
      status: 'verified',
      secret_sealed: null,
    }).catch((error: unknown) => {
      const isTaken = isDuplicate(error, 'auth_factors_name_key')
      throw isTaken ? new AppError('factor.nameTaken', { cause: error }) : error
    })
    return newCodes(deps, tx, session.user_id, { id, friendly_name })
  })
}

export async function renewRecoveryCodes(deps: Deps, { session }: Proven): Promise<EnrolledCodes> {
  await requireProof(deps, session, {})
  return replaceRecoveryCodes(deps, { session })
}

/** The caller has checked the proof. */
export async function replaceRecoveryCodes(
  deps: Deps,
  { session }: Proven,
): Promise<EnrolledCodes> {
  const paper = await paperOf(deps, session.user_id)
  return deps.db.transaction((tx) => newCodes(deps, tx, session.user_id, paper))
}

async function newCodes(
  deps: Deps,
  tx: Queries,
  userId: string,
  { id, friendly_name }: { id: string; friendly_name: string | null },
): Promise<EnrolledCodes> {
  const codes = Array.from({ length: RECOVERY_CODES }, newRecoveryCode)
  const hashes = codes.map((code) => recoveryHash(deps, code))
  await insertRecoveryCodes(tx, id, hashes)
  await note(tx, userId, 'factor.recovery_codes_created', userId)
  return {
    id,
    type: 'recovery_code',
    ...(friendly_name && { friendly_name }),
    total: codes.length,
    codes,
  }
}

export async function readRecoveryCodes(
  deps: Deps,
  { session }: Proven,
): Promise<{ id: string; type: 'recovery_code'; total: number; remaining: number }> {
  const { id } = await paperOf(deps, session.user_id)
  return { id, type: 'recovery_code', ...(await countRecoveryCodes(deps.db.queries, id)) }
}

export async function removeRecoveryCodes(
  deps: Deps,
  { session }: Proven,
): Promise<{ id: string }> {
  await requireProof(deps, session, {})
  const { id } = await paperOf(deps, session.user_id)
  await deps.db.transaction((tx) => removeOne(tx, session.user_id, session.user_id, id))
  return { id }
}
