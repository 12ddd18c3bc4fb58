// The worker thread of cv-reader.ts: takes a file and posts its text, or the reason why there is none.
import { parentPort } from 'node:worker_threads'
import { CV_TEXT_LIMITS, DOCX_LIMITS, type CvKind, type CvTextReason } from '#domain/cvs/cvs.ts'
import { WIDE_BLANK } from '#domain/cvs/search-text.ts'
import type { CvReading } from './cv-reader.ts'
import { pdfText } from './pdf/pdf-text.ts'

class UnreadableError extends Error {
  readonly reason: CvTextReason
  constructor(reason: CvTextReason) {
    super(reason)
    this.reason = reason
  }
}

async function textOf(content: Uint8Array, kind: CvKind): Promise<CvReading> {
  const found =
    kind === 'pdf'
      ? await pdfText(content)
      : { text: kind === 'docx' ? await docxText(content) : await docText(content), isCut: false }
  if (typeof found === 'string') return { unreadable: found }
  const { text, ...rest } = found
  const clean = normalizeText(text)
  if (clean === '') return { unreadable: 'no-text' }
  // Counts characters (not UTF-16 units), as PostgreSQL does.
  const characters = Array.from(clean.slice(0, (CV_TEXT_LIMITS.characters + 1) * 2))
  if (characters.length <= CV_TEXT_LIMITS.characters) return { text: clean, ...rest }
  return { ...rest, text: characters.slice(0, CV_TEXT_LIMITS.characters).join(''), isCut: true }
}

/** Removes control characters, which PostgreSQL may reject and terminals may interpret; collapses white space. */
function normalizeText(text: string): string {
  return text
    .replace(/\r\n?|\f|\v|\u2028|\u2029/g, '\n')
    .replace(/[^\P{C}\n\t\u200C\u200D]|\uFFFD/gu, '')
    .replace(/[^\S\n]+/g, (blank) => (blank === WIDE_BLANK ? blank : ' '))
    .replace(/ ?\n ?/g, '\n')
    .replace(/\n{3,}/g, '\n\n')
    .normalize('NFC')
    .trim()
}

async function docxText(content: Uint8Array): Promise<string> {
  const buffer = Buffer.from(content.buffer, content.byteOffset, content.byteLength)
  await refuseZipBomb(buffer)
  const { default: mammoth } = await import('mammoth')
  const { value } = await mammoth.extractRawText({ buffer })
  // mammoth ends each paragraph with two line breaks.
  return value.replace(/\n\n/g, '\n')
}

/**
 * The upload check trusted the sizes in the zip directory, which may be false. This unpacks each part once and discards the
 * bytes, before mammoth keeps them all in memory; yauzl fails at the first byte beyond the declared size.
 */
async function refuseZipBomb(buffer: Buffer): Promise<void> {
  const { fromBufferPromise } = await import('yauzl')
  const zip = await fromBufferPromise(buffer, { lazyEntries: true, validateEntrySizes: true })
  let unpacked = 0
  for await (const entry of zip.eachEntry()) {
    for await (const chunk of await zip.openReadStreamPromise(entry)) {
      unpacked += (chunk as Buffer).length
      if (unpacked > DOCX_LIMITS.unpackedBytes) throw new UnreadableError('too-heavy')
    }
  }
}

async function docText(content: Uint8Array): Promise<string> {
  const { default: WordExtractor } = await import('word-extractor')
  const buffer = Buffer.from(content.buffer, content.byteOffset, content.byteLength)
  const document = await new WordExtractor().extract(buffer)
  const parts = [
    document.getHeaders({ includeFooters: false }),
    document.getBody(),
    document.getTextboxes(),
    document.getFootnotes(),
  ]
  return parts.filter(Boolean).join('\n\n')
}

parentPort?.on('message', ({ content, kind }: { content: Uint8Array; kind: CvKind }) => {
  void textOf(content, kind)
    .catch((error: unknown): CvReading => ({
      unreadable: error instanceof UnreadableError ? error.reason : 'damaged',
    }))
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread's port has no origins
    .then((reading) => parentPort?.postMessage(reading))
})
