// Text and pictures on a canvas: the typeface, line breaking, and pictures with their proportions. Skia shapes the text
// and takes missing characters from the machine's own fonts; a character that no font has is a box.
import { fileURLToPath } from 'node:url'
import {
  GlobalFonts,
  loadImage,
  type Canvas,
  type Image,
  type SKRSContext2D,
} from '@napi-rs/canvas'

export type Ink = SKRSContext2D

const FAMILIES = ['latin', 'latin-ext', 'vietnamese', 'cyrillic', 'greek'].map((part) => {
  const name = `manrope-${part}`
  const file = import.meta.resolve(
    `@fontsource-variable/manrope/files/manrope-${part}-wght-normal.woff2`,
  )
  GlobalFonts.registerFromPath(fileURLToPath(file), name)
  return `'${name}'`
})

export const fontOf = (pixels: number, weight: 400 | 600 | 700 = 400): string =>
  `${weight} ${pixels}px ${FAMILIES.join()}, sans-serif`

const RIGHT_TO_LEFT = /^[^\p{L}]*[\p{Script=Arabic}\p{Script=Hebrew}]/u

/** Words, joined across non-breaking spaces, or single characters of a script without spaces. */
const piecesOf = (text: string): string[] =>
  text.match(
    /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]|(?:[^\s\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]|[\u00A0\u202F])+|[^\S\u00A0\u202F]+/gu,
  ) ?? []

/** The greatest number below `length` that fits, and at least one. By halves: to measure a text takes as long as it is. */
function longestThatFits(length: number, fits: (count: number) => boolean): number {
  let [count, tooMany] = [1, length]
  while (tooMany - count > 1) {
    const middle = (count + tooMany) >> 1
    if (fits(middle)) count = middle
    else tooMany = middle
  }
  return count
}

/** Drawn in colour: by a font that a server rarely has, so that a box would stand in their place. */
const EMOJI =
  /(?:\p{Emoji_Presentation}|\p{Extended_Pictographic}(?=\uFE0F))(?:[\p{Extended_Pictographic}\p{Emoji_Modifier}\p{Regional_Indicator}]|\u200D|\uFE0F)*/gu

/** At most `most` lines of this width, without emoji; a longer text ends in an ellipsis. */
export function linesOf(ink: Ink, text: string, width: number, most: number): string[] {
  const lines: string[] = []
  const fits = (line: string) => ink.measureText(line).width <= width
  let line = ''
  for (const piece of piecesOf(
    text
      .replace(EMOJI, ' ')
      .replace(/[^\S\u00A0\u202F]+/g, ' ')
      .trim(),
  )) {
    if (fits((line + piece).trimEnd())) {
      line += piece
      continue
    }
    if (line.trim()) lines.push(line.trim())
    line = piece.trim()
    // A word that is wider than the line is split at the end of the line.
    while (line && lines.length <= most && !fits(line)) {
      const signs = Array.from(line)
      const count = longestThatFits(signs.length, (end) => fits(signs.slice(0, end).join('')))
      lines.push(signs.slice(0, count).join(''))
      line = signs.slice(count).join('')
    }
    if (lines.length > most) break
  }
  if (line.trim()) lines.push(line.trim())
  if (lines.length <= most) return lines
  const kept = lines.slice(0, most)
  let last = Array.from(kept.at(-1) ?? '')
  while (last.length > 0 && !fits(`${last.join('').trimEnd()}…`)) last = last.slice(0, -1)
  return [...kept.slice(0, -1), `${last.join('').trimEnd()}…`]
}

export type Side = 'left' | 'right'
type Block = { x: number; width: number; height: number; side?: Side }

/**
 * Draws the lines of one paragraph below each other from the baseline `y` on; returns the next baseline. Aligned to the
 * given side, or to the start side of the language.
 */
export function drawLines(
  ink: Ink,
  lines: readonly string[],
  y: number,
  { x, width, height, side }: Block,
): number {
  const isTurned = RIGHT_TO_LEFT.test(lines.join(' '))
  ink.direction = isTurned ? 'rtl' : 'ltr'
  ink.textAlign = side ?? (isTurned ? 'right' : 'left')
  const edge = ink.textAlign === 'right' ? x + width : x
  lines.forEach((line, place) => ink.fillText(line, edge, y + place * height))
  return y + lines.length * height
}

/** Null for a file that is no longer a valid picture. */
export const readImage = async (bytes: Uint8Array | null): Promise<Image | null> =>
  bytes === null ? null : loadImage(bytes).catch(() => null)

/** Draws the picture within the box, aligned left or to the given side, with its proportions; returns its width. */
export function drawWithin(
  ink: Ink,
  image: Image | Canvas,
  box: { x: number; y: number; width: number; height: number; side?: Side },
): number {
  const scale = Math.min(box.width / image.width, box.height / image.height)
  const [width, height] = [image.width * scale, image.height * scale]
  const x = box.side === 'right' ? box.x + box.width - width : box.x
  ink.drawImage(image, x, box.y + (box.height - height) / 2, width, height)
  return width
}

/** Fills the box with the centre of the picture. */
export function drawOver(
  ink: Ink,
  image: Image | Canvas,
  box: { x: number; y: number; width: number; height: number },
): void {
  const scale = Math.max(box.width / image.width, box.height / image.height)
  const [width, height] = [box.width / scale, box.height / scale]
  const [left, top] = [(image.width - width) / 2, (image.height - height) / 2]
  ink.drawImage(image, left, top, width, height, box.x, box.y, box.width, box.height)
}
