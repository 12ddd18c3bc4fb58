// Word files built by hand, each with a feature that a word processor would have to be asked for.
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { strToU8, zipSync } from 'fflate'
import { compoundOf } from './hostile-cvs.ts'

/** A file that somebody met elsewhere, made again without anything personal. */
export const caseFile = (name: string): Buffer<ArrayBuffer> =>
  Buffer.from(readFileSync(path.join(import.meta.dirname, 'cases', name)))

const namespaces = [
  'w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"',
  'r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"',
  'mc="http://schemas.openxmlformats.org/markup-compatibility/2006"',
  'wp="http://schemas.openxmlformats.org/drawingml/2006/wordprocessingDrawing"',
  'wps="http://schemas.microsoft.com/office/word/2010/wordprocessingShape"',
  'a="http://schemas.openxmlformats.org/drawingml/2006/main"',
  'c="http://schemas.openxmlformats.org/drawingml/2006/chart"',
  'dgm="http://schemas.openxmlformats.org/drawingml/2006/diagram"',
  'v="urn:schemas-microsoft-com:vml"',
].map((each) => `xmlns:${each}`)

export const run = (text: string): string => `<w:r><w:t xml:space="preserve">${text}</w:t></w:r>`
export const paragraph = (text: string): string => `<w:p>${run(text)}</w:p>`

/** A part of this root element. */
export const wordPart = (root: string, content: string): string =>
  `<?xml version="1.0" encoding="UTF-8"?><${root} ${namespaces.join(' ')}>${content}</${root}>`

const WORD = 'application/vnd.openxmlformats-officedocument.wordprocessingml'

type Related = { id?: string; kind: string; target: string; isExternal?: boolean }

const relationships = (all: readonly Related[]): string =>
  `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${all
    .map(
      ({ id = '', kind, target, isExternal }, index) =>
        `<Relationship Id="${id || `x${index}`}" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/${kind}" Target="${target}"${isExternal ? ' TargetMode="External"' : ''}/>`,
    )
    .join('')}</Relationships>`

/** A DOCX of this body. `parts` are beside it in its folder, by name; their types by the ending. */
export function docxOf(
  body: string,
  {
    related = [],
    parts = {},
    types = {},
    main = 'word/document.xml',
  }: {
    related?: readonly Related[]
    parts?: Record<string, string | Uint8Array>
    types?: Record<string, string>
    main?: string
  } = {},
): Buffer<ArrayBuffer> {
  const at = main.lastIndexOf('/') + 1
  const [folder, name] = [main.slice(0, at), main.slice(at)]
  const endings = {
    rels: 'application/vnd.openxmlformats-package.relationships+xml',
    xml: 'application/xml',
    ...types,
  }
  const defaults = Object.entries(endings).map(
    ([ending, type]) => `<Default Extension="${ending}" ContentType="${type}"/>`,
  )
  const files: Record<string, string | Uint8Array> = {
    '[Content_Types].xml': `<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types">${defaults.join('')}<Override PartName="/${main}" ContentType="${WORD}.document.main+xml"/></Types>`,
    '_rels/.rels': relationships([{ kind: 'officeDocument', target: main }]),
    [main]: wordPart('w:document', `<w:body>${body}</w:body>`),
    [`${folder}_rels/${name}.rels`]: relationships(related),
    ...Object.fromEntries(
      Object.entries(parts).map(([part, content]) => [`${folder}${part}`, content]),
    ),
  }
  return Buffer.from(
    zipSync(
      Object.fromEntries(
        Object.entries(files).map(([file, content]) => [
          file,
          typeof content === 'string' ? strToU8(content) : content,
        ]),
      ),
    ),
  )
}

/** Where a header of Word 97 or Word 95 keeps the lengths of the stories, the list of pieces, of formatting, of headers. */
const places = {
  word97: { lengths: [0x4c, 0x50, 0x54, 0x60, 0x64], pieces: 0x1a2, headers: 0xf2 },
  word95: { lengths: [0x34, 0x38, 0x3c, 0x48, 0x4c], pieces: 0x160, headers: 0xb0 },
}
const FORMATTING = 0xfa
const PAGE = 512
const TEXT_AT = 0x800

export type DocOptions = {
  footnotes?: string
  /** For each section: two headers, two footers, a header and a footer of the first page. */
  headers?: readonly string[]
  endnotes?: string
  boxes?: string
  /** Text in the body, and its formatting: property and value, as in the file. */
  formatting?: readonly (readonly [text: string, hex: string])[]
  isWide?: boolean
  isWord95?: boolean
  /** Of the text in 8 bits. */
  encode?: (text: string) => Buffer
  /** Windows' number of the character set of the only font (Word 95). */
  charset?: number
  flags?: number
  names?: readonly [document: string, table: string]
}

