// Keys for one purpose each, derived from a key that is kept.
import { createSecretKey, hkdfSync, type KeyObject } from 'node:crypto'

/**
 * 256 bits, by HKDF. An object, not its bytes: each time Node is given bytes it first tries whether they are an object, which costs more
 * than encrypting a short text.
 */
export const deriveKey = (
  from: string | KeyObject,
  purpose: string,
  salt: Buffer | string = '',
): KeyObject => createSecretKey(Buffer.from(hkdfSync('sha256', from, salt, purpose, 32)))
