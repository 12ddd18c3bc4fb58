// How a file lies in the store: encrypted in pieces, so that it is never whole in memory and no byte of it goes unchecked.
import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { open } from 'node:fs/promises'

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

/** Flushed when it resolves. `to` must not exist. */
export async function writeSealed(keyOf: KeyOfFile, from: string, to: string): Promise<void> {
  const salt = randomBytes(SALT_BYTES)
  const key = keyOf(salt)
  const handle = await open(to, 'wx', 0o600)
  try {
    await handle.writeFile(Buffer.concat([MAGIC, salt]))
    const source = createReadStream(from) as AsyncIterable<Buffer>
    let number = 0
    for await (const { piece, isLast } of pieces(source, PIECE_BYTES)) {
      const cipher = createCipheriv('aes-256-gcm', key, nonceOf(number, isLast))
      const body = Buffer.concat([cipher.update(piece), cipher.final()])
      await handle.writeFile(Buffer.concat([body, cipher.getAuthTag()]))
      number += 1
    }
    await handle.datasync()
  } finally {
    await handle.close()
  }
}

/** What was sealed, piece by piece; throws where a byte of it was changed or is missing. Files from before are given as they are. */
export async function* readSealed(
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
