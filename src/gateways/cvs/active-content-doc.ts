// Finds active content in a DOC, which is a compound file: a small file system with the document as one of its streams.
import type { ActiveContent } from '#domain/cvs/cvs.ts'
import { FieldCodes, pointsToOtherMachine } from './field-codes.ts'

export function activeContentOfDoc(content: Buffer): Set<ActiveContent> {
  const found = new Set<ActiveContent>()
  const file = openCompound(content)
  const names = new Set(file.entries.map(({ name }) => name.toLowerCase()))
  if (macroNames.some((name) => names.has(name))) found.add('macro')
  if (objectNames.some((name) => names.has(name))) found.add('embedded-object')
  // Many documents have an empty ObjectPool.
  if (file.entries.some(({ name, isFull }) => name === 'ObjectPool' && isFull)) {
    found.add('embedded-object')
  }
  readDocument(file, found)
  return found
}

const macroNames = ['vba', '_vba_project', '_vba_project_cur', 'macros']
const objectNames = ['\u0001ole10native', '\u0003ocxname', '\u0003ocxdata', '\u0003objinfo']

type Entry = { name: string; start: number; size: number; isFull: boolean }
type Compound = {
  entries: readonly Entry[]
  /** A stream of the document itself. Embedded documents have streams with the same names, which are not searched. */
  read(name: string): Buffer | undefined
}

const END = 0xfffffffa

/** Throws for an incomplete file. Limits the length of sector chains, so that a loop ends. */
function openCompound(content: Buffer): Compound {
  const shift = content.readUInt16LE(30)
  if (shift !== 9 && shift !== 12) throw new Error('No sectors')
  const sectorSize = 1 << shift
  const most = Math.ceil(content.length / sectorSize)
  const sector = (number: number) => {
    const from = (number + 1) * sectorSize
    if (from >= content.length) throw new Error('Cut off')
    return content.subarray(from, from + sectorSize)
  }

  const tables: number[] = []
  for (let index = 0; index < 109; index += 1) tables.push(content.readUInt32LE(76 + index * 4))
  let more = content.readUInt32LE(68)
  for (let count = 0; more < END && count <= most; count += 1) {
    const list = sector(more)
    for (let index = 0; index < sectorSize / 4 - 1; index += 1) {
      tables.push(list.readUInt32LE(index * 4))
    }
    more = list.readUInt32LE(sectorSize - 4)
  }
  const parts = tables.filter((number) => number < END).slice(0, most)
  const table = Buffer.concat(parts.map(sector))
  const chained = (
    start: number,
    next: Buffer,
    part: (number: number) => Buffer,
    limit: number,
  ) => {
    const chunks: Buffer[] = []
    let size = 0
    for (let number = start; number < END && chunks.length <= most * 64 && size < limit;) {
      const chunk = part(number)
      chunks.push(chunk)
      size += chunk.length
      if (number * 4 + 4 > next.length) throw new Error('Outside of the table')
      number = next.readUInt32LE(number * 4)
    }
    return Buffer.concat(chunks)
  }
  const all = content.length

  const directory = chained(content.readUInt32LE(48), table, sector, all)
  const places = new Map<number, Entry>()
  for (let at = 0; at + 128 <= directory.length; at += 128) {
    const length = Math.min(directory.readUInt16LE(at + 64), 64)
    if (directory[at + 66] === 0 || length < 2) continue
    places.set(at / 128, {
      name: directory.toString('utf16le', at, at + length - 2),
      start: directory.readUInt32LE(at + 116),
      size: directory.readUInt32LE(at + 120),
      isFull: directory.readUInt32LE(at + 76) < END,
    })
  }
  const root = places.get(0)
  if (!root) throw new Error('No root')
  // The entries of one storage form a binary tree (left and right sibling) below it.
  const own: Entry[] = []
  const seen = new Set<number>()
  const waiting = [directory.readUInt32LE(76)]
  for (let number = waiting.pop(); number !== undefined; number = waiting.pop()) {
    const entry = places.get(number)
    if (!entry || seen.has(number)) continue
    seen.add(number)
    own.push(entry)
    const at = number * 128
    waiting.push(directory.readUInt32LE(at + 68), directory.readUInt32LE(at + 72))
  }

  const small = content.readUInt32LE(56)
  let smallTable: Buffer | undefined
  let smallStore: Buffer | undefined
  return {
    entries: [...places.values()],
    read(name) {
      const entry = own.find((each) => each.name.toLowerCase() === name.toLowerCase())
      if (!entry) return undefined
      const size = Math.min(entry.size, all)
      if (size >= small) return chained(entry.start, table, sector, size).subarray(0, size)
      smallTable ??= chained(content.readUInt32LE(60), table, sector, all)
      smallStore ??= chained(root.start, table, sector, all)
      const store = smallStore
      const piece = (number: number) => store.subarray(number * 64, number * 64 + 64)
      return chained(entry.start, smallTable, piece, size).subarray(0, size)
    },
  }
}

