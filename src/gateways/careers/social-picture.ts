// Renders the picture of a page for messengers and social networks: the title on the shop's colour, the shop below.
import { createCanvas, type Canvas } from '@napi-rs/canvas'
import { accentOf, blendWithWhite } from '#domain/careers/accent.ts'
import { SOCIAL_SIZE, type SocialWords } from '#domain/careers/job-picture.ts'
import { drawLines, drawOver, drawWithin, fontOf, linesOf, readImage } from './canvas-text.ts'

const MARGIN = 72
const STRIP = 138
const PHOTO = 440
const INK = '#1D1724'
const BOXES = {
  logo: { width: 300, height: STRIP - 60 },
  photo: { width: PHOTO, height: SOCIAL_SIZE.height - STRIP },
} as const

/** A shop's logo or photo in the size in which it is drawn. */
export type ScaledPicture = Canvas
export type PictureUse = keyof typeof BOXES

/** Null for a file that is no longer a valid picture. A large one takes a second and 64 MB until it is scaled. */
export async function scalePicture(bytes: Buffer, use: PictureUse): Promise<ScaledPicture | null> {
  const image = await readImage(bytes)
  if (!image) return null
  const box = { x: 0, y: 0, ...BOXES[use] }
  const scale = Math.min(box.width / image.width, box.height / image.height)
  const sideOf = (side: number) => Math.max(1, Math.round(side * scale))
  const canvas =
    use === 'photo'
      ? createCanvas(box.width, box.height)
      : createCanvas(sideOf(image.width), sideOf(image.height))
  const draw = use === 'photo' ? drawOver : drawWithin
  draw(canvas.getContext('2d'), image, { ...box, width: canvas.width, height: canvas.height })
  return canvas
}

export async function drawSocialPicture({
  words,
  logo,
  photo,
}: {
  words: SocialWords
  logo: ScaledPicture | null
  photo: ScaledPicture | null
}): Promise<Buffer> {
  const { width, height } = SOCIAL_SIZE
  const canvas = createCanvas(width, height)
  const ink = canvas.getContext('2d')
  const { color, veil, on } = accentOf(words.color)
  const room = width - 2 * MARGIN - (photo ? PHOTO - 24 : 0)

  ink.fillStyle = blendWithWhite(color, veil)
  ink.fillRect(0, 0, width, height - STRIP)
  if (photo) drawOver(ink, photo, { x: width - PHOTO, y: 0, ...BOXES.photo })
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
  const wide = logo ? drawWithin(ink, logo, { x: MARGIN, y: top + 30, ...BOXES.logo }) + 28 : 0
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