/** A DOC with these stories. */
export function docWith(
  body: string,
  {
    footnotes = '',
    headers = [],
    endnotes = '',
    boxes = '',
    formatting = [],
    isWide = false,
    isWord95 = false,
    encode = (text) => Buffer.from(text, 'latin1'),
    charset = 0,
    flags = 0,
    names = ['WordDocument', '1Table'],
  }: DocOptions = {},
): Buffer<ArrayBuffer> {
  const stories = [body, footnotes, headers.join(''), endnotes, boxes]
  const text = stories.join('')
  const encoded = isWide ? Buffer.from(text, 'utf16le') : encode(text)
  const width = isWide ? 2 : 1
  const pageAt = Math.ceil((TEXT_AT + encoded.length) / PAGE)
  const document = Buffer.alloc((pageAt + 3) * PAGE)
  encoded.copy(document, TEXT_AT)
  document.writeUInt16LE(0xa5ec, 0)
  document.writeUInt16LE(isWord95 ? 104 : 193, 2)
  document.writeUInt16LE(0x0200 | (isWord95 && isWide ? 0x1000 : 0) | flags, 10)
  document.writeUInt32LE(TEXT_AT, 24)
  document.writeUInt32LE(TEXT_AT + encoded.length, 28)
  // The numbers of the header's fields, by which its layout is known.
  document.writeUInt16LE(14, 0x20)
  document.writeUInt16LE(22, 0x3e)
  document.writeUInt16LE(93, 0x98)
  const place = isWord95 ? places.word95 : places.word97
  for (const [index, story] of stories.entries()) {
    const length = isWord95 ? encode(story).length : story.length
    document.writeUInt32LE(isWide ? story.length : length, place.lengths[index] ?? 0)
  }

  const table = isWord95 ? document.subarray((pageAt + 1) * PAGE) : Buffer.alloc(1024)
  const base = isWord95 ? (pageAt + 1) * PAGE : 0
  let used = 0
  const put = (at: number, bytes: Buffer) => {
    bytes.copy(table, used)
    document.writeUInt32LE(base + used, at)
    document.writeUInt32LE(bytes.length, at + 4)
    used += bytes.length
  }
  const numbers = (...all: number[]) => {
    const bytes = Buffer.alloc(all.length * 4)
    for (const [index, number] of all.entries()) bytes.writeUInt32LE(number >>> 0, index * 4)
    return bytes
  }
  if (!isWord95) {
    const start = isWide ? TEXT_AT : 0x40000000 | (TEXT_AT * 2)
    const piece = Buffer.alloc(8)
    piece.writeUInt32LE(start >>> 0, 2)
    put(place.pieces, Buffer.concat([Buffer.from([2]), numbers(16, 0, text.length), piece]))
  }
  if (headers.length > 0) {
    let end = 0
    put(place.headers, numbers(0, 0, 0, 0, 0, 0, 0, ...headers.map((each) => (end += each.length))))
  }
  if (formatting.length > 0) {
    // One page of runs: their places, then where in the page their formatting is.
    const page = document.subarray(pageAt * PAGE, (pageAt + 1) * PAGE)
    const runs = formatting.map(([part, hex]) => {
      const at = text.indexOf(part)
      return { from: at, to: at + part.length, hex }
    })
    const ends = runs.flatMap(({ from, to }) => [from, to])
    const count = ends.length - 1
    let at = PAGE - 1
    for (const [index, end] of ends.entries()) {
      page.writeUInt32LE(TEXT_AT + end * width, index * 4)
      const { hex } = runs[index / 2] ?? {}
      if (hex === undefined) continue
      const bytes = Buffer.from(hex, 'hex')
      at = (at - bytes.length - 1) & ~1
      page[at] = bytes.length
      bytes.copy(page, at + 1)
      page[(count + 1) * 4 + index] = at / 2
    }
    page[PAGE - 1] = count
    put(FORMATTING, numbers(TEXT_AT, TEXT_AT + encoded.length, pageAt))
  }
  if (isWord95) {
    const font = Buffer.from([0, 0, 8, 0, 0, 0, charset, 0, 65, 0])
    font.writeUInt16LE(font.length, 0)
    // The list of fonts has its own length first, each font too.
    font[2] = font.length - 3
    put(0xd0, font)
  }
  return compoundOf([
    { name: names[0], data: document },
    ...(isWord95 ? [] : [{ name: names[1], data: table }]),
  ])
}
