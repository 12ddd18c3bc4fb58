// The worker thread of cv-reader.ts: takes a file and posts its text, or the reason why there is none.
import { createRequire } from 'node:module'
import path from 'node:path'
import { parentPort } from 'node:worker_threads'
import { CV_TEXT_LIMITS, type CvKind } from '#domain/cvs/cvs.ts'
import type { CvReading } from './cv-reader.ts'
import { docText } from './word/doc-text.ts'
import { docxText } from './word/docx-text.ts'
import { UnreadableError } from './unreadable-error.ts'

const require = createRequire(import.meta.url)

async function textOf(content: Uint8Array, kind: CvKind): Promise<CvReading> {
  const { text, isCut, missing } =
    kind === 'pdf'
      ? { ...(await pdfText(content)), missing: undefined }
      : await wordText(content, kind)
  const clean = normalizeText(text)
  if (clean === '') return { unreadable: 'no-text' }
  // Counts characters (not UTF-16 units), as PostgreSQL does.
  const characters = Array.from(clean.slice(0, (CV_TEXT_LIMITS.characters + 1) * 2))
  const isLong = characters.length > CV_TEXT_LIMITS.characters
  const kept = isLong ? characters.slice(0, CV_TEXT_LIMITS.characters).join('') : clean
  return { text: kept, isCut: isCut || isLong, ...(missing && { missing }) }
}

async function wordText(content: Uint8Array, kind: 'doc' | 'docx') {
  const buffer = Buffer.from(content.buffer, content.byteOffset, content.byteLength)
  const word = kind === 'docx' ? await docxText(buffer) : docText(buffer)
  return { ...word, isCut: false }
}

/**
 * Removes what is no letter for anybody: control characters, which PostgreSQL may reject and terminals may interpret, halves of
 * characters, and those of private use, which icon fonts have. What is invisible and belongs to the writing stays. Collapses
 * white space.
 */
function normalizeText(text: string): string {
  return text
    .replace(/\r\n?|\f|\v|\u2028|\u2029/g, '\n')
    .replace(/(?![\n\t])[\p{Cc}\p{Cs}\p{Co}\p{Noncharacter_Code_Point}\uFEFF\uFFFD]/gu, '')
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

parentPort?.on('message', ({ content, kind }: { content: Uint8Array; kind: CvKind }) => {
  void textOf(content, kind)
    .catch((error: unknown): CvReading => ({
      unreadable: error instanceof UnreadableError ? error.reason : 'damaged',
    }))
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread's port has no origins
    .then((reading) => parentPort?.postMessage(reading))
})