/** Version number of Word 97, the first with a piece table: the positions of all pieces of the text. */
const WORD_97 = 193

function readDocument(file: Compound, found: Set<ActiveContent>): void {
  const document = file.read('WordDocument')
  if (!document || document.length < 0x1aa) throw new Error('No document')
  const flags = document.readUInt16LE(10)
  if (flags & 0x0100) {
    // Only the text is encrypted; the names of storages were readable above.
    found.add('encrypted')
    return
  }
  const fields = new FieldCodes(found)
  if (document.readUInt16LE(2) < WORD_97) {
    const [from, to] = [document.readUInt32LE(24), document.readUInt32LE(28)]
    readFields(document.subarray(from, to).toString('latin1'), fields)
  } else {
    const table = file.read(flags & 0x0200 ? '1Table' : '0Table')
    if (!table) throw new Error('No table')
    for (const piece of piecesOf(document, table)) readFields(piece, fields)
    if (pointsToOtherMachine(templateOf(document, table))) found.add('external-link')
  }
  fields.close()
}

/** The text in order. Pieces may overlap, so their total is limited to twice the size of the stream. */
function* piecesOf(document: Buffer, table: Buffer): Generator<string> {
  const from = document.readUInt32LE(0x1a2)
  const end = from + document.readUInt32LE(0x1a6)
  let at = from
  // Skips the paragraph properties, which come first.
  while (table[at] === 1) at += 3 + table.readUInt16LE(at + 1)
  if (table[at] !== 2) throw new Error('No pieces')
  const count = Math.floor((table.readUInt32LE(at + 1) - 4) / 12)
  const places = at + 5
  if (places + count * 12 + 4 > Math.min(end, table.length)) throw new Error('Cut off')
  let left = document.length * 2
  for (let index = 0; index < count; index += 1) {
    const first = table.readUInt32LE(places + index * 4)
    const characters = table.readUInt32LE(places + index * 4 + 4) - first
    const place = table.readUInt32LE(places + (count + 1) * 4 + index * 8 + 2)
    const isNarrow = Boolean(place & 0x40000000)
    const start = isNarrow ? (place & 0x3fffffff) >>> 1 : place
    const length = isNarrow ? characters : characters * 2
    if (characters < 0 || start + length > document.length) throw new Error('Outside of the text')
    left -= length
    if (left < 0) throw new Error('More than there is')
    yield isNarrow
      ? document.toString('latin1', start, start + length)
      : document.toString('utf16le', start, start + length)
  }
}

function readFields(text: string, fields: FieldCodes): void {
  let from = 0
  const addText = (end: number) => fields.text(text.slice(from, Math.min(end, from + 1000)))
  for (const { 0: mark, index } of text.matchAll(/\p{Cc}/gu)) {
    const code = mark.charCodeAt(0)
    if (code < FIELD_BEGIN || code > FIELD_END) continue
    addText(index)
    if (code === FIELD_BEGIN) fields.begin()
    else if (code === FIELD_END) fields.end()
    else fields.separate()
    from = index + 1
  }
  addText(text.length)
}

/** The mark between these two (0x14) separates a field's code from its result. */
const FIELD_BEGIN = 0x13
const FIELD_END = 0x15

/** Path or URL of the document's attached template. */
function templateOf(document: Buffer, table: Buffer): string {
  let at = document.readUInt32LE(0x19a)
  const end = Math.min(at + document.readUInt32LE(0x19e), table.length)
  if (at + 6 > end || table.readUInt16LE(at) !== 0xffff) return ''
  at += 6
  // The template is the second entry of this string table.
  for (let index = 0; index < 2 && at + 2 <= end; index += 1) {
    const length = table.readUInt16LE(at) * 2
    const text = table.toString('utf16le', at + 2, Math.min(at + 2 + length, end))
    if (index === 1) return text
    at += 2 + length
  }
  return ''
}
