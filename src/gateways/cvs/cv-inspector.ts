// Detects an uploaded file's kind from its content: the file name and the declared type come from the sender and prove nothing.
import type { Entry } from 'yauzl'
import { refusalOfContent, type CvRefusal } from '#domain/cvs/cv-refusals.ts'
import { DOCX_LIMITS, type CvKind } from '#domain/cvs/cvs.ts'
import { isLockedDoc } from './active-content-doc.ts'
import { declaresMacros } from './active-content-docx.ts'
import type { StagedFile } from '../files.ts'
import { openCvReader } from './cv-reader.ts'
import { isPdf, startOfPdf } from './pdf-structure.ts'
import { isMainOfDocx, mainPartOf, openZip, partsOf, readMetadata } from './word/docx-package.ts'

const ZIP = Buffer.from('PK\x03\x04')
/** Old Office files share one container format. */
const COMPOUND = Buffer.from('d0cf11e0a1b11ae1', 'hex')
/** First bytes of the accepted kinds but PDF, which may begin later. Other files are refused without reading the rest. */
const SIGNATURES = [ZIP, COMPOUND]
/** What an old Office file is, by the name of one of its streams, in any case. */
const streams: readonly (readonly [name: string, is: 'doc' | CvRefusal])[] = [
  [streamNamed('worddocument'), 'doc'],
  // An encrypted file of a current Office; most are DOCX.
  [streamNamed('encryptedpackage'), { why: 'locked', type: '' }],
  [streamNamed('workbook'), refusalOfContent('xls')],
  [streamNamed('powerpoint document'), refusalOfContent('ppt')],
]

/** As it is in the directory of the file, in small letters. */
function streamNamed(name: string): string {
  return Buffer.from(name, 'utf16le').toString('latin1')
}

/** Limit for relationships and content types together. A typical DOCX needs about 5 % of it. */
const METADATA_BYTES = 2_000_000

/** Inspections run one at a time: each holds a whole file in memory, and many uploads may arrive at once. */
let lastInspection: Promise<unknown> = Promise.resolve()

/** A storage that does not answer one read must not block all other uploads. */
const READ_MS = 10_000
/** After this time an upload that waits for others is refused with a retry. */
const WAIT_MS = 30_000

/**
 * The kind of a staged file, or why it is not accepted. Unpacks no text or pictures and runs nothing. Rejects when the file
 * cannot be read in time.
 */
