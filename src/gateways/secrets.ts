// Secrets: encryption at rest, random tokens and codes, and the hashes stored in their place.
import {
  createCipheriv,
  createDecipheriv,
  createHash,
  createHmac,
  createSecretKey,
  randomBytes,
  randomInt,
  timingSafeEqual,
  type KeyObject,
} from 'node:crypto'
import { deriveKey } from './derive-key.ts'
import type { FileKeys } from './files.ts'
import { CODE_DIGITS } from '#domain/verification/verification.ts'

export type Secrets = {
  /**
   * AES-256-GCM with the current main key and a random nonce, as a text with the key's id: `2.`, its id, `.`, the rest.
   * The same input gives a different result each time.
   */
  encrypt(plain: string): string
  /** Throws when the text was encrypted under a key that is not given, or has been changed. */
  decrypt(encrypted: string): string
  /** The ids of the main keys, the current one first. An id is a hash that does not reveal its key. */
  keyIds(): [current: string, ...previous: string[]]
  /** The prefix of every text that is encrypted under the current key. */
  currentPrefix(): string
  /** A new key for one file, encrypted. */
  newFileKey(): string
  readonly fileKeys: FileKeys
  /** A keyed hash (HMAC-SHA-256): for links, and for codes, which are too short for a plain hash. */
  sign(purpose: string, text: string): Buffer
  /**
   * The same with each main key, the current one first: to find values that were signed and stored before a rotation.
   */
  signatures(purpose: string, text: string): Buffer[]
  /** Compares in constant time; a signature by a previous key is valid as long as that key is given. */
  isSigned(purpose: string, text: string, signature: Buffer): boolean
  /**
   * For links in mails, which are good for longer than a previous main key is kept: by a key of its own, which a rotation encrypts again
   * (docs/decisions/0097-keys-and-ledger.md).
   */
  signLink(purpose: string, text: string): Buffer
  /** Also true of links from before that key, while the main key is given that signed them. */
  isSignedLink(purpose: string, text: string, signature: Buffer): boolean
  /** From now on signs links with this key. */
  useLinkKey(key: string): void
  /** The main keys themselves, the current one first: for the library that signs sessions. */
  mainKeys(): readonly string[]
  /** Reads the main keys again, if they come from a file. */
  reload(): void
}

/** The keys derived from one main key. */
function keysOf(main: string) {
  const derive = (purpose: string, salt?: Buffer) => deriveKey(main, purpose, salt)
  return {
    main,
    id: derive('storehand key id').export().toString('hex', 0, 4),
    encryptionKey: derive('storehand seal 1'),
    signKey: derive('storehand sign 1'),
    fileKey: (salt: Buffer) => derive('storehand file 1', salt),
  }
}

/**
 * The two forms, to their last character: in any other text nothing is looked for. So what stands before the body is as authentic as the body:
 * another id is another key, with which its tag does not fit, and another version is no form at all. It is not part of the additional
 * authenticated data, because processes of the last release, which run beside new ones during an upgrade, could not read such values
 * (docs/decisions/0097-keys-and-ledger.md).
 */
const FORM = /^2\.(?<id>[\da-f]{8})\.(?<body>[\w-]+)$/
/** From before keys had ids. */
const WITHOUT_ID = /^1\.(?<body>[\w-]+)$/

/** `read`: returns the main keys, the current one first; called again when a value names an unknown key. */
export function createSecrets(...given: [read: () => readonly string[]] | string[]): Secrets {
  const [first] = given
  const read = typeof first === 'function' ? first : () => given as string[]
  let keys = read().map(keysOf)
  const current = () => {
    const [key] = keys
    if (!key) throw new Error('There is no main key')
    return key
  }
  const reload = () => {
    keys = read().map(keysOf)
  }
  const signBy = ({ signKey }: ReturnType<typeof keysOf>, purpose: string, text: string) =>
    createHmac('sha256', signKey).update(`${purpose}\0${text}`).digest()
  const signatures = (purpose: string, text: string) =>
    keys.map((key) => signBy(key, purpose, text))
  let linkKey: KeyObject | undefined
  const signLink = (purpose: string, text: string) => {
    if (!linkKey) throw new Error('There is no key for links')
    return createHmac('sha256', linkKey).update(`${purpose}\0${text}`).digest()
  }
  const isOneOf = (expected: readonly Buffer[], signature: Buffer) =>
    expected.some((each) => each.length === signature.length && timingSafeEqual(each, signature))
  const find = (id: string) => keys.find((key) => key.id === id)

  const encrypt = (plain: string) => {
    const { id, encryptionKey } = current()
    const nonce = randomBytes(12)
    const cipher = createCipheriv('aes-256-gcm', encryptionKey, nonce)
    const body = Buffer.concat([cipher.update(plain, 'utf8'), cipher.final()])
    return `2.${id}.${Buffer.concat([nonce, cipher.getAuthTag(), body]).toString('base64url')}`
  }
  const decrypt = (encrypted: string) => {
    const { id, body = '' } = (FORM.exec(encrypted) ?? WITHOUT_ID.exec(encrypted))?.groups ?? {}
    const bytes = Buffer.from(body, 'base64url')
    // The last character has bits that stand for nothing: of the texts that differ in these alone one is right.
    if (!body || bytes.toString('base64url') !== body) throw new Error('This is no encrypted value')
    if (id !== undefined) {
      if (!find(id)) reload()
      const key = find(id)
      if (!key) throw new Error(`Encrypted under the main key ${id}, which is not given`)
      return decryptBytes(key.encryptionKey, bytes)
    }
    return firstThatFits(
      keys.map(
        ({ encryptionKey }) =>
          () =>
            decryptBytes(encryptionKey, bytes),
      ),
    )
  }
  return {
    encrypt,
    decrypt,
    keyIds: () => [current().id, ...keys.slice(1).map(({ id }) => id)],
    currentPrefix: () => `2.${current().id}.`,
    newFileKey: () => encrypt(randomBytes(32).toString('base64url')),
    fileKeys: {
      mainKeys: (salt) => keys.map(({ fileKey }) => fileKey(salt)),
      ownKeys(encryptedKey) {
        const own = createSecretKey(decrypt(encryptedKey), 'base64url')
        return (salt) => [deriveKey(own, 'storehand file 2', salt)]
      },
    },
    sign: (purpose, text) => signBy(current(), purpose, text),
    signatures,
    isSigned: (purpose, text, signature) => isOneOf(signatures(purpose, text), signature),
    signLink,
    isSignedLink: (purpose, text, signature) =>
      isOneOf([signLink(purpose, text), ...signatures(purpose, text)], signature),
    useLinkKey(key) {
      linkKey = deriveKey(key, 'storehand links 1')
    },
    mainKeys: () => keys.map(({ main }) => main),
    reload,
  }
}

function decryptBytes(key: KeyObject, bytes: Buffer): string {
  const cipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, 12), {
    // Without it a text with a shortened tag would be accepted.
    authTagLength: 16,
  })
  cipher.setAuthTag(bytes.subarray(12, 28))
  return cipher.update(bytes.subarray(28), undefined, 'utf8') + cipher.final('utf8')
}

function firstThatFits(attempts: readonly (() => string)[]): string {
  let failure: unknown = new Error('There is no main key')
  for (const attempt of attempts) {
    try {
      return attempt()
    } catch (error) {
      failure = error
    }
  }
  throw failure
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
