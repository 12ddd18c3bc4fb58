// Hashes of the addresses of invited people, and their unsubscribe links. Both use the organization's own key, so that
// a rotation of the main key changes neither.
import { createHmac, timingSafeEqual } from 'node:crypto'
import type { OrganizationId } from '#domain/organizations/organization-id.ts'
import { isUuid } from '#domain/uuid.ts'
import { newToken, type Secrets } from '../secrets.ts'

export type InvitationKey = {
  /** Of an address, normalised. */
  hashOf: (email: string) => Buffer
  /** Valid as long as the organization exists: the mail may be kept for years, and the link can do nothing else. */
  tokenFor: (organizationId: OrganizationId, addressHash: Buffer) => string
  isSigned: (words: TokenWords) => boolean
}

/** The content of a link before its signature was verified. */
export type TokenWords = { organization: string; hash: Buffer; signature: Buffer }

/** Distinguishes these links from those in mails to staff. */
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

/** Undefined for any other text. Only one spelling is accepted, so that the signature covers all of it. */
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
