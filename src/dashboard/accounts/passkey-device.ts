// Asks the person's device for a passkey; turns errors into texts of the catalogue.
import {
  browserSupportsWebAuthn,
  startAuthentication,
  startRegistration,
  type PublicKeyCredentialCreationOptionsJSON,
  type PublicKeyCredentialRequestOptionsJSON,
} from '@simplewebauthn/browser'
import type { DeviceAnswer } from '#domain/accounts/passkeys.ts'
import { t } from '#domain/texts/text.ts'
import { ApiError } from '../api.ts'

export const canUsePasskeys = (): boolean => browserSupportsWebAuthn()

// Both are WebAuthn's own JSON, which our contracts do not describe.

export async function makePasskey(options: object): Promise<DeviceAnswer> {
  const optionsJSON = options as PublicKeyCredentialCreationOptionsJSON
  const made: object = await startRegistration({ optionsJSON }).catch(refuse)
  return made as DeviceAnswer
}

export async function showPasskey(options: object): Promise<DeviceAnswer> {
  const optionsJSON = options as PublicKeyCredentialRequestOptionsJSON
  const shown: object = await startAuthentication({ optionsJSON }).catch(refuse)
  return shown as DeviceAnswer
}

/** By WebAuthn's names of errors. */
function refuse(cause: unknown): never {
  const name = cause instanceof Error ? cause.name : ''
  // Cancelled, timed out, or no passkey: browsers do not say which, so that pages cannot find out.
  if (name === 'NotAllowedError' || name === 'AbortError') {
    throw new ApiError('passkey.cancelled', t('passkey.cancelled'), 0)
  }
  if (name === 'InvalidStateError') {
    throw new ApiError('passkey.known', t('passkey.known'), 0)
  }
  if (name === 'SecurityError' || name === 'NotSupportedError') {
    throw new ApiError('passkey.unsupported', t('passkey.unsupported'), 0)
  }
  throw new ApiError('passkey.refused', t('passkey.refused'), 0)
}
