// How a file lies in the store: encrypted in pieces, so that it is never whole in memory and no byte of it goes unchecked.
import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import { open, type FileHandle } from 'node:fs/promises'

/** Begins every sealed file; no PDF, DOC or DOCX does. The digit is the form that follows. */
const MAGIC = Buffer.from('SHF1')
const SALT_BYTES = 16
const HEAD_BYTES = MAGIC.length + SALT_BYTES
const PIECE_BYTES = 64 * 1024
const TAG_BYTES = 16

/** A key of its own for every file, so that the pieces' numbers can be their nonces. */
export type KeyOfFile = (salt: Buffer) => Buffer

/** The last piece says so: a file that was cut at a seam does not pass for a whole one. */
function nonceOf(piece: number, isLast: boolean): Buffer {
  const nonce = Buffer.alloc(12)
  nonce.writeUInt32BE(piece, 7)
  nonce[11] = isLast ? 1 : 0
  return nonce
}

/** Memory for pieces that are being gathered: what is allocated for each file makes the collector look through everything else, which costs more than the encryption. */
const spare: Buffer[] = []
const SPARE_PIECES = 8

/** Answers how many bytes `content` had; flushed when it resolves. `to` must not exist. */
export async function writeEncryptedFile(
  keyOf: KeyOfFile,
  content: AsyncIterable<Buffer> | Iterable<Buffer>,
  to: string,
): Promise<number> {
  const sealed = await open(to, 'wx', 0o600)
  const memory = spare.pop() ?? Buffer.allocUnsafeSlow(PIECE_BYTES)
  try {
    const salt = randomBytes(SALT_BYTES)
    const key = keyOf(salt)
    let [number, held, size] = [0, 0, 0]
    const writePiece = async (isLast: boolean) => {
      const cipher = createCipheriv('aes-256-gcm', key, nonceOf(number, isLast))
      const body = cipher.update(memory.subarray(0, held))
      const parts = [body, cipher.final(), cipher.getAuthTag()]
      await write(sealed, number === 0 ? [MAGIC, salt, ...parts] : parts)
      number += 1
      held = 0
    }
    for await (const chunk of content) {
      for (let at = 0; at < chunk.length;) {
        // A full piece is held back until it is known that more follows.
        if (held === PIECE_BYTES) await writePiece(false)
        const copied = chunk.copy(memory, held, at)
        held += copied
        at += copied
      }
      size += chunk.length
    }
    await writePiece(true)
    await sealed.datasync()
    return size
  } finally {
    if (spare.length < SPARE_PIECES) spare.push(memory)
    await sealed.close()
  }
}

/** A disk that is nearly full may take less than it was given, without an error. */
async function write(sealed: FileHandle, parts: readonly Buffer[]): Promise<void> {
  const { bytesWritten } = await sealed.writev(parts)
  const length = parts.reduce((sum, part) => sum + part.length, 0)
  if (bytesWritten !== length) throw new Error('The file could not be written whole')
}

/** What was sealed, piece by piece; throws where a byte of it was changed or is missing. Files from before are given as they are. */
export async function* readEncryptedFile(
  keyOf: KeyOfFile,
  stored: AsyncIterable<Buffer>,
): AsyncGenerator<Buffer> {
  const chunks = stored[Symbol.asyncIterator]()
  try {
    const { head, rest } = await split(chunks, HEAD_BYTES)
    if (!head.subarray(0, MAGIC.length).equals(MAGIC)) {
      yield head
      yield* rest
      return
    }
    const key = keyOf(head.subarray(MAGIC.length))
    let number = 0
    for await (const { piece, isLast } of pieces(rest, PIECE_BYTES + TAG_BYTES)) {
      const end = piece.length - TAG_BYTES
      const cipher = createDecipheriv('aes-256-gcm', key, nonceOf(number, isLast), {
        // Without it a piece cut within its tag would pass for a whole one.
        authTagLength: TAG_BYTES,
      })
      cipher.setAuthTag(piece.subarray(Math.max(end, 0)))
      yield Buffer.concat([cipher.update(piece.subarray(0, Math.max(end, 0))), cipher.final()])
      number += 1
    }
  } finally {
    // Whoever stops reading early must not leave the store's stream open.
    await chunks.return?.()
  }
}

/** The first bytes (fewer where there are no more), and what follows them. */
async function split(
  chunks: AsyncIterator<Buffer>,
  size: number,
): Promise<{ head: Buffer; rest: AsyncIterable<Buffer> }> {
  let held: Buffer = Buffer.alloc(0)
  while (held.length < size) {
    const next = await chunks.next()
    if (next.done) break
    held = Buffer.concat([held, next.value])
  }
  async function* rest() {
    yield held.subarray(size)
    for (let next = await chunks.next(); !next.done; next = await chunks.next()) yield next.value
  }
  return { head: held.subarray(0, size), rest: rest() }
}

/** Cuts into pieces of one size; the last is what is left, and an empty file has one piece too. */
async function* pieces(
  chunks: AsyncIterable<Buffer>,
  size: number,
): AsyncGenerator<{ piece: Buffer; isLast: boolean }> {
  let held: Buffer = Buffer.alloc(0)
  for await (const chunk of chunks) {
    held = held.length > 0 ? Buffer.concat([held, chunk]) : chunk
    // One piece is held back until it is known whether more follows.
    while (held.length > size) {
      yield { piece: held.subarray(0, size), isLast: false }
      held = held.subarray(size)
    }
  }
  yield { piece: held, isLast: true }
}
