// CVs with active content, built by hand: small, harmless, and with the structure of real ones.
import { deflateSync } from 'node:zlib'
import { strToU8 } from 'fflate'
import { docx } from './files.ts'

/** A PDF of these objects, numbered from 1, without a cross-reference table. */
export function pdfOf(objects: readonly (string | Buffer)[], trailer = ''): Buffer<ArrayBuffer> {
  const chunks = [Buffer.from('%PDF-1.7\n')]
  for (const [index, object] of objects.entries()) {
    chunks.push(Buffer.from(`${index + 1} 0 obj\n`), Buffer.from(object), Buffer.from('\nendobj\n'))
  }
  chunks.push(Buffer.from(`trailer<</Root 1 0 R${trailer}>>\n%%EOF\n`))
  return Buffer.concat(chunks)
}

export const catalog = (more = ''): string => `<</Type/Catalog/Pages 2 0 R${more}>>`
export const pages = '<</Type/Pages/Kids[]/Count 0>>'

/** A stream, compressed as by common writers, or with another `filter`. */
export function pdfStream(
  dictionary: string,
  data: string | Buffer,
  filter = '/Filter/FlateDecode',
): Buffer {
  const packed = filter.includes('Flate') ? deflateSync(data) : Buffer.from(data)
  return Buffer.concat([
    Buffer.from(`<<${dictionary}${filter}/Length ${packed.length}>>stream\n`),
    packed,
    Buffer.from('\nendstream'),
  ])
}

/** An object stream with objects numbered from `first`. */
export function packedObjects(first: number, objects: readonly string[], filter?: string): Buffer {
  let at = 0
  const places = objects.map((object, index) => {
    const place = `${first + index} ${at}`
    at += object.length + 1
    return place
  })
  const head = `${places.join(' ')} `
  return pdfStream(
    `/Type/ObjStm/N ${objects.length}/First ${head.length}`,
    `${head}${objects.join(' ')}`,
    filter,
  )
}

const W = 'http://schemas.openxmlformats.org/wordprocessingml/2006/main'
const REL = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'

export const wordXml = (body: string): Uint8Array =>
  strToU8(
    `<?xml version="1.0" encoding="UTF-8"?><w:document xmlns:w="${W}"><w:body><w:p>${body}</w:p></w:body></w:document>`,
  )

/** A DOCX with one relationship of its document. */
export function docxRelated(
  kind: string,
  target: string,
  { mode = '', parts = {} }: { mode?: string; parts?: Record<string, Uint8Array> } = {},
): Buffer<ArrayBuffer> {
  const xml = `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId1" Type="${kind.includes(':') ? kind : `${REL}/${kind}`}" Target="${target}"${mode && ` TargetMode="${mode}"`}/></Relationships>`
  return docx({ 'word/_rels/document.xml.rels': strToU8(xml), ...parts })
}

/** Macros in a part with another name. */
export const renamedMacro: () => Buffer<ArrayBuffer> = () =>
  docxRelated('http://schemas.microsoft.com/office/2006/relationships/vbaProject', 'styles2.bin', {
    parts: { 'word/styles2.bin': new Uint8Array(100) },
  })

export const run = (text: string): string => `<w:r><w:t>${text}</w:t></w:r>`
/** A field whose code is split over one run for each piece. */
export const field = (...pieces: string[]): string =>
  `<w:r><w:fldChar w:fldCharType="begin"/></w:r>${pieces
    .map((piece) => `<w:r><w:instrText xml:space="preserve">${piece}</w:instrText></w:r>`)
    .join(
      '',
    )}<w:r><w:fldChar w:fldCharType="separate"/></w:r>${run('x')}<w:r><w:fldChar w:fldCharType="end"/></w:r>`

export const docxWithBody = (body: string): Buffer<ArrayBuffer> =>
  docx({ 'word/document.xml': wordXml(body) })

type Node = { name: string; data?: Buffer; children?: Node[] }

const SECTOR = 512
const NONE = 0xffffffff
const LAST = 0xfffffffe

