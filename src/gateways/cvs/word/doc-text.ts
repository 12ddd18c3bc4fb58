// The text of a DOC as Word shows it: header, body, text boxes, notes and footer, without what is deleted or hidden.
import { openCompound } from './compound-file.ts'
import { piecesOf, WORD_97 } from './doc-pieces.ts'
import { ShownText, textOfPieces, withPlainHyphens, type WordText } from './shown-text.ts'
import { UnreadableError } from '../unreadable-error.ts'

const ENCRYPTED = 0x0100
const IN_TABLE_1 = 0x0200
const IN_PIECES = 0x0004
const HAS_WIDE_CHARACTERS = 0x1000

export function docText(content: Buffer): WordText {
  const file = openCompound(content)
  const document = file.read('WordDocument')
  if (!document) throw new Error('No document')
  const flags = document.readUInt16LE(10)
  if (flags & ENCRYPTED) throw new UnreadableError('encrypted')
  const isOld = document.readUInt16LE(2) < WORD_97
  const text = isOld
    ? textOfWord95(document, flags)
    : textOfWord97(document, file.read(flags & IN_TABLE_1 ? '1Table' : '0Table'))
  return { text: withPlainHyphens(text) }
}

function textOfWord97(document: Buffer, table: Buffer | undefined): string {
  if (!table) throw new Error('No table')
  const { shown, raw } = charactersOf(document, table)
  const marks = { at: document.readUInt32LE(0xf2), size: document.readUInt32LE(0xf6) }
  return joinStories(
    (from, to) => textOf(raw.slice(from, to), shown.slice(from, to)),
    [0x4c, 0x50, 0x54, 0x5c, 0x60, 0x64, 0x68].map((place) => document.readUInt32LE(place)),
    table.subarray(marks.at, marks.at + marks.size),
  )
}

/** Word 6 and 95: the lists are in the main stream, and mostly one byte stands for a character. */
function textOfWord95(document: Buffer, flags: number): string {
  const isNarrow = !(flags & HAS_WIDE_CHARACTERS)
  const [start, end] = [document.readUInt32LE(24), document.readUInt32LE(28)]
  const pieces =
    flags & IN_PIECES
      ? piecesOf(document, document, { isNarrow })
      : [{ start, characters: (end - start) / (isNarrow ? 1 : 2) }]
  let raw = ''
  for (const { start: from, characters } of pieces) {
    raw += document.toString(
      isNarrow ? 'latin1' : 'utf16le',
      from,
      from + characters * (isNarrow ? 1 : 2),
    )
  }
  const decoder = new TextDecoder(alphabetOf(document))
  const decode = (text: string) => (isNarrow ? decoder.decode(Buffer.from(text, 'latin1')) : text)
  const marks = { at: document.readUInt32LE(0xb0), size: document.readUInt32LE(0xb4) }
  return joinStories(
    (from, to) => textOf(raw.slice(from, to), raw.slice(from, to), decode),
    [0x34, 0x38, 0x3c, 0x44, 0x48, 0x4c, 0x50].map((place) => document.readUInt32LE(place)),
    document.subarray(marks.at, marks.at + marks.size),
  )
}

const FROM_MACINTOSH = 0x100

/** That of the first font that is not western: the documents of a language name its fonts, others none. */
function alphabetOf(document: Buffer): string {
  if (document.readUInt16LE(0x14) === FROM_MACINTOSH) return 'macintosh'
  const from = document.readUInt32LE(0xd0)
  const end = Math.min(from + document.readUInt32LE(0xd4), document.length)
  for (let at = from + 2; at + 4 < end; at += document.readUInt8(at) + 1) {
    const alphabet = alphabets[document.readUInt8(at + 4)]
    if (alphabet) return alphabet
  }
  return 'windows-1252'
}

/** By Windows' number of a font's character set. */
const alphabets: Readonly<Record<number, string>> = {
  77: 'macintosh',
  128: 'shift_jis',
  129: 'euc-kr',
  134: 'gbk',
  136: 'big5',
  161: 'windows-1253',
  162: 'windows-1254',
  163: 'windows-1258',
  177: 'windows-1255',
  178: 'windows-1256',
  186: 'windows-1257',
  204: 'windows-1251',
  222: 'windows-874',
  238: 'windows-1250',
}

/** Reads the stories, which follow each other in the text: body, footnotes, headers, comments, endnotes, text boxes, those of headers. */
function joinStories(
  read: (from: number, to: number) => string,
  lengths: readonly number[],
  headerMarks: Buffer,
): string {
  let end = 0
  const [body, footnotes, headers, , endnotes, boxes, headerBoxes] = lengths.map((length) => {
    end += length
    return { from: end - length, to: end }
  })
  const story = (place?: { from: number; to: number }) => (place ? read(place.from, place.to) : '')
  const [above, below] = [new Set<string>(), new Set<string>()]
  // Six lines between text and notes, then for each section headers and footers: two of each, then those of the first page.
  for (let index = 6; headers && index * 4 + 8 <= headerMarks.length; index += 1) {
    const [from, to] = [
      headerMarks.readUInt32LE(index * 4),
      headerMarks.readUInt32LE(index * 4 + 4),
    ]
    const isHeader = [0, 1, 4].includes(index % 6)
    const place = { from: headers.from + from, to: Math.min(headers.from + to, headers.to) }
    ;(isHeader ? above : below).add(story(place).trim())
  }
  const texts = [...above, story(headerBoxes), story(body), story(boxes)]
  return [...texts, story(footnotes), story(endnotes), ...below].filter(Boolean).join('\n\n')
}

