// The second factor on the account page: set up, new recovery codes, removal.
import { signedIn, type Actor } from '#domain/accounts/access.ts'
import type {
  RecoveryCodes,
  SecondFactorOffer,
  SecondFactorView,
} from '#domain/accounts/accounts.ts'
import { AppError } from '#domain/errors.ts'
import { findAccountScope } from '#data/accounts/actors.ts'
import {
  countRecoveryCodes,
  deleteUnfinishedFactors,
  findFactor,
  listFactors,
  type FactorRow,
} from '#data/accounts/factors.ts'
import { findSession } from '#data/accounts/sessions.ts'
import type { Deps } from '../../deps.ts'
import { queueSecurityNotice, type Origin } from '../record-security-event.ts'
import {
  beginTotp,
  createRecoveryCodes,
  removeOne,
  replaceRecoveryCodes,
} from './manage-factors.ts'
import { countedTry } from './counted-tries.ts'
import { requireSecondFactor, type ProvenSession } from '../sessions/read-bearer.ts'
import { proveAgain, requireFresh } from './prove-again.ts'
import { finishFactor, isRightTotp, raiseSessionLevel, requireFinishable } from './verify-factor.ts'

const isPhone = ({ factor_type, status }: FactorRow) =>
  factor_type === 'totp' && status === 'verified'
const isPaper = ({ factor_type }: FactorRow) => factor_type === 'recovery_code'

export async function readSecondFactor(
  deps: Deps,
  actor: Actor | undefined,
): Promise<SecondFactorView> {
  const factors = await listFactors(deps.db.queries, signedIn(actor).user_id)
  const paper = factors.find(isPaper)
  return {
    since: factors.find(isPhone)?.created_at ?? null,
    recovery_codes: paper ? await countRecoveryCodes(deps.db.queries, paper.id) : null,
  }
}

/** The factor counts only after a first code; starting again creates a new secret. */
export async function beginSecondFactor(
  deps: Deps,
  actor: Actor | undefined,
  proof: string | undefined,
): Promise<SecondFactorOffer> {
  const { session_id } = signedIn(actor)
  await requireFresh(deps, session_id, proof)
  // Read again: the proof has updated the session.
  const session = await sessionOf(deps, actor)
  const factors = await listFactors(deps.db.queries, session.user_id)
  if (factors.some(isPhone)) throw new AppError('factor.on')
  await deleteUnfinishedFactors(deps.db.queries, session.user_id)
  const { id, totp } = await beginTotp(deps, session, { factor_type: 'totp' })
  return { factor_id: id, secret: totp.secret, uri: totp.uri }
}

export async function confirmSecondFactor(
  deps: Deps,
  actor: Actor | undefined,
  { factor_id, code }: { factor_id: string; code: string },
  from: Origin,
): Promise<RecoveryCodes> {
  const session = await sessionOf(deps, actor)
  const factor = await findFactor(deps.db.queries, session.user_id, factor_id)
  if (factor?.factor_type !== 'totp' || isPhone(factor)) throw new AppError('factor.missing')
  await requireFinishable(deps, session, factor)
  await countedTry(deps, session.user_id, 'app', () => isRightTotp(deps, factor, code))
  await finishFactor(deps, session, factor, from)
  const raised = await raiseSessionLevel(deps, session, 'totp')
  return codesFor(deps, await requireSecondFactor(deps, raised))
}

export async function renewCodes(
  deps: Deps,
  actor: Actor | undefined,
  proof: string,
): Promise<RecoveryCodes> {
  const session = await sessionOf(deps, actor)
  await requirePhone(deps, session)
  await proveAgain(deps, session, proof)
  return codesFor(deps, session)
}

export async function removeSecondFactor(
  deps: Deps,
  actor: Actor | undefined,
  proof: string,
  from: Origin,
): Promise<void> {
  const session = await sessionOf(deps, actor)
  const phones = await requirePhone(deps, session)
  await proveAgain(deps, session, proof)
  await deps.db.transaction(async (tx) => {
    for (const { id } of phones) await removeOne(tx, session.user_id, session.user_id, id, from)
    const account = await findAccountScope(tx, { user_id: session.user_id })
    if (account) await queueSecurityNotice(deps, tx, account.email, 'factor-removed')
  })
}

async function sessionOf(deps: Deps, actor: Actor | undefined): Promise<ProvenSession> {
  const session = await findSession(deps.db.queries, signedIn(actor).session_id)
  if (!session) throw new AppError('auth.signInRequired')
  return requireSecondFactor(deps, session)
}

async function requirePhone(deps: Deps, session: ProvenSession): Promise<FactorRow[]> {
  const phones = (await listFactors(deps.db.queries, session.user_id)).filter(isPhone)
  if (phones.length === 0) throw new AppError('factor.missing')
  return phones
}

/** New recovery codes; earlier ones become invalid. */
async function codesFor(deps: Deps, session: ProvenSession): Promise<RecoveryCodes> {
  const factors = await listFactors(deps.db.queries, session.user_id)
  const { codes } = factors.some(isPaper)
    ? await replaceRecoveryCodes(deps, { session })
    : await createRecoveryCodes(deps, { session }, undefined)
  return { codes }
}
