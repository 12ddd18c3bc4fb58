// The rules of an account, as described in docs/security.md: who is authenticated, what a verification of the address
// changes, and who may change what. Pure functions that use cases call first; test/account-walks.test.ts tests them
// with random sequences.
import type { AssuranceLevel, ProofMethod, ProvenMethod } from './token-api.ts'

/** The properties of an account that the rules depend on. */
export type AccountFacts = {
  /** Its address is verified; a wallet's account has no real address to verify. */
  isConfirmed: boolean
  /** A second factor whose enrolment is finished. */
  hasFactor: boolean
  hasPassword: boolean
  /** When the address was first verified by a person who did not show the second factor; null once it is confirmed. */
  claimedAt: Date | null
}

/**
 * How a person who just verified the address also showed that the account is theirs: by a valid session of it, by its
 * password, or because the operator created everything in it; null for none of these.
 */
export type Shown =
  | { by: 'session'; aal: AssuranceLevel }
  | { by: 'password' }
  | { by: 'operator' }
  | null

/** What a verification of the account's own address changes. */
export type ProofEffect =
  /** The address is already verified: nothing changes. */
  | 'none'
  /** The address becomes verified, and everything stays: the person who verified it also set the account up. */
  | 'confirm'
  /** The address becomes verified, and all earlier sign-in methods are removed. */
  | 'claim'
  /** Nothing changes: the mailbox alone is not enough when there is a second factor. */
  | 'wait'

/** How long an owner with the second factor has to confirm the address after another person verified it. */
export const CLAIM_DAYS = 7
const DAY_MS = 86_400_000

/**
 * Anyone can sign up with a stranger's address, so the first proof of an address takes the account from the person who
 * created it, unless they are the same. A finished second factor delays this: it may belong to the owner, and the
 * verification to an attacker who reads the mails. The holder of the factor can confirm the address within a week;
 * after that the account is taken over.
 */
export function effectOfProof(account: AccountFacts, shown: Shown, now: Date): ProofEffect {
  if (account.isConfirmed) return 'none'
  const { claimedAt } = account
  if (account.hasFactor) {
    if (shown?.by === 'session' && shown.aal === 'aal2') return 'confirm'
    const isOver = claimedAt && now.getTime() - claimedAt.getTime() >= CLAIM_DAYS * DAY_MS
    return isOver ? 'claim' : 'wait'
  }
  // The session may have begun with that verification, while the rest of the account was set up by another person.
  return shown && !claimedAt ? 'confirm' : 'claim'
}

/** An account moves to another address when both are shown: the new mailbox, and the account with its second factor. */
export function mayMove(account: AccountFacts, shown: Shown): boolean {
  if (!shown) return false
  if (!account.hasFactor) return true
  return shown.by === 'operator' || (shown.by === 'session' && shown.aal === 'aal2')
}

/** Whether the API accepts a session: with a second factor, it must have been shown. */
export const isInside = (account: Pick<AccountFacts, 'hasFactor'>, aal: AssuranceLevel): boolean =>
  aal === 'aal2' || !account.hasFactor

/** Why no factor and no passkey can be added or finished in this session; undefined when it can. */
export function refuseFactor(
  account: Pick<AccountFacts, 'hasFactor'>,
  aal: AssuranceLevel,
): 'factor.needed' | undefined {
  return isInside(account, aal) ? undefined : 'factor.needed'
}

/**
 * How long a proof counts as fresh: a screen that was left open, or a stolen session, must not be enough to change
 * sign-in methods.
 */
const FRESH_SECONDS = 900
const byMail: ReadonlySet<ProofMethod> = new Set(['otp', 'magiclink', 'recovery'])

const isFreshly = (proof: ProvenMethod, now: Date) =>
  now.getTime() / 1000 - proof.timestamp <= FRESH_SECONDS

/** Whether the session has proved a moment ago that its holder owns the account. */
export const isFresh = (amr: readonly ProvenMethod[], now: Date): boolean =>
  amr.some((proof) => isFreshly(proof, now))

/** A person who knows the password or reads the mail can change it; a first one can be set in any fresh session. */
export const mayChangePassword = (
  account: Pick<AccountFacts, 'hasPassword'>,
  amr: readonly ProvenMethod[],
  now: Date,
): boolean =>
  amr.some((proof) => isFreshly(proof, now) && (!account.hasPassword || byMail.has(proof.method)))
