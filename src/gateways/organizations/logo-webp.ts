// Removes a WebP picture's metadata.
import { PictureRefusal } from './picture-refusal.ts'

type Plain = { width: number; height: number; content: Buffer }

const KEPT_CHUNKS = new Set(['VP8X', 'VP8 ', 'VP8L', 'ALPH', 'ICCP'])
/** Flags in the VP8X header: XMP and EXIF metadata; animation. */
const METADATA_FLAGS = 0x04 | 0x08
const ANIMATION_FLAG = 0x02

export function plainWebp(bytes: Buffer): Plain {
  const end = 8 + bytes.readUInt32LE(4)
  if (end > bytes.length) throw new PictureRefusal('logo.broken')
  const kept: Buffer[] = []
  let canvas: { width: number; height: number } | undefined
  let picture: { width: number; height: number } | undefined
  for (let at = 12; at < end;) {
    const type = bytes.toString('latin1', at, at + 4)
    const length = bytes.readUInt32LE(at + 4)
    // Each chunk starts at an even offset.
    const next = at + 8 + length + (length % 2)
    if (at + 8 + length > end) throw new PictureRefusal('logo.broken')
    const payload = bytes.subarray(at + 8, at + 8 + length)
    if (type === 'ANIM' || type === 'ANMF') throw new PictureRefusal('logo.animated')
    if (type === 'VP8X') {
      if (payload.readUInt8(0) & ANIMATION_FLAG) throw new PictureRefusal('logo.animated')
      canvas = { width: payload.readUIntLE(4, 3) + 1, height: payload.readUIntLE(7, 3) + 1 }
    }
    if (type === 'VP8 ' || type === 'VP8L') {
      if (picture) throw new PictureRefusal('logo.broken')
      picture = type === 'VP8 ' ? lossySize(payload) : losslessSize(payload)
    }
    if (KEPT_CHUNKS.has(type)) kept.push(chunkOf(type, payload))
    at = next
  }
  const isWhole =
    picture &&
    (!canvas || (canvas.width === picture.width && canvas.height === picture.height)) &&
    picture.width > 0
  if (!picture || !isWhole) throw new PictureRefusal('logo.broken')
  const body = Buffer.concat([Buffer.from('WEBP'), ...kept])
  const head = Buffer.from('RIFF\0\0\0\0', 'latin1')
  head.writeUInt32LE(body.length, 4)
  return { ...picture, content: Buffer.concat([head, body]) }
}

function chunkOf(type: string, payload: Buffer): Buffer {
  const head = Buffer.alloc(8)
  head.write(type, 'latin1')
  head.writeUInt32LE(payload.length, 4)
  const content = Buffer.from(payload)
  if (type === 'VP8X') content.writeUInt8(content.readUInt8(0) & ~METADATA_FLAGS, 0)
  return Buffer.concat([head, content, Buffer.alloc(payload.length % 2)])
}

/** The header of a key frame: 3 bytes of tag, a signature, then 14 bits for each side. The tag holds the first partition's size. */
function lossySize(payload: Buffer): { width: number; height: number } {
  const tag = payload.readUIntLE(0, 3)
  const isKeyFrame = (tag & 1) === 0
  const hasSignature = payload.readUIntBE(3, 3) === 0x9d012a
  if (!isKeyFrame || !hasSignature || 10 + (tag >> 5) > payload.length)
    throw new PictureRefusal('logo.broken')
  return { width: payload.readUInt16LE(6) & 0x3fff, height: payload.readUInt16LE(8) & 0x3fff }
}

function losslessSize(payload: Buffer): { width: number; height: number } {
  if (payload.readUInt8(0) !== 0x2f) throw new PictureRefusal('logo.broken')
  const bits = payload.readUInt32LE(1)
  return { width: (bits & 0x3fff) + 1, height: ((bits >> 14) & 0x3fff) + 1 }
}
