// What an uploaded file really is, by its content: names and declared types are the sender's words.
import { createReadStream } from 'node:fs'
import { fileTypeFromFile } from 'file-type'
import { openPromise } from 'yauzl'
import { DOCX_LIMITS, type CvKind } from '#domain/cvs.ts'

const PDF = Buffer.from('%PDF-')

/**
 * The kind of a finished file, or undefined when it is none that is taken. Unpacks nothing, runs nothing. `head` is how the
 * file begins: most are PDFs, and say so in their first five bytes.
 */
export async function inspectCv(file: string, head: Buffer): Promise<CvKind | undefined> {
  if (head.subarray(0, 5).equals(PDF)) return 'pdf'
  const type = await fileTypeFromFile(file)
  if (type?.ext === 'docx') return (await isSafeDocx(file)) ? 'docx' : undefined
  if (type?.ext === 'cfb') return (await holdsWordDocument(file)) ? 'doc' : undefined
  return undefined
}

/** Reads the zip's directory only: no macros, and nothing that would unpack to something absurd. */
async function isSafeDocx(file: string): Promise<boolean> {
  const zip = await openPromise(file, { lazyEntries: true, autoClose: false }).catch(
    () => undefined,
  )
  if (!zip) return false
  try {
    if (zip.entryCount > DOCX_LIMITS.entries) return false
    let unpacked = 0
    let hasDocument = false
    for await (const entry of zip.eachEntry()) {
      unpacked += entry.uncompressedSize
      const ratio = entry.uncompressedSize / Math.max(1, entry.compressedSize)
      if (unpacked > DOCX_LIMITS.unpackedBytes || ratio > DOCX_LIMITS.ratio) return false
      if (/vbaProject\.bin$|\/activeX\//i.test(entry.fileName)) return false
      if (entry.fileName === 'word/document.xml') hasDocument = true
    }
    return hasDocument
  } catch {
    return false
  } finally {
    zip.close()
  }
}

/** Old Office files share one container; a Word document names its main stream in it. */
async function holdsWordDocument(file: string): Promise<boolean> {
  const name = Buffer.from('WordDocument', 'utf16le')
  let tail: Buffer = Buffer.alloc(0)
  for await (const chunk of createReadStream(file) as AsyncIterable<Buffer>) {
    const window = Buffer.concat([tail, chunk])
    if (window.includes(name)) return true
    tail = window.subarray(-name.length)
  }
  return false
}