/** The compound file format: streams and storages, each linked to its right sibling. Streams are padded beyond the mini stream size. */
export function compoundOf(nodes: readonly Node[]): Buffer<ArrayBuffer> {
  const sectors: Buffer[] = []
  const next: number[] = []
  const put = (data: Buffer): number => {
    const count = Math.ceil(data.length / SECTOR)
    const first = sectors.length
    for (let index = 0; index < count; index += 1) {
      const sector = Buffer.alloc(SECTOR)
      data.copy(sector, 0, index * SECTOR, (index + 1) * SECTOR)
      sectors.push(sector)
      next.push(index + 1 < count ? first + index + 1 : LAST)
    }
    return first
  }
  const entries: Buffer[] = []
  const add = ({ name, data, children }: Node, type: number): number => {
    const number = entries.length
    const entry = Buffer.alloc(128)
    entries.push(entry)
    entry.write(name, 'utf16le')
    entry.writeUInt16LE(name.length * 2 + 2, 64)
    entry[66] = type
    entry[67] = 1
    for (const place of [68, 72, 76]) entry.writeUInt32LE(NONE, place)
    entry.writeUInt32LE(LAST, 116)
    if (data) {
      const padded = Buffer.concat([data, Buffer.alloc(Math.max(0, 4096 - data.length))])
      entry.writeUInt32LE(put(padded), 116)
      entry.writeUInt32LE(padded.length, 120)
    }
    let before: Buffer | undefined
    for (const child of children ?? []) {
      const place = add(child, child.data ? 2 : 1)
      if (before) before.writeUInt32LE(place, 72)
      else entry.writeUInt32LE(place, 76)
      before = entries[place]
    }
    return number
  }
  add({ name: 'Root Entry', children: [...nodes] }, 5)
  const directory = put(Buffer.concat(entries))
  const tableSectors = Math.ceil((sectors.length + 8) / 128)
  const tableFirst = sectors.length
  const table = Buffer.alloc(tableSectors * SECTOR, 0xff)
  for (const [index, number] of next.entries()) table.writeUInt32LE(number, index * 4)
  put(table)
  const head = Buffer.alloc(SECTOR)
  Buffer.from('d0cf11e0a1b11ae1', 'hex').copy(head)
  head.writeUInt16LE(0x3e, 24)
  head.writeUInt16LE(3, 26)
  head.writeUInt16LE(0xfffe, 28)
  head.writeUInt16LE(9, 30)
  head.writeUInt16LE(6, 32)
  head.writeUInt32LE(tableSectors, 44)
  head.writeUInt32LE(directory, 48)
  head.writeUInt32LE(4096, 56)
  head.writeUInt32LE(LAST, 60)
  head.writeUInt32LE(LAST, 68)
  head.fill(0xff, 76)
  for (let index = 0; index < tableSectors; index += 1) {
    head.writeUInt32LE(tableFirst + index, 76 + index * 4)
  }
  return Buffer.concat([head, ...sectors])
}

/** A DOC with this text in one piece, in 8 or 16 bits, and further streams. */
export function docOf({
  text = 'Forklift licence\r',
  isWide = false,
  template = '',
  isLocked = false,
  beside = [],
}: {
  text?: string
  isWide?: boolean
  template?: string
  isLocked?: boolean
  beside?: Node[]
} = {}): Buffer<ArrayBuffer> {
  const start = 0x800
  const document = Buffer.alloc(start + text.length * 2)
  document.writeUInt16LE(0xa5ec, 0)
  document.writeUInt16LE(193, 2)
  // The numbers of the header's fields, by which its layout is known.
  document.writeUInt16LE(14, 0x20)
  document.writeUInt16LE(22, 0x3e)
  document.writeUInt16LE(93, 0x98)
  document.writeUInt16LE(0x0200 | (isLocked ? 0x0100 : 0), 10)
  document.write(text, start, isWide ? 'utf16le' : 'latin1')
  const pieces = Buffer.alloc(5 + 16)
  pieces[0] = 2
  pieces.writeUInt32LE(16, 1)
  pieces.writeUInt32LE(text.length, 9)
  pieces.writeUInt32LE(isWide ? start : (0x40000000 | (start * 2)) >>> 0, 15)
  document.writeUInt32LE(0, 0x1a2)
  document.writeUInt32LE(pieces.length, 0x1a6)
  const list = [Buffer.from('ffff02000000', 'hex')]
  for (const each of ['', template]) {
    const length = Buffer.alloc(2)
    length.writeUInt16LE(each.length)
    list.push(length, Buffer.from(each, 'utf16le'))
  }
  const names = Buffer.concat(list)
  document.writeUInt32LE(64, 0x19a)
  document.writeUInt32LE(names.length, 0x19e)
  const table = Buffer.alloc(64 + names.length)
  pieces.copy(table)
  names.copy(table, 64)
  return compoundOf([
    { name: 'WordDocument', data: document },
    { name: '1Table', data: table },
    ...beside,
  ])
}

/** The EICAR test file, which every virus scanner reports; in pieces, so that no scanner reports this source file. */
export const eicar: string = [
  'X5O!P%@AP[4',
  '\\PZX54(P^)7CC)7}$EICAR',
  '-STANDARD-ANTIVIRUS-TEST-FILE!$H+H*',
].join('')
