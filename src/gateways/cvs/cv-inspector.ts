// Detects an uploaded file's kind from its content: the file name and the declared type come from the sender and prove nothing.
import { fromBufferPromise, type Entry } from 'yauzl'
import { DOCX_LIMITS, type CvKind } from '#domain/cvs/cvs.ts'
import { declaresMacros } from './active-content-docx.ts'
import type { StagedFile } from '../files.ts'
import { isPdf } from './pdf-structure.ts'

const PDF = Buffer.from('%PDF-')
/** First bytes of the accepted kinds. A file that starts otherwise is rejected without reading the rest. */
const SIGNATURES = [PDF, Buffer.from('PK\x03\x04'), Buffer.from('d0cf11e0a1b11ae1', 'hex')]
/** Old Office files share one container format; in a Word document it has a stream of this name. */
const WORD_STREAM = Buffer.from('WordDocument', 'utf16le')

/** Inspections run one at a time: each holds a whole file in memory, and many uploads may arrive at once. */
let lastInspection: Promise<unknown> = Promise.resolve()

/** A storage that does not answer one read must not block all other uploads. */
const READ_MS = 10_000
/** After this time an upload that waits for others is refused with a retry. */
const WAIT_MS = 30_000

/**
 * The kind of a staged file; undefined when it is not accepted. Unpacks no text or pictures and runs nothing. Rejects when the
 * file cannot be read in time.
 */
export async function inspectCv(
  { head, read }: Pick<StagedFile, 'head' | 'read'>,
  { readMs = READ_MS, waitMs = WAIT_MS } = {},
): Promise<CvKind | undefined> {
  if (!SIGNATURES.some((signature) => signature.equals(head.subarray(0, signature.length)))) {
    return undefined
  }
  const tooLong = new AbortController()
  const kind = lastInspection.then(async () => {
    // An upload that was refused this way is skipped: those behind it would wait for nothing.
    tooLong.signal.throwIfAborted()
    return kindOf(await inTime(read(), readMs, 'The file could not be read in time'))
  })
  lastInspection = kind.catch(() => {})
  return inTime(kind, waitMs + readMs, 'The file could not be inspected in time').catch(
    (error: unknown) => {
      tooLong.abort(error)
      throw error
    },
  )
}

async function inTime<Value>(value: Promise<Value>, ms: number, message: string): Promise<Value> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(Object.assign(new Error(message), { code: 'ETIMEDOUT' })), ms)
  })
  try {
    return await Promise.race([value, late])
  } finally {
    clearTimeout(timer)
  }
}

async function kindOf(content: Buffer): Promise<CvKind | undefined> {
  if (PDF.equals(content.subarray(0, PDF.length))) return isPdf(content) ? 'pdf' : undefined
  const { fileTypeFromBuffer } = await import('file-type')
  const type = await fileTypeFromBuffer(content)
  if (type?.ext === 'docx') return (await isSafeDocx(content)) ? 'docx' : undefined
  if (type?.ext === 'cfb') return content.includes(WORD_STREAM) ? 'doc' : undefined
  return undefined
}

/** Reads the zip directory and the declared part types: false for macros, ActiveX and zip bombs. */
async function isSafeDocx(content: Buffer): Promise<boolean> {
  const zip = await fromBufferPromise(content, { lazyEntries: true, autoClose: false }).catch(
    () => undefined,
  )
  if (!zip) return false
  try {
    if (zip.entryCount > DOCX_LIMITS.entries) return false
    let unpacked = 0
    let hasDocument = false
    const entries: Entry[] = []
    for await (const entry of zip.eachEntry()) {
      unpacked += entry.uncompressedSize
      const ratio = entry.uncompressedSize / Math.max(1, entry.compressedSize)
      if (unpacked > DOCX_LIMITS.unpackedBytes || ratio > DOCX_LIMITS.ratio) return false
      if (/vbaProject\.bin$|\/activeX\//i.test(entry.fileName)) return false
      if (entry.fileName === 'word/document.xml') hasDocument = true
      entries.push(entry)
    }
    return hasDocument && !(await declaresMacros(zip, entries))
  } catch {
    return false
  }
}
