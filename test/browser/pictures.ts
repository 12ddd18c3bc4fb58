// Small real pictures for tests of logos: a white square on green, 48 by 32, created by a browser.
import { crc32, deflateSync } from 'node:zlib'

const bytes = (text: string) => Buffer.from(text, 'base64')

export const jpeg = bytes(
  '/9j/4AAQSkZJRgABAQAAAQABAAD/2wBDABALDA4MChAODQ4SERATGCgaGBYWGDEjJR0oOjM9PDkzODdASFxOQERXRTc4UG1RV19iZ2hnPk1xeXBkeFxl' +
    'Z2P/2wBDARESEhgVGC8aGi9jQjhCY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2P/wAARCAAgADADASIAAhEB' +
    'AxEB/8QAFwABAQEBAAAAAAAAAAAAAAAAAAYFB//EACYQAQAABAENAAAAAAAAAAAAAAAFERITAQYVFiRCRFFhZYOjwuL/xAAXAQEBAQEAAAAAAAAAAAAA' +
    'AAAAAgEE/8QAGhEAAwADAQAAAAAAAAAAAAAAAAECAxESMf/aAAwDAQACEQMRAD8AxwdYDix4+zk4rMudx7nqkwm55egAEhWaa9P83ykwKm3PhrR2NZ4s' +
    'avZtVbdU5y5YcGSAY229sABh/9k=',
)

export const webp = bytes(
  'UklGRloAAABXRUJQVlA4IE4AAAAwBACdASowACAAPr1MnkunJCKhtUgA4BeJYgAAeiAVxYEx72KGV+REeAAA/srOf8uL3/195Q5ugztTZzjO4JG9LLghxGag09pDKIG30AA=',
)

/** One chunk of a PNG file. */
export function pngChunk(type: string, data: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const framed = Buffer.alloc(named.length + 8)
  framed.writeUInt32BE(data.length, 0)
  named.copy(framed, 4)
  framed.writeUInt32BE(crc32(named), named.length + 4)
  return framed
}

const PNG = Buffer.from('89504e470d0a1a0a', 'hex')

/** A picture of one colour, with further chunks before its pixels and `behind` after its end. */
export function png({
  width = 48,
  height = 32,
  chunks = [],
  behind = '',
}: { width?: number; height?: number; chunks?: Buffer[]; behind?: string } = {}): Buffer {
  const head = Buffer.from('00000000000000000802000000', 'hex')
  head.writeUInt32BE(width, 0)
  head.writeUInt32BE(height, 4)
  const points = Buffer.alloc(height * (1 + width * 3), 0x6b)
  for (let row = 0; row < height; row += 1) points[row * (1 + width * 3)] = 0
  return Buffer.concat([
    PNG,
    pngChunk('IHDR', head),
    ...chunks,
    pngChunk('IDAT', deflateSync(points)),
    pngChunk('IEND', Buffer.alloc(0)),
    Buffer.from(behind),
  ])
}

/** Metadata of cameras and editors: here the GPS position and the orientation. */
function exif(): Buffer {
  const tiff = Buffer.from(
    '49492a0008000000020012010300010000000600000000880400010000000000000000000000',
    'hex',
  )
  return Buffer.concat([Buffer.from('Exif\0\0', 'latin1'), tiff, Buffer.from('51.5007N 0.1246W')])
}

export function jpegWithPlace(): Buffer {
  const payload = exif()
  const head = Buffer.from('ffe10000', 'hex')
  head.writeUInt16BE(payload.length + 2, 2)
  const comment = Buffer.from('fffe', 'hex')
  const words = Buffer.from('<script>alert(1)</script>')
  const length = Buffer.alloc(2)
  length.writeUInt16BE(words.length + 2)
  return Buffer.concat([
    jpeg.subarray(0, 2),
    head,
    payload,
    comment,
    length,
    words,
    jpeg.subarray(2),
    Buffer.from('<script>alert(2)</script>'),
  ])
}

const webpPiece = (type: string, data: Buffer) => {
  const head = Buffer.alloc(8)
  head.write(type, 'latin1')
  head.writeUInt32LE(data.length, 4)
  return Buffer.concat([head, data, Buffer.alloc(data.length % 2)])
}

/** The extended format, with `flags` and further chunks after the picture. */
export function extendedWebp(flags: number, pieces: [type: string, data: Buffer][]): Buffer {
  const head = Buffer.alloc(10)
  head.writeUInt8(flags, 0)
  head.writeUIntLE(47, 4, 3)
  head.writeUIntLE(31, 7, 3)
  const body = Buffer.concat([
    Buffer.from('WEBP'),
    webpPiece('VP8X', head),
    webp.subarray(12),
    ...pieces.map(([type, data]) => webpPiece(type, data)),
  ])
  const riff = Buffer.from('RIFF\0\0\0\0', 'latin1')
  riff.writeUInt32LE(body.length, 4)
  return Buffer.concat([riff, body])
}
