// The format of a backup: entries, each a line of JSON and its bytes, in one encrypted file. Its authentication detects
// every changed, missing or added byte, so an archive that can be read to its end is complete.
import { OperatorError } from '#domain/operator-error.ts'
import { constants } from 'node:buffer'
import { createReadStream } from 'node:fs'
import { z } from 'zod'
import { deriveKey } from '../derive-key.ts'
import {
  NotAuthentic,
  readEncryptedFile,
  UnknownFormat,
  writeEncryptedFile,
  type FileVersion,
  type KeysOfFile,
} from '../encrypted-file.ts'

/** `head`: a description of the entry, as JSON. */
export type Piece = { head: Record<string, unknown>; bytes: Buffer }

const keysOf =
  (backupKeys: readonly string[]): KeysOfFile =>
  (salt) =>
    backupKeys.map((key) => deriveKey(key, 'storehand backup 1', salt))

/** Returns the size. `to` must not exist. */
export const writeArchive = (
  backupKey: string,
  pieces: AsyncIterable<Piece>,
  to: string,
): Promise<number> =>
  writeEncryptedFile({ version: 'SHF1', keysOf: keysOf([backupKey]) }, bytesOf(pieces), to)

async function* bytesOf(pieces: AsyncIterable<Piece>): AsyncGenerator<Buffer> {
  for await (const { head, bytes } of pieces) {
    yield Buffer.from(`${JSON.stringify({ ...head, bytes: bytes.length })}\n`)
    yield bytes
  }
}

/** A whole entry is in memory: as text it could not be longer. */
const ENTRY_BYTES = constants.MAX_STRING_LENGTH
const LINE_BYTES = 64 * 1024
const pieceHead = z.looseObject({ bytes: z.int().min(0).max(ENTRY_BYTES) })
const damaged = (file: string, cause?: unknown) =>
  new OperatorError(
    `The archive ${file} is damaged: a part of it was changed or is missing. Use another archive.`,
    { cause },
  )

function headOf(file: string, line: string): z.output<typeof pieceHead> {
  try {
    return pieceHead.parse(JSON.parse(line))
  } catch (error) {
    throw damaged(file, error)
  }
}

/** Every archive begins so, under whichever key. */
const BEGINNING = Buffer.from('{"kind":"head","bytes":')
/** Of its bytes, when one was changed; by chance so many never fit. */
const ENOUGH_BYTES = BEGINNING.length - 4

/**
 * Under a wrong key the first chunk is noise. Under the right one it begins as every archive does, although its
 * authentication fails: then it was changed, or cut off, further on.
 */
function failureOf(file: string, error: unknown): unknown {
  if (error instanceof UnknownFormat) {
    return new OperatorError(
      `The file ${file} is no archive of Storehand, or its beginning is damaged. Use another one.`,
      { cause: error },
    )
  }
  if (!(error instanceof NotAuthentic)) {
    // An error of an open file names none.
    const isOfSystem = error instanceof Error && 'syscall' in error
    return isOfSystem ? Object.assign(error, { path: file }) : error
  }
  const fits = (opened: Buffer) =>
    BEGINNING.filter((byte, place) => opened[place] === byte).length >= ENOUGH_BYTES
  if (error.chunk > 0 || error.beginnings.some(fits)) return damaged(file, error)
  return new OperatorError(
    `The archive ${file} was made with another BACKUP_KEY than those that are given, or its first bytes are damaged. Set BACKUP_KEY to the key of that time, or add that to BACKUP_KEY_PREVIOUS; if it is the right one, use another archive.`,
    { cause: error },
  )
}

/** By whichever of the keys it was written. Throws for a wrong one, and when a byte was changed or is missing. */
export async function* readArchive(
  backupKeys: readonly string[],
  file: string,
): AsyncGenerator<Piece> {
  try {
    yield* piecesOf(backupKeys, file)
  } catch (error) {
    throw failureOf(file, error)
  }
}

async function* piecesOf(backupKeys: readonly string[], file: string): AsyncGenerator<Piece> {
  let buffered: Buffer = Buffer.alloc(0)
  let head: z.output<typeof pieceHead> | undefined
  const archiveKeys = (version: FileVersion) =>
    version === 'SHF1' ? keysOf(backupKeys) : undefined
  const chunks = readEncryptedFile({ keysOf: archiveKeys }, createReadStream(file))
  const waiting: Buffer[] = []
  let waitingBytes = 0
  for await (const chunk of chunks) {
    waiting.push(chunk)
    waitingBytes += chunk.length
    // Concatenated only when a whole entry may be complete: a large one would otherwise be copied with each chunk.
    if (head && buffered.length + waitingBytes < head.bytes) continue
    buffered = Buffer.concat([buffered, ...waiting])
    waiting.length = 0
    waitingBytes = 0
    for (;;) {
      if (!head) {
        const end = buffered.indexOf(0x0a)
        if (end > LINE_BYTES || (end < 0 && buffered.length > LINE_BYTES)) throw damaged(file)
        if (end < 0) break
        head = headOf(file, buffered.toString('utf8', 0, end))
        buffered = buffered.subarray(end + 1)
      }
      if (buffered.length < head.bytes) break
      yield { head, bytes: buffered.subarray(0, head.bytes) }
      buffered = buffered.subarray(head.bytes)
      head = undefined
    }
  }
  if (head || buffered.length > 0 || waiting.length > 0) throw damaged(file)
}
