// Secrets: encryption at rest, random tokens and codes, and the hashes stored in their place.
import {
  createCipheriv,
  createDecipheriv,
  createHash,
  createHmac,
  hkdfSync,
  randomBytes,
  randomInt,
  timingSafeEqual,
} from 'node:crypto'
import { CODE_DIGITS } from '#domain/verification/verification.ts'

export type Secrets = {
  /** AES-256-GCM with a random nonce, as text: the same input gives a different result each time. */
  encrypt(plain: string): string
  /** Throws when the text was encrypted under another key or has been changed. */
  decrypt(encrypted: string): string
  /** The encryption key of the file with this salt. */
  readonly fileKey: (salt: Buffer) => Buffer
  /** A keyed hash (HMAC-SHA-256): for links, and for codes, which are too short for a plain hash. */
  sign(purpose: string, text: string): Buffer
  /** Compares in constant time. */
  isSigned(purpose: string, text: string, signature: Buffer): boolean
}

export function createSecrets(secretKey: string): Secrets {
  const derive = (purpose: string, salt: Buffer | string = '') =>
    Buffer.from(hkdfSync('sha256', secretKey, salt, purpose, 32))
  const encryptionKey = derive('storehand seal 1')
  const signKey = derive('storehand sign 1')
  const sign = (purpose: string, text: string) =>
    createHmac('sha256', signKey).update(`${purpose}\0${text}`).digest()
  return {
    encrypt(plain) {
      const nonce = randomBytes(12)
      const cipher = createCipheriv('aes-256-gcm', encryptionKey, nonce)
      const body = Buffer.concat([cipher.update(plain, 'utf8'), cipher.final()])
      return `1.${Buffer.concat([nonce, cipher.getAuthTag(), body]).toString('base64url')}`
    },
    decrypt(encrypted) {
      const bytes = Buffer.from(encrypted.replace(/^1\./, ''), 'base64url')
      const cipher = createDecipheriv('aes-256-gcm', encryptionKey, bytes.subarray(0, 12), {
        // Without it a text with a shortened tag would be accepted.
        authTagLength: 16,
      })
      cipher.setAuthTag(bytes.subarray(12, 28))
      return cipher.update(bytes.subarray(28), undefined, 'utf8') + cipher.final('utf8')
    },
    fileKey: (salt) => derive('storehand file 1', salt),
    sign,
    isSigned(purpose, text, signature) {
      const expected = sign(purpose, text)
      return expected.length === signature.length && timingSafeEqual(expected, signature)
    },
  }
}

/** 256 random bits, safe in a URL. */
export const newToken = (): string => randomBytes(32).toString('base64url')

export const newCode = (): string => String(randomInt(10 ** CODE_DIGITS)).padStart(CODE_DIGITS, '0')

/** Ten characters without i, l, o and 1, which are easily misread: 50 random bits. */
export function newRecoveryCode(): string {
  const letters = 'abcdefghjkmnpqrstuvwxyz023456789'
  const code = Array.from(randomBytes(10), (byte) => letters[byte % 32]).join('')
  return `${code.slice(0, 5)}-${code.slice(5)}`
}

/** The stored hash of a token. A token has 256 random bits, so it needs neither a key nor a slow hash. */
export const hashOf = (token: string): Buffer => createHash('sha256').update(token).digest()
