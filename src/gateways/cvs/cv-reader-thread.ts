// The worker thread of cv-reader.ts: takes a file and posts its text, or the reason why there is none.
import { parentPort } from 'node:worker_threads'
import { CV_TEXT_LIMITS, type CvKind } from '#domain/cvs/cvs.ts'
import { WIDE_BLANK } from '#domain/cvs/search-text.ts'
import type { CvReading } from './cv-reader.ts'
import { loadPdfium, pdfText } from './pdf/pdf-text.ts'
import { READY } from '../limited-thread.ts'
import { UnreadableError } from './unreadable-error.ts'
import { docText } from './word/doc-text.ts'
import { docxText } from './word/docx-text.ts'

async function textOf(content: Uint8Array, kind: CvKind): Promise<CvReading> {
  const found = kind === 'pdf' ? await pdfText(content) : await wordText(content, kind)
  if (typeof found === 'string') return { unreadable: found }
  const { text, ...rest } = found
  // A page shows no format characters; in a Word file they are typed, as direction marks and joiners are.
  const shown = kind === 'pdf' ? text.replace(/(?![\u200C\u200D])\p{Cf}/gu, '') : text
  const clean = normalizeText(shown)
  if (clean === '') return { unreadable: 'no-text' }
  // Counts characters (not UTF-16 units), as PostgreSQL does.
  const characters = Array.from(clean.slice(0, (CV_TEXT_LIMITS.characters + 1) * 2))
  if (characters.length <= CV_TEXT_LIMITS.characters) return { text: clean, ...rest }
  return { ...rest, text: characters.slice(0, CV_TEXT_LIMITS.characters).join(''), isCut: true }
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
    .replace(/[^\S\n]+/g, (blank) => (blank === WIDE_BLANK ? blank : ' '))
    .replace(/ ?\n ?/g, '\n')
    .replace(/\n{3,}/g, '\n\n')
    .normalize('NFC')
    .trim()
}

await loadPdfium()
// oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread's port has no origins
parentPort?.postMessage(READY)
parentPort?.on('message', ({ content, kind }: { content: Uint8Array; kind: CvKind }) => {
  void textOf(content, kind)
    .catch((error: unknown): CvReading => ({
      unreadable: error instanceof UnreadableError ? error.reason : 'damaged',
    }))
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread's port has no origins
    .then((reading) => parentPort?.postMessage(reading))
})
