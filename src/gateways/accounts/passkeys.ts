// Registration and sign-in with passkeys (WebAuthn), by a library for the formats and signatures. The auth library's plugin is not used:
// it keeps its challenges in cookies and does not insist on a device that was opened by its owner.
import type {
  AuthenticationResponseJSON,
  AuthenticatorTransport,
  RegistrationResponseJSON,
} from '@simplewebauthn/server'
import type { DeviceAnswer } from '#domain/accounts/passkeys.ts'

/** A passkey as it is stored. */
export type DeviceKey = {
  credential_id: string
  public_key: Buffer
  counter: number
  /** Comma-separated WebAuthn transports; a hint for the browser. */
  transports: string
}
type Known = Pick<DeviceKey, 'credential_id' | 'transports'>

export type Passkeys = {
  /** Options of `navigator.credentials.create()`; the answer must sign `challenge`. */
  offer(
    person: { id: string; email: string; name: string },
    known: readonly Known[],
  ): Promise<{ challenge: string }>
  /** The new passkey; undefined when the answer does not match the challenge and our origin. */
  readNew(answer: DeviceAnswer, challenge: string): Promise<DeviceKey | undefined>
  /** Options of `navigator.credentials.get()`; for an empty list the user chooses any passkey of this site. */
  ask(known: readonly Known[]): Promise<{ challenge: string }>
  /** The passkey's new signature counter; undefined when the answer is invalid. */
  readSigned(answer: DeviceAnswer, challenge: string, key: DeviceKey): Promise<number | undefined>
}

const transportsOf = ({ transports }: Known) =>
  // Browsers ignore unknown transports.
  transports.split(',').filter(Boolean) as AuthenticatorTransport[]

/** Loaded on first use: the library is large, and a larger heap makes every garbage collection slower. */
const webAuthn = () => import('@simplewebauthn/server')

export function createPasskeys(appUrl: string): Passkeys {
  const { origin, hostname } = new URL(appUrl)
  /** The library makes no requests, so every error it throws means that the answer is invalid. */
  const orUndefined = async <Answer>(read: Promise<Answer>): Promise<Answer | undefined> => {
    try {
      return await read
    } catch {
      return undefined
    }
  }
  return {
    offer: async (person, known) =>
      (await webAuthn()).generateRegistrationOptions({
        rpName: 'Storehand',
        rpID: hostname,
        userID: new TextEncoder().encode(person.id),
        userName: person.email,
        userDisplayName: person.name,
        attestationType: 'none',
        excludeCredentials: known.map((key) => ({
          id: key.credential_id,
          transports: transportsOf(key),
        })),
        // Resident and verified by fingerprint, face or PIN: only then does a passkey count as two factors.
        authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
      }),
    async readNew(answer, challenge) {
      const { verifyRegistrationResponse } = await webAuthn()
      const read = await orUndefined(
        verifyRegistrationResponse({
          // The library validates the shape.
          response: answer as unknown as RegistrationResponseJSON,
          expectedChallenge: challenge,
          expectedOrigin: origin,
          expectedRPID: hostname,
          requireUserVerification: true,
        }),
      )
      if (!read?.verified) return undefined
      const { id, publicKey, counter, transports = [] } = read.registrationInfo.credential
      return {
        credential_id: id,
        public_key: Buffer.from(publicKey),
        counter,
        transports: transports.filter((way) => /^[a-z-]{1,20}$/.test(way)).join(','),
      }
    },
    ask: async (known) =>
      (await webAuthn()).generateAuthenticationOptions({
        rpID: hostname,
        userVerification: 'required',
        allowCredentials: known.map((key) => ({
          id: key.credential_id,
          transports: transportsOf(key),
        })),
      }),
    async readSigned(answer, challenge, key) {
      const { verifyAuthenticationResponse } = await webAuthn()
      const read = await orUndefined(
        verifyAuthenticationResponse({
          response: answer as unknown as AuthenticationResponseJSON,
          expectedChallenge: challenge,
          expectedOrigin: origin,
          expectedRPID: hostname,
          requireUserVerification: true,
          credential: {
            id: key.credential_id,
            publicKey: new Uint8Array(key.public_key),
            // A counter that decreases means a copied key; the library refuses it.
            counter: key.counter,
            transports: transportsOf(key),
          },
        }),
      )
      return read?.verified ? read.authenticationInfo.newCounter : undefined
    },
  }
}
