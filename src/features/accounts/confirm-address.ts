// A signed-in person verifies the account's email address with a mailed code.
import { signedIn, type Actor } from '#domain/accounts/access.ts'
import type { ConfirmAddressView } from '#domain/accounts/accounts.ts'
import { accountMailUses } from '#domain/accounts/account-limits.ts'
import { addressMailUses, longestWait, type Network } from '#domain/limits.ts'
import { findAccount } from '#data/accounts/account-states.ts'
import { countUses } from '#data/rate-limits.ts'
import type { Deps } from '../deps.ts'
import { proveAddress } from './first-proof.ts'
import { countedProof, takeOwnCode } from './prove-account-code.ts'
import { sendAccountCode } from './send-account-code.ts'

/** Over the mail limit nothing is sent, and the previous code stays valid. */
export async function askToConfirm(
  deps: Deps,
  actor: Actor | undefined,
  network: Network,
): Promise<ConfirmAddressView> {
  const { user_id, email, session_id } = signedIn(actor)
  const now = deps.clock.now()
  const account = await findAccount(deps.db.queries, user_id)
  if (!account || account.isConfirmed) return { sent: false, next_at: now.toISOString() }
  const uses = [...addressMailUses(email), ...accountMailUses(network)]
  const { isCounted, full } = await countUses(deps.db.queries, uses)
  if (isCounted) {
    const to = { email, user_id, user_data: null }
    const own = { sessionId: session_id, isForPage: true, redirectTo: '/account' }
    await sendAccountCode(deps, 'signup', to, { ...own, isCounted })
  }
  return { sent: true, next_at: (longestWait(full)?.until ?? now).toISOString() }
}

/** The code proves the address, the session proves the account: existing sign-in methods are kept. */
export async function confirmAddress(
  deps: Deps,
  actor: Actor | undefined,
  code: string,
  network: Network,
): Promise<void> {
  const { user_id, email, session_id } = signedIn(actor)
  const proof = { type: 'signup', email, token: code } as const
  await countedProof(deps, network, () =>
    takeOwnCode(deps, user_id, proof, 'verification.codeWrong'),
  )
  await deps.db.transaction((tx) => proveAddress(deps, tx, user_id, { by: 'session', session_id }))
}
