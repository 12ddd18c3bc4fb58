// Valid pictures that are small to send and large to read, and large ones that are slow to draw.
import { randomBytes } from 'node:crypto'
import { deflateSync } from 'node:zlib'
import { LOGO_LIMITS } from '#domain/organizations/brand.ts'
import {
  COVER_LIMITS,
  PICTURE_LIMITS,
  PORTRAIT_LIMITS,
  type PictureUse,
} from '#domain/organizations/profile.ts'
import { pngChunk } from '../browser/pictures.ts'

const SIGNATURE = Buffer.from('89504e470d0a1a0a', 'hex')

type Form = { side: number; bits: number; colour: 0 | 2 | 6; isNoise?: boolean }

/** A square PNG; `colour` as in its head: grey, RGB or RGBA. */
function png({ side, bits, colour, isNoise = false }: Form): Buffer<ArrayBuffer> {
  const head = Buffer.alloc(13)
  head.writeUInt32BE(side, 0)
  head.writeUInt32BE(side, 4)
  head.writeUInt8(bits, 8)
  head.writeUInt8(colour, 9)
  const row = Math.ceil((side * bits * { 0: 1, 2: 3, 6: 4 }[colour]) / 8)
  const pixels = isNoise ? randomBytes(side * (row + 1)) : Buffer.alloc(side * (row + 1))
  for (let at = 0; at < pixels.length; at += row + 1) pixels[at] = 0
  const data = pngChunk('IDAT', deflateSync(pixels))
  const file = [SIGNATURE, pngChunk('IHDR', head), data, pngChunk('IEND', Buffer.alloc(0))]
  return Buffer.concat(file)
}

/** Of the largest size of their use. The last one of each is accepted. */
export const heavyPictures: Readonly<Record<PictureUse, readonly Buffer<ArrayBuffer>[]>> = {
  logo: [
    png({ side: LOGO_LIMITS.side, bits: 16, colour: 6 }),
    png({ side: LOGO_LIMITS.side, bits: 8, colour: 6 }),
    png({ side: LOGO_LIMITS.side, bits: 1, colour: 0, isNoise: true }),
  ],
  picture: [
    png({ side: PICTURE_LIMITS.side, bits: 16, colour: 6 }),
    png({ side: PICTURE_LIMITS.side, bits: 1, colour: 0, isNoise: true }),
    png({ side: PICTURE_LIMITS.side, bits: 8, colour: 6 }),
  ],
  cover: [
    png({ side: COVER_LIMITS.side, bits: 1, colour: 0, isNoise: true }),
    png({ side: COVER_LIMITS.side, bits: 8, colour: 6 }),
  ],
  portrait: [
    png({ side: PORTRAIT_LIMITS.side, bits: 1, colour: 0, isNoise: true }),
    png({ side: PORTRAIT_LIMITS.side, bits: 8, colour: 6 }),
  ],
}