export async function inspectCv(
  { head, read }: Pick<StagedFile, 'head' | 'read'>,
  { readMs = READ_MS, waitMs = WAIT_MS } = {},
): Promise<CvKind | CvRefusal> {
  const isKnown = SIGNATURES.some((signature) => startsWith(head, signature))
  if (!isKnown && startOfPdf(head) < 0) return otherType(head)
  const tooLong = new AbortController()
  const inspected = lastInspection.then(async () => {
    // An upload that was refused this way is skipped: those behind it would wait for nothing.
    tooLong.signal.throwIfAborted()
    const content = await inTime(read(), readMs, 'The file could not be read in time')
    const kind = await kindOf(content)
    // The next inspection does not wait for it: opening a file takes a hundred times as long.
    return { kind, opening: kind === 'pdf' ? isLockedPdf(content) : undefined }
  })
  lastInspection = inspected.catch(() => {})
  const { kind, opening } = await inTime(
    inspected,
    waitMs + readMs,
    'The file could not be inspected in time',
  ).catch((error: unknown) => {
    tooLong.abort(error)
    throw error
  })
  return (await opening) ? { why: 'locked', type: '' } : kind
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

const startsWith = (content: Buffer, signature: Buffer): boolean =>
  signature.equals(content.subarray(0, signature.length))

/** What a file is that cannot be a CV, by its first bytes or by all of them. */
const otherType = async (content: Buffer): Promise<CvRefusal> =>
  (await knownType(content)) ?? { why: 'unknown', type: '' }

async function knownType(content: Buffer): Promise<CvRefusal | undefined> {
  const start = content
    .subarray(0, 200)
    .toString('latin1')
    .replace(/^\xEF\xBB\xBF/, '')
  if (/^\s*<(?:!doctype\s+html|html|head|body)[\s>]/i.test(start)) return refusalOfContent('html')
  if (/^\s*<svg[\s>]/.test(start)) return refusalOfContent('svg')
  const { fileTypeFromBuffer } = await import('file-type')
  const type = await fileTypeFromBuffer(content)
  if (!type) return undefined
  return type.mime.startsWith('image/') ? { why: 'picture', type: '' } : refusalOfContent(type.ext)
}

async function kindOf(content: Buffer): Promise<CvKind | CvRefusal> {
  if (startsWith(content, ZIP)) return kindOfZip(content)
  if (!startsWith(content, COMPOUND)) return kindOfPdf(content)
  const text = content.toString('latin1').toLowerCase()
  const [, is] = streams.find(([name]) => text.includes(name)) ?? []
  if (is === 'doc' && isLockedDoc(content)) return { why: 'locked', type: '' }
  return is ?? { why: 'unknown', type: '' }
}

async function kindOfPdf(content: Buffer): Promise<CvKind | CvRefusal> {
  const start = startOfPdf(content)
  // A picture or a program with a PDF behind its beginning is not one.
  const other = start > 0 ? await knownType(content.subarray(0, start)) : undefined
  if (other) return other
  return isPdf(content) ? 'pdf' : { why: 'damaged', type: '' }
}

/** Few files are encrypted, and most of those open for everybody: only trying shows it. One that takes too long is not refused here. */
const OPEN_SECONDS = 3
/**
 * One is opened at a time, and so many may be in memory for it: others are taken as they are, and staff read that they are locked, so
 * that nobody's upload waits for many slow ones.
 */
const MOST_OPENINGS = 3
let openings = 0
let lastOpening: Promise<unknown> = Promise.resolve()

async function isLockedPdf(content: Buffer): Promise<boolean> {
  if (openings >= MOST_OPENINGS || !content.includes('/Encrypt')) return false
  openings += 1
  const opening = lastOpening
    .then(() => opensWithPassword(content))
    // A reader that cannot be started: it is tried again when the text is read.
    .catch(() => false)
    .finally(() => (openings -= 1))
  lastOpening = opening
  return opening
}

async function opensWithPassword(content: Buffer): Promise<boolean> {
  const reader = openCvReader()
  try {
    const reading = await reader.read(Uint8Array.from(content), 'pdf', OPEN_SECONDS)
    return 'unreadable' in reading && reading.unreadable === 'encrypted'
  } finally {
    await reader.stop()
  }
}

/** Reads the zip directory and the declared types of the parts: refuses macros, ActiveX and zip bombs. */
async function kindOfZip(content: Buffer): Promise<CvKind | CvRefusal> {
  try {
    const zip = await openZip(content)
    if (zip.entryCount > DOCX_LIMITS.entries) return { why: 'damaged', type: '' }
    let unpacked = 0
    const entries: Entry[] = []
    for await (const entry of zip.eachEntry()) {
      unpacked += entry.uncompressedSize
      const ratio = entry.uncompressedSize / Math.max(1, entry.compressedSize)
      const isBomb = unpacked > DOCX_LIMITS.unpackedBytes || ratio > DOCX_LIMITS.ratio
      if (isBomb) return { why: 'damaged', type: '' }
      entries.push(entry)
    }
    const parts = partsOf(entries)
    const metadata = await readMetadata(zip, parts, METADATA_BYTES)
    const hasActiveParts = entries.some(({ fileName }) =>
      /vbaProject\.bin$|\/activeX\//i.test(fileName),
    )
    if (hasActiveParts || declaresMacros(metadata)) return { why: 'macros', type: '' }
    const main = mainPartOf(parts, metadata)
    return main !== undefined && isMainOfDocx(main, metadata) ? 'docx' : otherType(content)
  } catch {
    return { why: 'damaged', type: '' }
  }
}
