// The format of stored files: encrypted and authenticated in chunks, so that a file is never in memory as a whole.
import { createCipheriv, createDecipheriv, randomBytes, type KeyObject } from 'node:crypto'
import { open, type FileHandle } from 'node:fs/promises'
import { namingFile } from './new-file.ts'

/**
 * First bytes of every encrypted file; no PDF, DOC or DOCX starts with them. The digit tells which key it has: 1 is
 * derived from a main key, 2 is the file's own key, which is stored elsewhere.
 */
export type FileVersion = 'SHF1' | 'SHF2'
const VERSION_BYTES = 4
const SALT_BYTES = 16
const HEAD_BYTES = VERSION_BYTES + SALT_BYTES
const CHUNK_BYTES = 64 * 1024
const TAG_BYTES = 16
const BEGINNING_BYTES = 64

/**
 * The keys with which a file with this salt may be encrypted, the first of which is used for writing. One for each
 * file, so that chunk numbers can serve as nonces.
 */
export type KeysOfFile = (salt: Buffer) => readonly KeyObject[]
/** Undefined when no file of this version is expected. */
export type KeysOfVersion = (version: FileVersion) => KeysOfFile | undefined

/** Marks the last chunk, so that a file truncated between two chunks does not decrypt. */
function nonceOf(chunkNumber: number, isLast: boolean): Buffer {
  const nonce = Buffer.alloc(12)
  nonce.writeUInt32BE(chunkNumber, 7)
  nonce[11] = isLast ? 1 : 0
  return nonce
}

/** Reused chunk buffers. Allocating one for each file triggers garbage collections that take longer than the encryption. */
const spareBuffers: Buffer[] = []
const SPARE_CHUNKS = 8

/** No key that is given fits, or a byte was changed or is missing. */
export class NotAuthentic extends Error {
  /** The first one is 0. */
  readonly chunk: number
  /** The first bytes of that chunk under each key, unproven: only to judge which of the two it is. */
  readonly beginnings: readonly Buffer[]
  constructor(chunk: number, beginnings: readonly Buffer[], options: ErrorOptions) {
    super('a damaged file, or one that needs another key', options)
    this.chunk = chunk
    this.beginnings = beginnings
  }
}

/** It does not begin as an encrypted file does. */
export class UnknownFormat extends Error {
  override message = 'no encrypted file of Storehand'
}

/** Returns the size of `content` in bytes. The file is flushed to disk when it resolves. `to` must not exist. */
export async function writeEncryptedFile(
  { version, keysOf }: { version: FileVersion; keysOf: KeysOfFile },
  content: AsyncIterable<Buffer> | Iterable<Buffer>,
  to: string,
): Promise<number> {
  const file = await open(to, 'wx', 0o600)
  const write = (parts: readonly Buffer[]) => namingFile(to, () => writeWhole(file, parts))
  const pending = spareBuffers.pop() ?? Buffer.allocUnsafeSlow(CHUNK_BYTES)
  try {
    const salt = randomBytes(SALT_BYTES)
    const [key] = keysOf(salt)
    if (!key) throw new Error('There is no key to encrypt a file with')
    let [number, buffered, size] = [0, 0, 0]
    const writeChunk = async (isLast: boolean) => {
      const cipher = createCipheriv('aes-256-gcm', key, nonceOf(number, isLast))
      const body = cipher.update(pending.subarray(0, buffered))
      // Its output is empty: this mode buffers no bytes.
      cipher.final()
      const parts = [body, cipher.getAuthTag()]
      await write(number === 0 ? [Buffer.from(version), salt, ...parts] : parts)
      number += 1
      buffered = 0
    }
    for await (const chunk of content) {
      for (let at = 0; at < chunk.length;) {
        // Writes a full chunk only when more data follows, because the last chunk is marked.
        if (buffered === CHUNK_BYTES) await writeChunk(false)
        const copied = chunk.copy(pending, buffered, at)
        buffered += copied
        at += copied
      }
      size += chunk.length
    }
    await writeChunk(true)
    await namingFile(to, () => file.datasync())
    return size
  } finally {
    if (spareBuffers.length < SPARE_CHUNKS) spareBuffers.push(pending)
    await file.close()
  }
}

/** A nearly full disk may write fewer bytes than requested, without an error. */
async function writeWhole(file: FileHandle, parts: readonly Buffer[]): Promise<void> {
  const { bytesWritten } = await file.writev(parts)
  const length = parts.reduce((sum, part) => sum + part.length, 0)
  if (bytesWritten === length) return
  const reason = new Error('The file could not be written whole')
  throw Object.assign(reason, { code: 'ENOSPC' })
}

/**
 * `orPlain`: a file without encryption, which has no key, is given unchanged. Anyone who can write to the storage can put
 * one in the place of an encrypted one, so only where none can be expected to be encrypted.
 */
type Expected = { keysOf: KeysOfVersion; orPlain?: boolean }

