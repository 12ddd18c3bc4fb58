// What an uploaded file really is, by its content: names and declared types are the sender's words.
import { fileTypeFromBuffer } from 'file-type'
import { fromBufferPromise, type Entry } from 'yauzl'
import { DOCX_LIMITS, type CvKind } from '#domain/cvs/cvs.ts'
import { saysMacros } from './active-content-docx.ts'
import type { StagedFile } from '../files.ts'
import { isPdf } from './pdf-structure.ts'

const PDF = Buffer.from('%PDF-')
/** How those begin that may be taken: nothing else is read. */
const BEGINNINGS = [PDF, Buffer.from('PK\x03\x04'), Buffer.from('d0cf11e0a1b11ae1', 'hex')]
/** Old Office files share one container; a Word document names its main stream in it. */
const WORD_STREAM = Buffer.from('WordDocument', 'utf16le')

/** Files are looked into one after the other: each is whole in memory meanwhile, and many may come at once. */
let lookedInto: Promise<unknown> = Promise.resolve()

/** The kind of a finished file, or undefined when it is none that is taken. Unpacks no text and no picture, runs nothing. */
export async function inspectCv({
  head,
  read,
}: Pick<StagedFile, 'head' | 'read'>): Promise<CvKind | undefined> {
  if (!BEGINNINGS.some((begin) => begin.equals(head.subarray(0, begin.length)))) return undefined
  const kind = lookedInto.then(async () => kindOf(await read()))
  lookedInto = kind.catch(() => {})
  return kind
}

async function kindOf(content: Buffer): Promise<CvKind | undefined> {
  if (PDF.equals(content.subarray(0, PDF.length))) return isPdf(content) ? 'pdf' : undefined
  const type = await fileTypeFromBuffer(content)
  if (type?.ext === 'docx') return (await isSafeDocx(content)) ? 'docx' : undefined
  if (type?.ext === 'cfb') return content.includes(WORD_STREAM) ? 'doc' : undefined
  return undefined
}

/** Reads the zip's directory and what it says of its parts: no macros, and nothing that would unpack to something absurd. */
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
    return hasDocument && !(await saysMacros(zip, entries))
  } catch {
    return false
  }
}
