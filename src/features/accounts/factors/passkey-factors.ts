// Passkeys as second factors, in the steps of the token API: enrol, challenge, verify.
import type { DeviceAnswer } from '#domain/accounts/passkeys.ts'
import type { TokenSession } from '#domain/accounts/token-api.ts'
import type { Tx } from '#data/database.ts'
import type { FactorRow } from '#data/accounts/factors.ts'
import { listPasskeys } from '#data/accounts/passkeys.ts'
import type { Deps } from '../../deps.ts'
import {
  requestPasskey,
  offerPasskey,
  verifyNewPasskey,
  verifySignedChallenge,
} from '../sign-in/webauthn-challenge.ts'
import { insertNewPasskey } from './manage-passkeys.ts'
import type { FirstFactorBearer } from '../sessions/read-bearer.ts'
import { finishFactor, raiseSessionLevel, renew, requireFinishable } from './verify-factor.ts'
import { t } from '#domain/texts/text.ts'

export type PasskeyChallengeView = {
  id: string
  type: 'webauthn'
  expires_at: number
  webauthn: { type: 'create' | 'request'; credential_options: { publicKey: object } }
}

/** The first challenge of a factor creates its passkey; later ones ask for it. */
export async function challengePasskeyFactor(
  deps: Deps,
  { session }: FirstFactorBearer,
  factor: FactorRow,
): Promise<PasskeyChallengeView> {
  const of = { user_id: session.user_id, factor_id: factor.id }
  const isNew = factor.status === 'unverified'
  await requireFinishable(deps, session, factor)
  const asked = isNew
    ? await offerPasskey(deps, 'factor', of.user_id, of.factor_id)
    : await requestPasskey(deps, 'factor', await passkeysOf(deps, of), of)
  return {
    id: asked.challenge_id,
    type: 'webauthn',
    expires_at: Math.floor(asked.expires_at.getTime() / 1000),
    webauthn: {
      type: isNew ? 'create' : 'request',
      credential_options: { publicKey: asked.options },
    },
  }
}

const passkeysOf = async (deps: Deps, of: { user_id: string; factor_id: string }) =>
  (await listPasskeys(deps.db.queries, of.user_id)).filter(
    ({ factor_id }) => factor_id === of.factor_id,
  )

export async function verifyPasskeyFactor(
  deps: Deps,
  bearer: FirstFactorBearer,
  factor: FactorRow,
  input: { challenge_id: string; credential: DeviceAnswer },
): Promise<TokenSession> {
  const { session } = bearer
  const of = { user_id: session.user_id, factor_id: factor.id }
  if (factor.status === 'unverified') {
    await requireFinishable(deps, session, factor)
    const key = await verifyNewPasskey(deps, 'factor', input, of)
    const name = factor.friendly_name ?? t('factor.passkeyName')
    const keep = (tx: Tx) => insertNewPasskey(tx, { ...key, ...of, name })
    await finishFactor(deps, session, factor, undefined, keep)
  } else {
    const known = await passkeysOf(deps, of)
    const find = async (id: string) => known.find(({ credential_id }) => credential_id === id)
    // Not counted: a signature cannot be guessed, and it opens the account while the codes of an app are paused.
    await verifySignedChallenge(deps, 'factor', input, of, find)
  }
  return renew(deps, await raiseSessionLevel(deps, session, 'mfa/webauthn'))
}
