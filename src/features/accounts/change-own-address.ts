// Changes the account's email address on the account page: requested with a fresh proof, completed with the mailed code.
import { signedIn, type Actor } from '#domain/accounts/access.ts'
import type { ConfirmNewAddressInput, NewAddressInput } from '#domain/accounts/accounts.ts'
import { AppError } from '#domain/errors.ts'
import type { Network } from '#domain/limits.ts'
import type { Deps } from '../deps.ts'
import { moveAddress } from './move-address.ts'
import { countedProof, takeOwnCode } from './prove-account-code.ts'
import { requireFresh } from './factors/prove-again.ts'
import { askForAddress } from './update-user.ts'

/** Gives the same answer for every address. The address changes only after the code from the mail to the new one. */
export async function askForNewAddress(
  deps: Deps,
  actor: Actor | undefined,
  { email, proof }: NewAddressInput,
  network: Network,
): Promise<void> {
  const person = signedIn(actor)
  if (email === person.email) throw new AppError('address.same')
  const session = await requireFresh(deps, person.session_id, proof || undefined)
  await askForAddress(deps, session, email, { isForPage: true, redirectTo: '/account' }, network)
}

/** The code proves the new address; the session proves the account. Throws AppError verification.codeWrong. */
export async function confirmNewAddress(
  deps: Deps,
  actor: Actor | undefined,
  { email, code }: ConfirmNewAddressInput,
  network: Network,
): Promise<void> {
  const { user_id, session_id } = signedIn(actor)
  const sent = { type: 'email_change', email, token: code } as const
  await countedProof(deps, network, () =>
    takeOwnCode(deps, user_id, sent, 'verification.codeWrong'),
  )
  await deps.db.transaction((tx) =>
    moveAddress(deps, tx, user_id, email, { by: 'session', session_id }),
  )
}
