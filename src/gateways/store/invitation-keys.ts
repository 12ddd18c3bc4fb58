// Addresses of invited people as hashes, and the link by which each of them unsubscribes. Both by the organization's own key, so that neither
// changes when the main key does.
import { createHmac, timingSafeEqual } from 'node:crypto'
import type { OrganizationId } from '#domain/organizations/organization-id.ts'
import { isUuid } from '#domain/uuid.ts'
import { newToken, type Secrets } from '../secrets.ts'

export type InvitationKey = {
  /** Of an address, however it is written. */
  hashOf: (email: string) => Buffer
  /** Good as long as the organization is: the mail may be kept for years, and the link can do nothing else. */
  tokenFor: (organizationId: OrganizationId, addressHash: Buffer) => string
  isSigned: (words: TokenWords) => boolean
}

/** What a link says before anybody has looked whether it is signed. */
export type TokenWords = { organization: string; hash: Buffer; signature: Buffer }

/** Tells these links from those in mails to staff. */
const BEGIN = 'invited'

export const newInvitationKey = (secrets: Secrets): string => secrets.encrypt(newToken())

export function openInvitationKey(secrets: Secrets, encrypted: string): InvitationKey {
  const key = Buffer.from(secrets.decrypt(encrypted), 'base64url')
  const keyed = (purpose: string, value: string | Buffer) =>
    createHmac('sha256', key).update(`${purpose}\0`).update(value).digest()
  return {
    hashOf: (email) => keyed('address', email.trim().toLowerCase()),
    tokenFor: (organizationId, hash) =>
      [
        BEGIN,
        organizationId,
        hash.toString('base64url'),
        keyed('unsubscribe', hash).toString('base64url'),
      ].join('.'),
    isSigned({ hash, signature }) {
      const expected = keyed('unsubscribe', hash)
      return expected.length === signature.length && timingSafeEqual(expected, signature)
    },
  }
}

export const isJobInvitationToken = (token: string): boolean => token.startsWith(`${BEGIN}.`)

/** Undefined for what is no link of this kind. Only one spelling is read, so that the signature covers the whole of it. */
export function readJobInvitationToken(token: string): TokenWords | undefined {
  const [begin, organization = '', address = '', signed = '', ...more] = token.split('.')
  const [hash, signature] = [address, signed].map((part) => Buffer.from(part, 'base64url'))
  if (begin !== BEGIN || more.length > 0 || !isUuid(organization) || !hash || !signature) {
    return undefined
  }
  const isOneSpelling =
    hash.toString('base64url') === address && signature.toString('base64url') === signed
  return isOneSpelling ? { organization, hash, signature } : undefined
}
