// The browser asks the person's device for a passkey; what comes of it is said in the catalogue's words.
import {
  browserSupportsWebAuthn,
  startAuthentication,
  startRegistration,
  type PublicKeyCredentialCreationOptionsJSON,
  type PublicKeyCredentialRequestOptionsJSON,
} from '@simplewebauthn/browser'
import type { DeviceAnswer } from '#domain/accounts/passkeys.ts'
import { t, type PlainTextCode } from '#domain/texts/text.ts'
import { ApiError } from '../api.ts'

export const canUsePasskeys = (): boolean => browserSupportsWebAuthn()

// What the server asks and the device answers is WebAuthn's own JSON, which our contracts do not repeat.

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

/** By the names that WebAuthn gives its errors. */
const codes: Record<string, PlainTextCode> = {
  // Cancelled, timed out, or there is none: browsers do not say which, so that pages cannot find out.
  NotAllowedError: 'passkey.cancelled',
  AbortError: 'passkey.cancelled',
  InvalidStateError: 'passkey.known',
  SecurityError: 'passkey.unsupported',
  NotSupportedError: 'passkey.unsupported',
}

function refuse(cause: unknown): never {
  const code = (cause instanceof Error && codes[cause.name]) || 'passkey.refused'
  throw new ApiError(code, t(code), 0)
}
