// Finds active content in a DOC, which is a compound file: a small file system with the document as one of its streams.
import type { ActiveContent } from '#domain/cvs/cvs.ts'
import { openCompound, type Compound } from './word/compound-file.ts'
import { piecesOf, WORD_95, WORD_97 } from './word/doc-pieces.ts'
import { FieldCodes, pointsToOtherMachine } from './field-codes.ts'

export function activeContentOfDoc(content: Buffer): Set<ActiveContent> {
  const found = new Set<ActiveContent>()
  const file = openCompound(content)
  const names = new Set(file.entries.map(({ name }) => name.toLowerCase()))
  if (macroNames.some((name) => names.has(name))) found.add('macro')
  if (objectNames.some((name) => names.has(name))) found.add('embedded-object')
  // Many documents have an empty ObjectPool.
  if (file.entries.some(({ name, isFull }) => name.toLowerCase() === 'objectpool' && isFull)) {
    found.add('embedded-object')
  }
  readDocument(file, found)
  return found
}

/** Whether a password is needed to read it; false for a file that cannot be read at all. */
export function isLockedDoc(content: Buffer): boolean {
  try {
    const document = openCompound(content).read('WordDocument')
    return document !== undefined && (document.readUInt16LE(10) & ENCRYPTED) !== 0
  } catch {
    return false
  }
}

const ENCRYPTED = 0x0100
const macroNames = ['vba', '_vba_project', '_vba_project_cur', 'macros']
const objectNames = ['\u0001ole10native', '\u0003ocxname', '\u0003ocxdata', '\u0003objinfo']

/** The first number of a document, of the western and the Asian editions. */
const word95Marks: ReadonlySet<number> = new Set([0xa5dc, 0xa5ec, 0xa697, 0xa698, 0xa699])

/** Throws unless the document's header has the fixed layout of its version, where everything below looks. */
function requireLayout(document: Buffer): void {
  const version = document.readUInt16LE(2)
  const isWord95 = version <= WORD_95 && word95Marks.has(document.readUInt16LE(0))
  const isWord97 =
    version >= WORD_97 &&
    document.readUInt16LE(0) === 0xa5ec &&
    document.readUInt16LE(0x20) === 14 &&
    document.readUInt16LE(0x3e) === 22 &&
    document.readUInt16LE(0x98) >= 93
  if (!isWord95 && !isWord97) throw new Error('Unknown layout')
}

function readDocument(file: Compound, found: Set<ActiveContent>): void {
  const document = file.read('WordDocument')
  if (!document || document.length < 0x1aa) throw new Error('No document')
  requireLayout(document)
  const flags = document.readUInt16LE(10)
  if (flags & ENCRYPTED) {
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
    for (const { start, characters, isNarrow } of piecesOf(document, table)) {
      const end = start + characters * (isNarrow ? 1 : 2)
      readFields(document.toString(isNarrow ? 'latin1' : 'utf16le', start, end), fields)
    }
    if (pointsToOtherMachine(templateOf(document, table))) found.add('external-link')
  }
  fields.close()
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

/** Path or URL of the document's attached template: the second entry of a string table. */
function templateOf(document: Buffer, table: Buffer): string {
  let at = document.readUInt32LE(0x19a)
  const end = at + document.readUInt32LE(0x19e)
  if (at === end) return ''
  const isPlain = end <= table.length && table.readUInt16LE(at) === 0xffff
  if (!isPlain || table.readUInt16LE(at + 4) !== 0) throw new Error('Unknown string table')
  const count = Math.min(2, table.readUInt16LE(at + 2))
  at += 6
  let text = ''
  for (let index = 0; index < count; index += 1) {
    const next = at + 2 + table.readUInt16LE(at) * 2
    if (next > end) throw new Error('Outside of the string table')
    text = index === 1 ? table.toString('utf16le', at + 2, next) : ''
    at = next
  }
  return text
}
