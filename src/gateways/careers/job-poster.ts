// Renders the poster of a job as a PDF, in the shop's brand: for the window, so it must be readable from two steps
// away, and scannable.
import { PDFDocument, type SKRSContext2D } from '@napi-rs/canvas'
import { encode } from 'uqr'
import { accentOf, blendWithWhite } from '#domain/careers/accent.ts'
import type { PosterSize, PosterWords } from '#domain/careers/job-picture.ts'
import { colorOf } from '#domain/organizations/brand.ts'
import {
  drawLines,
  drawWithin,
  fontOf,
  linesOf,
  readImage,
  type Ink,
  type Side,
} from './canvas-text.ts'

/** Points. Everything is laid out on A4 and scaled down for A5, which has the same proportions. */
const A4 = { width: 595, height: 842 } as const
const widths: Readonly<Record<PosterSize, number>> = { a4: A4.width, a5: 420 }
const MARGIN = 48
const ROOM = A4.width - 2 * MARGIN
const QR = 132
/** The top of the block with the QR code. */
const FOOT = A4.height - MARGIN - QR
const INK = '#1D1724'
const SECONDARY = '#585460'

export async function drawPoster(
  words: PosterWords,
  { size, logo }: { size: PosterSize; logo: Uint8Array | null },
): Promise<Buffer> {
  const mark = await readImage(logo)
  const document = new PDFDocument({ title: words.title, author: words.brand.name })
  const scale = widths[size] / A4.width
  // It is the canvas of a page, with the methods of every canvas.
  const ink = document.beginPage(A4.width * scale, A4.height * scale) as unknown as SKRSContext2D
  ink.scale(scale, scale)
  const below = drawHead(ink, words)
  drawText(ink, words, drawFacts(ink, words, below))
  drawFoot(ink, words)
  if (mark) drawWithin(ink, mark, { ...besideCode(words), y: FOOT + QR - 40, height: 40 })
  document.endPage()
  return document.close()
}

const sideOf = ({ direction }: PosterWords): Side => (direction === 'rtl' ? 'right' : 'left')

/** The space beside the QR code, which is at the start side of the language. */
const besideCode = (words: PosterWords) => {
  const side = sideOf(words)
  return { x: side === 'left' ? MARGIN + QR + 24 : MARGIN, width: ROOM - QR - 24, side }
}

function drawHead(ink: Ink, words: PosterWords): number {
  const { color, veil, on } = accentOf(colorOf(words.brand))
  // The largest size at which the title fits in three lines.
  let size = 64
  let title: string[] = []
  for (; size >= 30; size -= 4) {
    ink.font = fontOf(size, 700)
    title = linesOf(ink, words.title, ROOM, 3)
    if (!title.at(-1)?.endsWith('…') && title.length * size <= 170) break
  }
  const height = 104 + title.length * size * 1.1 + 26
  ink.fillStyle = blendWithWhite(color, veil)
  ink.fillRect(0, 0, A4.width, height)
  ink.fillStyle = on
  ink.font = fontOf(19, 600)
  const block = { x: MARGIN, width: ROOM, height: 26, side: sideOf(words) }
  drawLines(ink, linesOf(ink, words.brand.name, ROOM, 1), 56, block)
  ink.font = fontOf(19)
  drawLines(ink, [words.hiring], 82, block)
  ink.font = fontOf(size, 700)
  drawLines(ink, title, 98 + size, { ...block, height: size * 1.1 })
  return height
}

/** In two columns. */
function drawFacts(ink: Ink, words: PosterWords, top: number): number {
  const { facts } = words
  const side = sideOf(words)
  const width = (ROOM - 24) / 2
  let y = top + 36
  for (let place = 0; place < facts.length; place += 2) {
    let deepest = y
    facts.slice(place, place + 2).forEach(([name, fact], column) => {
      const x = MARGIN + (side === 'left' ? column : 1 - column) * (width + 24)
      ink.fillStyle = SECONDARY
      ink.font = fontOf(12)
      drawLines(ink, linesOf(ink, name, width, 1), y, { x, width, height: 16, side })
      ink.fillStyle = INK
      ink.font = fontOf(17, 600)
      const lines = linesOf(ink, fact, width, 3)
      deepest = Math.max(deepest, drawLines(ink, lines, y + 20, { x, width, height: 21, side }))
    })
    y = deepest + 14
  }
  return y
}

/** As many paragraphs as fit above the QR code. */
function drawText(ink: Ink, words: PosterWords, top: number): void {
  ink.fillStyle = INK
  ink.font = fontOf(15)
  const height = 21
  const block = { x: MARGIN, width: ROOM, height, side: sideOf(words) }
  let y = top + 14
  for (const paragraph of words.text) {
    const free = Math.floor((FOOT - 24 - y) / height) + 1
    if (free < 1) return
    const lines = linesOf(ink, paragraph, ROOM, free)
    y = drawLines(ink, lines, y, block) + 7
  }
}

function drawFoot(ink: Ink, words: PosterWords): void {
  ink.fillStyle = INK
  ink.fillRect(MARGIN, FOOT - 18, ROOM, 1.5)
  const block = besideCode(words)
  const { width } = block
  drawCode(ink, words.link, sideOf(words) === 'left' ? MARGIN : A4.width - MARGIN - QR)
  ink.font = fontOf(22, 700)
  let y = drawLines(ink, linesOf(ink, words.scan, width, 2), FOOT + 22, { ...block, height: 27 })
  ink.font = fontOf(13)
  ink.fillStyle = SECONDARY
  y = drawLines(ink, linesOf(ink, words.shownLink, width, 2), y - 4, { ...block, height: 18 })
  const address = (words.address ?? '').split('\n').filter(Boolean).join(', ')
  drawLines(ink, linesOf(ink, address, width, 2), y, { ...block, height: 18 })
}

function drawCode(ink: Ink, link: string, left: number): void {
  const { size, data } = encode(link, { ecc: 'M', border: 0 })
  const cell = QR / size
  ink.fillStyle = '#000000'
  data.forEach((row, y) => {
    row.forEach((isDark, x) => {
      // Slightly wider, so that no printer leaves a gap between two.
      if (isDark) ink.fillRect(left + x * cell, FOOT + y * cell, cell + 0.05, cell + 0.05)
    })
  })
}
