// The worker thread of cv-reader.ts: takes a file and posts its text, or the reason why there is none.
import { createRequire } from 'node:module'
import path from 'node:path'
import { parentPort } from 'node:worker_threads'
import { CV_TEXT_LIMITS, DOCX_LIMITS, type CvKind, type CvTextReason } from '#domain/cvs/cvs.ts'
import type { CvReading } from './cv-reader.ts'

const require = createRequire(import.meta.url)

class UnreadableError extends Error {
  readonly reason: CvTextReason
  constructor(reason: CvTextReason) {
    super(reason)
    this.reason = reason
  }
}

async function textOf(content: Uint8Array, kind: CvKind): Promise<CvReading> {
  const { text, isCut } =
    kind === 'pdf'
      ? await pdfText(content)
      : { text: kind === 'docx' ? await docxText(content) : await docText(content), isCut: false }
  const clean = normalizeText(text)
  if (clean === '') return { unreadable: 'no-text' }
  // Counts characters (not UTF-16 units), as PostgreSQL does.
  const characters = Array.from(clean.slice(0, (CV_TEXT_LIMITS.characters + 1) * 2))
  if (characters.length <= CV_TEXT_LIMITS.characters) return { text: clean, isCut }
  return { text: characters.slice(0, CV_TEXT_LIMITS.characters).join(''), isCut: true }
}

/** Removes control characters, which PostgreSQL may reject and terminals may interpret; collapses white space. */
function normalizeText(text: string): string {
  return text
    .replace(/\r\n?|\f|\v|\u2028|\u2029/g, '\n')
    .replace(/[^\P{C}\n\t\u200C\u200D]|\uFFFD/gu, '')
    .replace(/[^\S\n]+/g, ' ')
    .replace(/ ?\n ?/g, '\n')
    .replace(/\n{3,}/g, '\n\n')
    .normalize('NFC')
    .trim()
}

async function pdfText(content: Uint8Array): Promise<{ text: string; isCut: boolean }> {
  const pdfjs = await import('pdfjs-dist/legacy/build/pdf.mjs')
  const files = path.dirname(require.resolve('pdfjs-dist/package.json'))
  const task = pdfjs.getDocument({
    data: content,
    verbosity: pdfjs.VerbosityLevel.ERRORS,
    // pdf.js decodes Chinese, Japanese and Korean text with these tables, which come with the package.
    cMapUrl: `${path.join(files, 'cmaps')}${path.sep}`,
    standardFontDataUrl: `${path.join(files, 'standard_fonts')}${path.sep}`,
    disableFontFace: true,
    // Says that a font outside of the file is not needed, so that pdf.js does not load and repair its own, half the time of a short
    // file. The text is the same, by its tables of widths and letters; Symbol and ZapfDingbats are loaded all the same.
    useSystemFonts: true,
    useWasm: false,
    enableXfa: false,
    maxImageSize: 0,
  })
  try {
    const document = await task.promise.catch((error: unknown) => {
      const isLocked = error instanceof Error && error.name === 'PasswordException'
      throw isLocked ? new UnreadableError('encrypted') : error
    })
    const last = Math.min(document.numPages, CV_TEXT_LIMITS.pages)
    let text = ''
    for (let number = 1; number <= last; number += 1) {
      if (text.length > CV_TEXT_LIMITS.characters) return { text, isCut: true }
      const page = await document.getPage(number)
      const { items } = await page.getTextContent()
      text += `${joinPieces(items.filter((item) => 'str' in item))}\n\n`
      page.cleanup()
    }
    return { text, isCut: last < document.numPages }
  } finally {
    await task.destroy()
  }
}

type Piece = { str: string; hasEOL: boolean; transform: unknown[]; width: number; height: number }

/** Joins positioned pieces of text. Pieces with a gap between them on the page must not become one word. */
function joinPieces(pieces: readonly Piece[]): string {
  let text = ''
  let end = { x: 0, y: 0 }
  for (const { str, hasEOL, transform, width, height } of pieces) {
    const [x, y] = [Number(transform[4]), Number(transform[5])]
    if (text !== '' && !/\s$/.test(text)) {
      const isApart = x - end.x > height * 0.1 || end.x - x > height
      if (Math.abs(y - end.y) > height * 0.5) text += '\n'
      else if (isApart) text += ' '
    }
    text += str + (hasEOL ? '\n' : '')
    if (str !== '') end = { x: x + width, y }
  }
  return text
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
