// Renders the picture of a page for messengers and social networks: the title on the shop's colour, the shop below.
import { createCanvas } from '@napi-rs/canvas'
import { accentOf, blendWithWhite } from '#domain/careers/accent.ts'
import { SOCIAL_SIZE, type SocialWords } from '#domain/careers/job-picture.ts'
import { drawLines, drawOver, drawWithin, fontOf, linesOf, readImage } from './canvas-text.ts'

const MARGIN = 72
const STRIP = 138
const PHOTO = 440
const INK = '#1D1724'
export const LOGO_BOX = { width: 300, height: STRIP - 60 } as const
export const PHOTO_BOX = { width: PHOTO, height: SOCIAL_SIZE.height - STRIP } as const

/** `logo`, `photo`: pictures in the size in which they are drawn, made by scalePicture. */
export async function drawSocialPicture({
  words,
  logo,
  photo,
}: {
  words: SocialWords
  logo: Uint8Array | null
  photo: Uint8Array | null
}): Promise<Buffer> {
  const [mark, view] = [await readImage(logo), await readImage(photo)]
  const { width, height } = SOCIAL_SIZE
  const canvas = createCanvas(width, height)
  const ink = canvas.getContext('2d')
  const { color, veil, on } = accentOf(words.color)
  const room = width - 2 * MARGIN - (view ? PHOTO - 24 : 0)

  ink.fillStyle = blendWithWhite(color, veil)
  ink.fillRect(0, 0, width, height - STRIP)
  if (view) drawOver(ink, view, { x: width - PHOTO, y: 0, ...PHOTO_BOX })
  ink.fillStyle = '#FFFFFF'
  ink.fillRect(0, height - STRIP, width, STRIP)

  // The largest size at which the title fits in three lines.
  let size = 92
  let title: string[] = []
  for (; size >= 56; size -= 6) {
    ink.font = fontOf(size, 700)
    title = linesOf(ink, words.title, room, 3)
    if (title.length * size * 1.12 <= 290 && !title.at(-1)?.endsWith('…')) break
  }
  ink.fillStyle = on
  ink.font = fontOf(size, 700)
  const below = drawLines(ink, title, MARGIN + size * 0.86, {
    x: MARGIN,
    width: room,
    height: size * 1.12,
  })
  ink.font = fontOf(36)
  drawLines(ink, linesOf(ink, words.facts, room, 2), below - size * 0.28 + 12, {
    x: MARGIN,
    width: room,
    height: 46,
  })

  const top = height - STRIP
  const wide = mark ? drawWithin(ink, mark, { x: MARGIN, y: top + 30, ...LOGO_BOX }) + 28 : 0
  const left = width - 2 * MARGIN - wide
  ink.fillStyle = INK
  ink.font = fontOf(40, 600)
  drawLines(ink, linesOf(ink, words.shop, left, 1), top + STRIP / 2 + 14, {
    x: MARGIN + wide,
    width: left,
    height: 48,
  })
  return canvas.encode('png')
}
