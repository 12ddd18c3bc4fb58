// Sign-in with a passkey only: possession of the device plus fingerprint, face or PIN.
import { passkeyUses } from '#domain/accounts/account-limits.ts'
import { rateLimited, wrongProofUses, type Network } from '#domain/limits.ts'
import type { DeviceAnswer } from '#domain/accounts/passkeys.ts'
import { findPasskeyByCredential } from '#data/accounts/passkeys.ts'
import { deleteSessions, findSessionByToken, updateSessionProof } from '#data/accounts/sessions.ts'
import { deleteUses, insertUses } from '#data/rate-limits.ts'
import type { Deps } from '../../deps.ts'
import { requestPasskey, verifySignedChallenge } from './webauthn-challenge.ts'
import { requireNotSuspended } from './sign-in.ts'
import { AppError } from '#domain/errors.ts'

const UNKNOWN_USER = { user_id: null, factor_id: null }

/** Names no account and no key; the device lists its passkeys for this site. */
export async function beginPasskeySignIn(
  deps: Deps,
  network: Network,
): Promise<{ challenge_id: string; options: object }> {
  const over = await insertUses(deps.db.queries, passkeyUses(network))
  if (over) throw rateLimited(over, deps.clock.now())
  const { challenge_id, options } = await requestPasskey(deps, 'sign-in', [], UNKNOWN_USER)
  return { challenge_id, options }
}

/** Returns the token of a session that counts as two factors. */
export async function signInByPasskey(
  deps: Deps,
  input: { challenge_id: string; credential: DeviceAnswer },
  userAgent: string,
  network: Network,
): Promise<{ userId: string; sessionToken: string }> {
  const uses = wrongProofUses(network)
  const over = await insertUses(deps.db.queries, uses)
  if (over) throw rateLimited(over, deps.clock.now())
  const find = (id: string) => findPasskeyByCredential(deps.db.queries, id)
  const { user_id } = await verifySignedChallenge(deps, 'sign-in', input, UNKNOWN_USER, find)
  await deleteUses(deps.db.queries, uses)
  await requireNotSuspended(deps, user_id)
  const sessionToken = await deps.auth.createSession(user_id, userAgent)
  const session = await findSessionByToken(deps.db.queries, sessionToken)
  // The passkey may have been removed meanwhile.
  if (session && !(await find(input.credential.id))) {
    await deleteSessions(deps.db.queries, user_id, 'local', session.id)
    throw new AppError('passkey.refused')
  }
  const timestamp = Math.floor(deps.clock.now().getTime() / 1000)
  if (session) {
    await updateSessionProof(deps.db.queries, session.id, 'aal2', [
      { method: 'mfa/webauthn', timestamp },
    ])
  }
  return { userId: user_id, sessionToken }
}
