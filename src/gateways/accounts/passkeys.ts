// The ceremonies of passkeys (WebAuthn), by a library that knows their formats and signatures.
import type {
  AuthenticationResponseJSON,
  AuthenticatorTransport,
  RegistrationResponseJSON,
} from '@simplewebauthn/server'
import type { DeviceAnswer } from '#domain/accounts/passkeys.ts'

/** A device's key as it is kept. */
export type DeviceKey = {
  credential_id: string
  public_key: Buffer
  counter: number
  /** How the device can be reached, separated by commas; a hint for the browser. */
  transports: string
}
type Known = Pick<DeviceKey, 'credential_id' | 'transports'>

export type Passkeys = {
  /** What the browser hands to the device; `challenge` is what has to come back signed. */
  offer(
    person: { id: string; email: string; name: string },
    known: readonly Known[],
  ): Promise<{ challenge: string }>
  /** The device's new key; undefined when its answer is none to this challenge from one of our own pages. */
  readNew(answer: DeviceAnswer, challenge: string): Promise<DeviceKey | undefined>
  /** Of these keys, or whichever of our site the person chooses. */
  ask(known: readonly Known[]): Promise<{ challenge: string }>
  /** The key's counter after it signed; undefined when the answer is worth nothing. */
  readSigned(answer: DeviceAnswer, challenge: string, key: DeviceKey): Promise<number | undefined>
}

const transportsOf = ({ transports }: Known) =>
  // Names of ways that do not exist are ignored by browsers.
  transports.split(',').filter(Boolean) as AuthenticatorTransport[]

/** Loaded with the first passkey: it is large, and what lies in memory is looked through with every collection. */
const webAuthn = () => import('@simplewebauthn/server')

export function createPasskeys(appUrl: string): Passkeys {
  const { origin, hostname } = new URL(appUrl)
  /** Whatever cannot be read or does not fit is the sender's fault: the library asks nobody else. */
  const orNothing = async <Answer>(read: Promise<Answer>): Promise<Answer | undefined> => {
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
        // Kept on the device and opened by its owner's finger, face or PIN: only then is it as good as two factors.
        authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
      }),
    async readNew(answer, challenge) {
      const { verifyRegistrationResponse } = await webAuthn()
      const read = await orNothing(
        verifyRegistrationResponse({
          // Its shape is checked by the library, which refuses what it cannot read.
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
      const read = await orNothing(
        verifyAuthenticationResponse({
          response: answer as unknown as AuthenticationResponseJSON,
          expectedChallenge: challenge,
          expectedOrigin: origin,
          expectedRPID: hostname,
          requireUserVerification: true,
          credential: {
            id: key.credential_id,
            publicKey: new Uint8Array(key.public_key),
            // Of a counter that runs backwards there are two devices with the key: the library refuses it.
            counter: key.counter,
            transports: transportsOf(key),
          },
        }),
      )
      return read?.verified ? read.authenticationInfo.newCounter : undefined
    },
  }
}
