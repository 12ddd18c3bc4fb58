// The states of an account, as docs/auth.md tells them: who is inside, what a proof of the address does, what may be changed by
// whom. Pure; the acts ask here before they do anything, and test/account-walks.test.ts walks it at random.
import type { AssuranceLevel, ProofMethod, ProvenMethod } from './token-api.ts'

/** What decides about an account. */
export type AccountFacts = {
  /** Its address was proved; an account without an address of its own (a wallet's) has none to prove. */
  isConfirmed: boolean
  /** A second factor that was finished. */
  hasFactor: boolean
  hasPassword: boolean
}

/**
 * How somebody who just proved the address showed that the account is theirs, too: in a live session of it, by its password,
 * or because the operator made everything in it; null when they did not.
 */
export type Shown =
  | { by: 'session'; aal: AssuranceLevel }
  | { by: 'password' }
  | { by: 'operator' }
  | null

/** What a proof of the account's own address does to the account. */
export type ProofEffect =
  /** The address was proved before: nothing changes. */
  | 'none'
  /** The address counts as proved, and everything stays: whoever proved it also set it up. */
  | 'confirm'
  /** The address counts as proved, and everything that was set before is removed. */
  | 'claim'
  /** Nothing changes: the mailbox alone is not enough where there is a second factor. */
  | 'wait'

/**
 * Anyone can sign a stranger's address up and wait, so the first proof of an address takes the account away from whoever set
 * it up, unless it was the same person. A finished second factor is never taken away so: it was added by an owner who had
 * proved the address, or, in accounts from before that was asked for, by somebody nobody can tell from one.
 */
export function effectOfProof(account: AccountFacts, shown: Shown): ProofEffect {
  if (account.isConfirmed) return 'none'
  if (account.hasFactor) return shown?.by === 'session' && shown.aal === 'aal2' ? 'confirm' : 'wait'
  return shown ? 'confirm' : 'claim'
}

/** An account moves to another address when both are shown: the new mailbox, and the account with its second factor. */
export function mayMove(account: AccountFacts, shown: Shown): boolean {
  if (!shown) return false
  if (!account.hasFactor) return true
  return shown.by === 'operator' || (shown.by === 'session' && shown.aal === 'aal2')
}

/** A session is somebody to the API: where there is a second factor it has shown one. */
export const isInside = (account: Pick<AccountFacts, 'hasFactor'>, aal: AssuranceLevel): boolean =>
  aal === 'aal2' || !account.hasFactor

/** Why no factor and no passkey can be added or finished in this session; undefined when it can. */
export function refuseFactor(
  account: AccountFacts,
  aal: AssuranceLevel,
): 'factor.needed' | 'account.addressUnconfirmed' | undefined {
  if (!isInside(account, aal)) return 'factor.needed'
  // Else somebody who signed a stranger up could set one that the stranger's mailbox cannot remove.
  if (!account.isConfirmed && !account.hasFactor) return 'account.addressUnconfirmed'
}

/** So long a proof counts as fresh: a screen that was left open, or a stolen session, must not change who gets in. */
export const FRESH_SECONDS = 900
const byMail: ReadonlySet<ProofMethod> = new Set(['otp', 'magiclink', 'recovery'])

const isFreshly = (proof: ProvenMethod, now: Date) =>
  now.getTime() / 1000 - proof.timestamp <= FRESH_SECONDS

/** Whether the session proved, a moment ago, whose it is. */
export const isFresh = (amr: readonly ProvenMethod[], now: Date): boolean =>
  amr.some((proof) => isFreshly(proof, now))

/** A password is changed by whoever knows it or reads the mails; one that is not there yet by any fresh session. */
export const mayChangePassword = (
  account: Pick<AccountFacts, 'hasPassword'>,
  amr: readonly ProvenMethod[],
  now: Date,
): boolean =>
  amr.some((proof) => isFreshly(proof, now) && (!account.hasPassword || byMail.has(proof.method)))
