// A shop's logo or picture in the size in which it is drawn: decoding one with millions of pixels again for each drawing would
// take a second and 64 MB each time.
import { createCanvas } from '@napi-rs/canvas'
import { drawOver, drawWithin, readImage } from './canvas-text.ts'
import type { PictureBox } from './pictures.ts'
import { LOGO_BOX, PHOTO_BOX } from './social-picture.ts'

/** Pixels. On the poster the logo is 40 points high, printed with 300 pixels an inch. */
const BOXES: Readonly<Record<PictureBox, { width: number; height: number; isFilled: boolean }>> = {
  logo: { ...LOGO_BOX, isFilled: false },
  photo: { ...PHOTO_BOX, isFilled: true },
  poster: { width: 1430, height: 167, isFilled: false },
}

/** A PNG; null for a file that is no longer a valid picture. */
export async function scalePicture(bytes: Uint8Array, use: PictureBox): Promise<Buffer | null> {
  const image = await readImage(bytes)
  if (!image) return null
  const { width, height, isFilled } = BOXES[use]
  // A small one is enlarged when it is drawn.
  const scale = Math.min(1, width / image.width, height / image.height)
  const sideOf = (side: number) => Math.max(1, Math.round(side * scale))
  const canvas = isFilled
    ? createCanvas(width, height)
    : createCanvas(sideOf(image.width), sideOf(image.height))
  const draw = isFilled ? drawOver : drawWithin
  draw(canvas.getContext('2d'), image, { x: 0, y: 0, width: canvas.width, height: canvas.height })
  return canvas.encode('png')
}
