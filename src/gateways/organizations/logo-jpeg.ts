// Removes a JPEG's metadata, except for the orientation.
import { PictureRefusal } from './picture-refusal.ts'

type Plain = { width: number; height: number; content: Buffer }

const SOI = Buffer.from('ffd8', 'hex')
const EOI = Buffer.from('ffd9', 'hex')
/** Baseline, extended and progressive: the frame types that browsers support. */
const FRAMES = new Set([0xc0, 0xc1, 0xc2])
const OTHER_FRAMES = new Set([0xc3, 0xc5, 0xc6, 0xc7, 0xc9, 0xca, 0xcb, 0xcd, 0xce, 0xcf])
const SOS = 0xda
const APP = { jfif: 0xe0, exif: 0xe1, icc: 0xe2, adobe: 0xee, last: 0xef } as const
const COMMENT = 0xfe
/** Every scan is drawn over the whole picture, so thousands would take minutes. Encoders write at most a dozen. */
const SCANS_MAX = 100

const startsWith = (payload: Buffer, word: string) =>
  payload.toString('latin1', 0, word.length) === word

/** Keeps colour information (ICC profile, Adobe) and drops all other application segments and comments. */
function isKept(marker: number, payload: Buffer): boolean {
  if (marker === COMMENT) return false
  if (marker < APP.jfif || marker > APP.last) return true
  if (marker === APP.icc) return startsWith(payload, 'ICC_PROFILE\0')
  return marker === APP.adobe && startsWith(payload, 'Adobe')
}

export function plainJpeg(bytes: Buffer): Plain {
  const kept: Buffer[] = []
  let size: { width: number; height: number } | undefined
  let orientation = 1
  let scans = 0
  let at = SOI.length
  for (;;) {
    if (bytes.readUInt8(at) !== 0xff) throw new PictureRefusal('logo.broken')
    // Any number of fill bytes (0xff) may precede a marker.
    while (bytes.readUInt8(at + 1) === 0xff) at += 1
    const marker = bytes.readUInt8(at + 1)
    if (marker === 0xd9) break
    const end = at + 2 + bytes.readUInt16BE(at + 2)
    if (end > bytes.length || OTHER_FRAMES.has(marker)) throw new PictureRefusal('logo.broken')
    const payload = bytes.subarray(at + 4, end)
    if (FRAMES.has(marker)) {
      if (size) throw new PictureRefusal('logo.broken')
      size = { height: payload.readUInt16BE(1), width: payload.readUInt16BE(3) }
    }
    if (marker === APP.exif) orientation = orientationOf(payload) ?? orientation
    const next = marker === SOS ? endOfScan(bytes, end) : end
    if (marker === SOS) scans += 1
    if (scans > SCANS_MAX) throw new PictureRefusal('logo.broken')
    if (isKept(marker, payload)) kept.push(bytes.subarray(at, next))
    at = next
  }
  if (!size || scans === 0) throw new PictureRefusal('logo.broken')
  const isRotated90 = orientation >= 5
  const head = orientation === 1 ? [SOI] : [SOI, orientationSegment(orientation)]
  return {
    width: isRotated90 ? size.height : size.width,
    height: isRotated90 ? size.width : size.height,
    content: Buffer.concat([...head, ...kept, EOI]),
  }
}

/** Index of the marker after the scan data; throws logo.broken when the file ends before it. */
function endOfScan(bytes: Buffer, from: number): number {
  for (let at = bytes.indexOf(0xff, from); at >= 0; at = bytes.indexOf(0xff, at + 1)) {
    const next = bytes.readUInt8(at + 1)
    // An escaped 0xff, a restart marker or a fill byte.
    const isData = next === 0 || (next >= 0xd0 && next <= 0xd7) || next === 0xff
    if (!isData) return at
  }
  throw new PictureRefusal('logo.broken')
}

const ORIENTATION = 0x0112

/** The EXIF orientation, 1 to 8; undefined when there is none or it is unreadable. */
function orientationOf(payload: Buffer): number | undefined {
  if (!startsWith(payload, 'Exif\0\0')) return undefined
  const tiff = payload.subarray(6)
  const isLittle = tiff.toString('latin1', 0, 2) === 'II'
  const word = (at: number) => (isLittle ? tiff.readUInt16LE(at) : tiff.readUInt16BE(at))
  try {
    const first = isLittle ? tiff.readUInt32LE(4) : tiff.readUInt32BE(4)
    const entries = word(first)
    for (let entry = 0; entry < entries; entry += 1) {
      const at = first + 2 + entry * 12
      if (word(at) !== ORIENTATION) continue
      const value = word(at + 8)
      return value >= 1 && value <= 8 ? value : undefined
    }
  } catch {
    // The EXIF table is incomplete; the picture itself may still be whole.
  }
  return undefined
}

/** The smallest EXIF segment with this orientation. */
function orientationSegment(value: number): Buffer {
  const tiff = Buffer.from('4d4d002a00000008000101120003000000010000000000000000', 'hex')
  tiff.writeUInt16BE(value, 18)
  const payload = Buffer.concat([Buffer.from('Exif\0\0', 'latin1'), tiff])
  const head = Buffer.from([0xff, APP.exif, 0, 0])
  head.writeUInt16BE(payload.length + 2, 2)
  return Buffer.concat([head, payload])
}