/** Decrypts chunk by chunk; throws when a byte was changed or is missing. */
export async function* readEncryptedFile(
  { keysOf, orPlain = false }: Expected,
  stored: AsyncIterable<Buffer>,
): AsyncGenerator<Buffer> {
  const chunks = stored[Symbol.asyncIterator]()
  try {
    const { head, rest } = await split(chunks, HEAD_BYTES)
    const version = versionOf(head)
    if (!version) {
      if (!orPlain) throw new UnknownFormat()
      yield head
      yield* rest
      return
    }
    let keys = keysOf(version)?.(head.subarray(VERSION_BYTES)) ?? []
    let number = 0
    for await (const { chunk, isLast } of splitIntoChunks(rest, CHUNK_BYTES + TAG_BYTES)) {
      const { key, plain } = decryptChunk(keys, chunk, number, isLast)
      yield plain
      keys = [key]
      number += 1
    }
  } finally {
    // Closes the source stream also when the consumer stops early.
    await chunks.return?.()
  }
}

/**
 * The content of a file that is in memory as stored. Throws like `readEncryptedFile`. In its own buffer, which can be
 * transferred to a thread: streams would leave a copy of each step to the garbage collector.
 */
export function decryptFile(
  { keysOf, orPlain = false }: Expected,
  stored: Buffer,
): Uint8Array<ArrayBuffer> {
  const head = stored.subarray(0, HEAD_BYTES)
  const version = versionOf(head)
  if (!version) {
    if (!orPlain) throw new UnknownFormat()
    return Uint8Array.from(stored)
  }
  let keys = keysOf(version)?.(head.subarray(VERSION_BYTES)) ?? []
  const rest = stored.subarray(HEAD_BYTES)
  const storedChunk = CHUNK_BYTES + TAG_BYTES
  const chunks = Math.max(1, Math.ceil(rest.length / storedChunk))
  const content = new Uint8Array(Math.max(0, rest.length - chunks * TAG_BYTES))
  for (let number = 0; number < chunks; number++) {
    const chunk = rest.subarray(number * storedChunk, (number + 1) * storedChunk)
    const { key, plain } = decryptChunk(keys, chunk, number, number === chunks - 1)
    content.set(plain, number * CHUNK_BYTES)
    keys = [key]
  }
  return content
}

function versionOf(head: Buffer): FileVersion | undefined {
  const text = head.toString('latin1', 0, VERSION_BYTES)
  return text === 'SHF1' || text === 'SHF2' ? text : undefined
}

/** With the first key that decrypts it. */
function decryptChunk(
  keys: readonly KeyObject[],
  chunk: Buffer,
  number: number,
  isLast: boolean,
): { key: KeyObject; plain: Buffer } {
  const end = Math.max(chunk.length - TAG_BYTES, 0)
  const cipherOf = (key: KeyObject, asLast: boolean) =>
    createDecipheriv('aes-256-gcm', key, nonceOf(number, asLast), {
      // Without it a chunk with a shortened tag would be accepted.
      authTagLength: TAG_BYTES,
    })
  let cause: unknown
  for (const key of keys) {
    const cipher = cipherOf(key, isLast)
    const plain = cipher.update(chunk.subarray(0, end))
    try {
      cipher.setAuthTag(chunk.subarray(end))
      // Throws when the tag is wrong. Its output is empty: this mode buffers no bytes.
      cipher.final()
      return { key, plain }
    } catch (error) {
      cause = error
    }
  }
  // The last one of a file that was cut off was written as one with others behind it.
  const beginnings = keys.flatMap((key) =>
    [true, false].map((asLast) => cipherOf(key, asLast).update(chunk.subarray(0, BEGINNING_BYTES))),
  )
  throw new NotAuthentic(number, beginnings, { cause })
}

/** The first `size` bytes (fewer when there are no more), and the rest. */
async function split(
  chunks: AsyncIterator<Buffer>,
  size: number,
): Promise<{ head: Buffer; rest: AsyncIterable<Buffer> }> {
  let buffered: Buffer = Buffer.alloc(0)
  while (buffered.length < size) {
    const next = await chunks.next()
    if (next.done) break
    buffered = Buffer.concat([buffered, next.value])
  }
  async function* rest() {
    yield buffered.subarray(size)
    for (let next = await chunks.next(); !next.done; next = await chunks.next()) yield next.value
  }
  return { head: buffered.subarray(0, size), rest: rest() }
}

/** Splits into chunks of one size; the last may be shorter. Yields at least one chunk. */
async function* splitIntoChunks(
  chunks: AsyncIterable<Buffer>,
  size: number,
): AsyncGenerator<{ chunk: Buffer; isLast: boolean }> {
  let buffered: Buffer = Buffer.alloc(0)
  for await (const chunk of chunks) {
    buffered = buffered.length > 0 ? Buffer.concat([buffered, chunk]) : chunk
    // Keeps one chunk back until it is known whether more follow.
    while (buffered.length > size) {
      yield { chunk: buffered.subarray(0, size), isLast: false }
      buffered = buffered.subarray(size)
    }
  }
  yield { chunk: buffered, isLast: true }
}
