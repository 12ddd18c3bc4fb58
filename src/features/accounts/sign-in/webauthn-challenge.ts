// WebAuthn challenges and their answers: for new passkeys, sign-in and second factors.
import { fullName } from '#domain/full-name.ts'
import { AppError } from '#domain/errors.ts'
import {
  PASSKEY_CHALLENGE_SECONDS,
  type DeviceAnswer,
  type PasskeyPurpose,
} from '#domain/accounts/passkeys.ts'
import {
  deletePasskeyChallenge,
  insertPasskeyChallenge,
  listPasskeys,
  updatePasskeyUsed,
  type PasskeyRow,
} from '#data/accounts/passkeys.ts'
import { findUser } from '#data/accounts/users.ts'
import type { DeviceKey } from '#gateways/accounts/passkeys.ts'
import type { Deps } from '../../deps.ts'

export type Asked = { challenge_id: string; expires_at: Date; options: object }

/** Stores the challenge; `options` are sent to the browser unchanged. */
async function keep(
  deps: Deps,
  options: { challenge: string },
  purpose: PasskeyPurpose,
  of: { user_id: string | null; factor_id: string | null },
): Promise<Asked> {
  const expires_at = new Date(deps.clock.now().getTime() + PASSKEY_CHALLENGE_SECONDS * 1000)
  const { challenge } = options
  const { id } = await insertPasskeyChallenge(deps.db.queries, {
    ...of,
    purpose,
    challenge,
    expires_at,
  })
  return { challenge_id: id, expires_at, options }
}

/** For a new passkey. A device that already has one of this person refuses. */
export async function offerPasskey(
  deps: Deps,
  purpose: 'add' | 'factor',
  user_id: string,
  factor_id: string | null,
): Promise<Asked> {
  const user = await findUser(deps.db.queries, user_id)
  if (!user) throw new AppError('auth.signInRequired')
  const { id, email, first_name, last_name } = user
  const known = await listPasskeys(deps.db.queries, user_id)
  const person = { id, email, name: fullName({ first_name, last_name }) }
  const options = await deps.passkeys.offer(person, known)
  return keep(deps, options, purpose, { user_id, factor_id })
}

export async function requestPasskey(
  deps: Deps,
  purpose: 'sign-in' | 'factor',
  known: readonly PasskeyRow[],
  of: { user_id: string | null; factor_id: string | null },
): Promise<Asked> {
  return keep(deps, await deps.passkeys.ask(known), purpose, of)
}

/** A challenge can be answered once, and only by the person it was created for. */
async function take(
  deps: Deps,
  purpose: PasskeyPurpose,
  id: string,
  of: { user_id: string | null; factor_id: string | null },
): Promise<string> {
  const found = await deletePasskeyChallenge(deps.db.queries, purpose, id)
  const isTheirs = found?.user_id === of.user_id && found.factor_id === of.factor_id
  if (!isTheirs || Date.parse(found.expires_at) <= deps.clock.now().getTime()) {
    throw new AppError('passkey.challengeExpired')
  }
  return found.challenge
}

export async function verifyNewPasskey(
  deps: Deps,
  purpose: 'add' | 'factor',
  input: { challenge_id: string; credential: DeviceAnswer },
  of: { user_id: string; factor_id: string | null },
): Promise<DeviceKey> {
  const challenge = await take(deps, purpose, input.challenge_id, of)
  const key = await deps.passkeys.readNew(input.credential, challenge)
  if (!key) throw new AppError('passkey.refused')
  return key
}

/** `find` looks up the passkey by its credential id. */
export async function verifySignedChallenge(
  deps: Deps,
  purpose: 'sign-in' | 'factor',
  input: { challenge_id: string; credential: DeviceAnswer },
  of: { user_id: string | null; factor_id: string | null },
  find: (credentialId: string) => Promise<PasskeyRow | undefined>,
): Promise<PasskeyRow> {
  const challenge = await take(deps, purpose, input.challenge_id, of)
  const passkey = await find(input.credential.id)
  const counter = passkey && (await deps.passkeys.readSigned(input.credential, challenge, passkey))
  if (!passkey || counter === undefined) throw new AppError('passkey.refused')
  await updatePasskeyUsed(deps.db.queries, passkey.id, counter)
  return passkey
}
