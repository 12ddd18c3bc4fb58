// Reads an uploaded logo or picture of the public pages: detects its kind from its content, reads its size and makes a copy without metadata.
import { Readable } from 'node:stream'
import { crc32, createInflate } from 'node:zlib'
import type { LogoKind } from '#domain/organizations/brand.ts'
import { pictureLimits, type PictureUse } from '#domain/organizations/profile.ts'
import { plainJpeg } from './logo-jpeg.ts'
import { plainWebp } from './logo-webp.ts'
import { PictureRefusal } from './picture-refusal.ts'

/** Width and height as displayed, after EXIF rotation. */
export type Picture = { width: number; height: number; content: Uint8Array }

export type ReadPicture = Picture & { kind: LogoKind }

const PNG = Buffer.from('89504e470d0a1a0a', 'hex')

/**
 * Removes metadata (location, names, thumbnails, comments) and bytes after the picture. Throws PictureRefusal:
 * logo.kindInvalid, logo.animated, logo.deepColor, logo.broken, and of its use: tooManyPixels, tooFewPixels.
 */
export async function readPicture(bytes: Buffer, use: PictureUse): Promise<ReadPicture> {
  const kind = kindOf(bytes)
  if (kind === undefined) throw new PictureRefusal('logo.kindInvalid')
  const picture = await read(kind, bytes, use)
  const { width, height } = picture
  return { kind, width, height, content: picture.content }
}

function kindOf(bytes: Buffer): LogoKind | undefined {
  if (bytes.subarray(0, PNG.length).equals(PNG)) return 'png'
  if (bytes.subarray(0, 3).equals(Buffer.from('ffd8ff', 'hex'))) return 'jpg'
  const isRiff = bytes.toString('latin1', 0, 4) === 'RIFF'
  return isRiff && bytes.toString('latin1', 8, 12) === 'WEBP' ? 'webp' : undefined
}

async function read(kind: LogoKind, bytes: Buffer, use: PictureUse): Promise<Picture> {
  try {
    if (kind === 'png') return await plainPng(bytes, use)
    return checkSize(kind === 'jpg' ? plainJpeg(bytes) : plainWebp(bytes), use)
  } catch (error) {
    // A length beyond the end of the file throws a RangeError.
    throw error instanceof PictureRefusal ? error : new PictureRefusal('logo.broken')
  }
}

function checkSize<Sized extends { width: number; height: number }>(
  picture: Sized,
  use: PictureUse,
): Sized {
  const { width, height } = picture
  const { side: most, leastSide: least } = pictureLimits[use]
  const words = use === 'logo' ? 'logo' : 'picture'
  if (Math.max(width, height) > most) {
    throw new PictureRefusal(`${words}.tooManyPixels`, { width, height, most })
  }
  if (Math.min(width, height) < least) {
    throw new PictureRefusal(`${words}.tooFewPixels`, { width, height, least })
  }
  return picture
}

/** The chunks that affect how the picture looks. */
const PNG_KEPT = new Set(['IHDR', 'PLTE', 'tRNS', 'gAMA', 'cHRM', 'sRGB', 'iCCP', 'IDAT', 'IEND'])
const PNG_ANIMATION = new Set(['acTL', 'fcTL', 'fdAT'])
const CHANNELS: Readonly<Record<number, number>> = { 0: 1, 2: 3, 3: 1, 4: 2, 6: 4 }
/** The seven passes of an interlaced picture: first column, first row, column step, row step. */
const ADAM7 = [
  [0, 0, 8, 8],
  [4, 0, 8, 8],
  [0, 4, 4, 8],
  [2, 0, 4, 4],
  [0, 2, 2, 4],
  [1, 0, 2, 2],
  [0, 1, 1, 2],
] as const

async function plainPng(bytes: Buffer, use: PictureUse): Promise<Picture> {
  const kept: Buffer[] = [PNG]
  const data: Buffer[] = []
  let head: Buffer | undefined
  for (let at = PNG.length, type = ''; type !== 'IEND';) {
    const length = bytes.readUInt32BE(at)
    const end = at + 12 + length
    const named = bytes.subarray(at + 4, end - 4)
    type = named.toString('latin1', 0, 4)
    if (bytes.readUInt32BE(end - 4) !== crc32(named)) throw new PictureRefusal('logo.broken')
    if (PNG_ANIMATION.has(type)) throw new PictureRefusal('logo.animated')
    if ((type === 'IHDR') !== (head === undefined)) throw new PictureRefusal('logo.broken')
    if (type === 'IHDR') head = named.subarray(4)
    if (type === 'IDAT') data.push(named.subarray(4))
    if (PNG_KEPT.has(type)) kept.push(bytes.subarray(at, end))
    at = end
  }
  if (head?.length !== 13) throw new PictureRefusal('logo.broken')
  const size = checkSize({ width: head.readUInt32BE(0), height: head.readUInt32BE(4) }, use)
  // Twice the memory for everybody who opens it, and no screen shows the difference.
  if (head.readUInt8(8) > 8) throw new PictureRefusal('logo.deepColor')
  // Detects damaged and truncated data.
  if ((await inflatedBytes(data, pixelDataBytes(head))) !== pixelDataBytes(head)) {
    throw new PictureRefusal('logo.broken')
  }
  return { ...size, content: Buffer.concat(kept) }
}

const PIECE_BYTES = 64 * 1024

/** Counts what the data unpacks to without keeping it; stops soon after `most`. */
async function inflatedBytes(data: readonly Buffer[], most: number): Promise<number> {
  let bytes = 0
  for await (const piece of Readable.from(data).pipe(
    createInflate({ chunkSize: PIECE_BYTES }),
  ) as AsyncIterable<Buffer>) {
    bytes += piece.length
    if (bytes > most) break
  }
  return bytes
}

/** Bytes of the unpacked pixel data: all rows, each with its filter byte. */
function pixelDataBytes(head: Buffer): number {
  const [width, height] = [head.readUInt32BE(0), head.readUInt32BE(4)]
  const bits = head.readUInt8(8) * (CHANNELS[head.readUInt8(9)] ?? 0)
  if (bits === 0) throw new PictureRefusal('logo.broken')
  const rows = (wide: number, high: number) =>
    wide > 0 && high > 0 ? high * (1 + Math.ceil((wide * bits) / 8)) : 0
  if (head.readUInt8(12) === 0) return rows(width, height)
  return ADAM7.reduce((sum, [left, top, across, down]) => {
    return sum + rows(Math.ceil((width - left) / across), Math.ceil((height - top) / down))
  }, 0)
}
