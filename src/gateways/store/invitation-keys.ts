// Addresses of invited people as hashes, and the link by which each of them unsubscribes. Both by the organization's own key, so that neither
// changes when the main key does.
import { createHmac, timingSafeEqual } from 'node:crypto'
import { newToken, type Secrets } from '../secrets.ts'

export type InvitationKey = {
  /** Of an address, however it is written. */
  hashOf(email: string): Buffer
  /** Of this hash; nobody can make one of the database alone. */
  signatureOf(addressHash: Buffer): Buffer
  isSigned(addressHash: Buffer, signature: Buffer): boolean
}

export const newInvitationKey = (secrets: Secrets): string => secrets.encrypt(newToken())

export function openInvitationKey(secrets: Secrets, sealed: string): InvitationKey {
  const key = Buffer.from(secrets.decrypt(sealed), 'base64url')
  const keyed = (purpose: string, value: string | Buffer) =>
    createHmac('sha256', key).update(`${purpose}\0`).update(value).digest()
  const signatureOf = (addressHash: Buffer) => keyed('unsubscribe', addressHash)
  return {
    hashOf: (email) => keyed('address', email.trim().toLowerCase()),
    signatureOf,
    isSigned(addressHash, signature) {
      const expected = signatureOf(addressHash)
      return expected.length === signature.length && timingSafeEqual(expected, signature)
    },
  }
}