/** The characters of all stories. In `shown`, those that are deleted or hidden are zeros. */
function charactersOf(document: Buffer, table: Buffer): { raw: string; shown: string } {
  const hidden = hiddenBytes(document, table)
  let raw = ''
  let shown = ''
  for (const { start, characters, isNarrow } of piecesOf(document, table)) {
    const width = isNarrow ? 1 : 2
    const bytes = document.subarray(start, start + characters * width)
    const text = isNarrow ? western(bytes) : bytes.toString('utf16le')
    raw += text
    shown += hidden.subarray(start, start + bytes.length).includes(1)
      ? text.replace(/[^]/g, (each, at: number) => (hidden[start + at * width] ? '\0' : each))
      : text
  }
  return { raw, shown }
}

const westernDecoder = new TextDecoder('windows-1252')
const western = (bytes: Buffer): string => westernDecoder.decode(bytes)

/** Of character formatting: deleted while changes are tracked, and hidden. */
const IS_DELETED = 0x0800
const IS_HIDDEN = 0x083c
/** Other values leave it to the style, or turn round what the style says: such text is read. */
const IS_ON = 1
const PAGE_BYTES = 512

/** For each byte of the main stream, 1 if the formatting of characters says that its character is not shown. */
function hiddenBytes(document: Buffer, table: Buffer): Buffer {
  const hidden = Buffer.alloc(document.length)
  let left = document.length * 2
  const [at, size] = [document.readUInt32LE(0xfa), document.readUInt32LE(0xfe)]
  const count = Math.floor((size - 4) / 8)
  for (let index = 0; index < count; index += 1) {
    const page = table.readUInt32LE(at + (count + 1) * 4 + index * 4) & 0x3fffff
    const runs = document.subarray(page * PAGE_BYTES, (page + 1) * PAGE_BYTES)
    const runCount = runs[PAGE_BYTES - 1] ?? 0
    for (let run = 0; run < runCount; run += 1) {
      const place = (runs[(runCount + 1) * 4 + run] ?? 0) * 2
      const formatting = runs.subarray(place + 1, place + 1 + (runs[place] ?? 0))
      if (place === 0 || !isHidden(formatting)) continue
      const [from, to] = [runs.readUInt32LE(run * 4), runs.readUInt32LE(run * 4 + 4)]
      left -= Math.max(0, to - from)
      // The same bytes again and again would take for ever.
      if (left < 0) throw new Error('More than there is')
      hidden.fill(1, Math.min(from, hidden.length), Math.min(to, hidden.length))
    }
  }
  return hidden
}

/** Sizes of the value of a property, by the upper three bits of its number; 6 stands for a length before the value. */
const valueSizes = [1, 1, 2, 4, 2, 2, 0, 3]

function isHidden(formatting: Buffer): boolean {
  for (let at = 0; at + 2 < formatting.length;) {
    const property = formatting.readUInt16LE(at)
    const value = formatting[at + 2] ?? 0
    if ((property === IS_DELETED || property === IS_HIDDEN) && value === IS_ON) return true
    at += 2 + (valueSizes[property >> 13] || value + 1)
  }
  return false
}

/** The marks of fields are kept where they are hidden; so are the ends of paragraphs. */
function textOf(
  raw: string,
  shown: string,
  decode: (text: string) => string = (text) => text,
): string {
  const text = new ShownText()
  let from = 0
  const add = (end: number) => {
    if (end === from) return
    if (text.isCode) text.addCode(raw.slice(from, end))
    else text.add(decode(shown.slice(from, end).replaceAll('\0', '')))
  }
  // oxlint-disable-next-line no-control-regex -- Word's own marks are control characters
  for (const { 0: mark, index } of raw.matchAll(/[\0-\x1f]/g)) {
    add(index)
    from = index + 1
    if (mark === '\x13') text.beginField()
    else if (mark === '\x14') text.separateField()
    else if (mark === '\x15') text.endField()
    else text.add(signs[mark] ?? '')
  }
  add(raw.length)
  return rowsOf(textOfPieces(text.take(0)))
}

const CELL_END = '\x07'
/** What the marks mean that are no letters; the others stand for pictures and notes. An optional hyphen (0x1f) is not shown. */
const signs: Readonly<Record<string, string>> = {
  [CELL_END]: CELL_END,
  '\t': '\t',
  '\n': '\n',
  '\v': '\n',
  '\f': '\n',
  '\r': '\n',
  '\x0e': '\n',
  '\x1e': '\u2011',
}

/** Cells of a row stand side by side, unless one has several lines. A second mark ends the row. */
function rowsOf(text: string): string {
  return text
    .split(CELL_END + CELL_END)
    .map((row) => row.split(CELL_END).join(/\n./.test(row) ? '\n' : '\t'))
    .join('\n')
}
