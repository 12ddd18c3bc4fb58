// Counts what is tried as a second factor, or as a proof, before it is checked: parallel tries cannot exceed the limit.
import { AppError } from '#domain/errors.ts'
import { appCodeTries, factorUses } from '#domain/accounts/account-limits.ts'
import { CODE_DIGITS, typedCode } from '#domain/verification/verification.ts'
import { findAccountScope } from '#data/accounts/actors.ts'
import { deleteUses, insertSlowedUse, insertUses } from '#data/rate-limits.ts'
import type { Deps } from '../../deps.ts'
import { queueSecurityNotice } from '../record-security-event.ts'

export type TryRefusal = 'factor.codeWrong' | 'factor.proofWrong' | 'account.passwordWrong'

/** Ignores case, spaces and dashes. */
export const plainCode = (typed: string): string => typed.toLowerCase().replace(/[^a-z0-9]/g, '')
const RECOVERY_CODE_LETTERS = 10

export type CodeKind = 'app' | 'recovery' | 'other'

/**
 * What a typed text is checked as. Of each kind it is checked as nothing else: a guess at the app's code must not be counted with those at
 * recovery codes, which cannot be guessed and open the account while the app's codes are paused.
 */
export function kindOfCode(typed: string): CodeKind {
  if (plainCode(typed).length === RECOVERY_CODE_LETTERS) return 'recovery'
  return typedCode(typed).length === CODE_DIGITS ? 'app' : 'other'
}

/**
 * A success takes the try back. After ten wrong codes of an app each further one waits longer, until a factor was shown, and the owner is told
 * once in such a series.
 */
export async function countedTry(
  deps: Deps,
  userId: string,
  kind: CodeKind,
  isRight: () => Promise<boolean>,
  refusal: TryRefusal = 'factor.codeWrong',
): Promise<void> {
  const { queries } = deps.db
  const tries = appCodeTries(userId)
  if (kind !== 'app') {
    const uses = factorUses(userId)
    if (await insertUses(queries, uses)) throw new AppError('factor.locked')
    if (!(await isRight())) throw new AppError(refusal)
    return deleteUses(queries, uses)
  }
  const counted = await insertSlowedUse(queries, tries)
  if ('waitSeconds' in counted) {
    throw new AppError('factor.locked', { retryAfter: Math.ceil(counted.waitSeconds) })
  }
  if (await isRight()) return deleteUses(queries, [tries])
  if (counted.tries === tries.free) await notifyOwner(deps, userId)
  throw new AppError(refusal)
}

async function notifyOwner(deps: Deps, userId: string): Promise<void> {
  const account = await findAccountScope(deps.db.queries, { user_id: userId })
  if (!account) return
  await deps.db.transaction((tx) => queueSecurityNotice(deps, tx, account.email, 'factor-guessed'))
}
