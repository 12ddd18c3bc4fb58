// Keys for one purpose each, derived from a stored key.
import { createSecretKey, hkdfSync, type KeyObject } from 'node:crypto'

/**
 * 256 bits, by HKDF. A KeyObject, not bytes: for bytes Node first checks at each use whether they are an object, which
 * costs more than encrypting a short text.
 */
export const deriveKey = (
  from: string | KeyObject,
  purpose: string,
  salt: Buffer | string = '',
): KeyObject => createSecretKey(Buffer.from(hkdfSync('sha256', from, salt, purpose, 32)))
