// Finds active content in a DOCX. Judges parts by their content type and relationships, never by their file names.
import type { Readable } from 'node:stream'
import { fromBufferPromise, type Entry, type ZipFile } from 'yauzl'
import { DOCX_LIMITS, type ActiveContent } from '#domain/cvs/cvs.ts'
import { FieldCodes, pointsToOtherMachine } from './field-codes.ts'

/** A part is read into memory as a whole, hence the limit. The text of a typical CV needs about 1 % of it. */
const PART_BYTES = 32_000_000

/** Relationship types (last path segment) that embed an object or a file. */
const embeddingTypes = new Set([
  'oleobject',
  'package',
  'control',
  'activexcontrolbinary',
  'afchunk',
])
const macroTypes = new Set(['vbaproject', 'wordvbadata'])
/** External targets that Word displays or opens on a click. It fetches every other kind when the file is opened. */
const harmlessTypes = new Set(['hyperlink', 'image', 'audio', 'video', 'media'])

export async function activeContentOfDocx(content: Buffer): Promise<Set<ActiveContent>> {
  const found = new Set<ActiveContent>()
  const zip = await fromBufferPromise(content, { lazyEntries: true, validateEntrySizes: true })
  if (zip.entryCount > DOCX_LIMITS.entries) return found.add('unreadable')
  let left: number = DOCX_LIMITS.unpackedBytes
  for await (const entry of zip.eachEntry()) {
    if (entry.isEncrypted()) {
      found.add('encrypted')
      continue
    }
    const part = await readXml(zip, entry, left)
    if (part === 'too much') return found.add('unreadable')
    left -= part.length
    if (part.length > 0) readPart(textOf(part), entry.fileName, found)
  }
  return found
}

/** Limit for relationships and content types together. A typical DOCX needs about 5 % of it. */
const METADATA_BYTES = 2_000_000

/**
 * Whether the file declares macros in any part, whatever the part's name. Reads only the relationships and content types; more
 * than the limit counts as yes.
 */
export async function declaresMacros(zip: ZipFile, entries: readonly Entry[]): Promise<boolean> {
  const found = new Set<ActiveContent>()
  let left = METADATA_BYTES
  for (const entry of entries) {
    if (!/\.rels$|^\[content_types\]\.xml$/i.test(entry.fileName)) continue
    const part = await readXml(zip, entry, left)
    if (part === 'too much') return true
    left -= part.length
    readPart(textOf(part), entry.fileName, found)
  }
  return found.has('macro')
}

/** The part's bytes; empty when the part is not XML (a picture, for example). */
async function readXml(zip: ZipFile, entry: Entry, left: number): Promise<Buffer | 'too much'> {
  const stream: Readable = await zip.openReadStreamPromise(entry)
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    if (size === 0 && !isXml(chunk)) break
    size += chunk.length
    if (size > Math.min(PART_BYTES, left)) return 'too much'
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

/** Whether the first character after an optional byte order mark and white space is `<`. No picture format starts with it. */
const isXml = (chunk: Buffer): boolean =>
  /^(?:\u00EF\u00BB\u00BF|\u00FF\u00FE|\u00FE\u00FF)?[\s\0]*</.test(
    chunk.subarray(0, 1000).toString('latin1'),
  )

function textOf(part: Buffer): string {
  const [first, second] = part
  if ((first === 0xff && second === 0xfe) || (first === 0x3c && second === 0)) {
    return part.toString('utf16le')
  }
  if ((first === 0xfe && second === 0xff) || (first === 0 && second === 0x3c)) {
    return Buffer.from(part.subarray(0, part.length & ~1))
      .swap16()
      .toString('utf16le')
  }
  return part.toString('utf8')
}

/** Case-sensitive element names to look for. Most parts contain none of them and need no parsing. */
const relevantElements = ['Relationship', 'Override', 'Default', 'fldSimple', 'fldChar', 'nstrText']

function readPart(xml: string, partName: string, found: Set<ActiveContent>): void {
  if (!relevantElements.some((name) => xml.includes(name))) return
  const fields = new FieldCodes(found)
  const isOfChart = /(?:^|\/)charts\/_rels\//i.test(partName)
  let isCode = false
  readTags(xml, {
    open(name, attributes) {
      switch (name) {
        case 'Relationship':
          relationship(attributes(), isOfChart, found)
          break
        case 'Override':
        case 'Default':
          contentType(attributes().get('ContentType') ?? '', found)
          break
        case 'fldSimple':
          fields.field(attributes().get('instr') ?? '')
          break
        case 'fldChar': {
          const kind = attributes().get('fldCharType')
          if (kind === 'begin') fields.begin()
          if (kind === 'separate') fields.separate()
          if (kind === 'end') fields.end()
          break
        }
        case 'instrText':
        case 'delInstrText':
          isCode = true
          break
        default:
      }
    },
    close(name) {
      if (name === 'instrText' || name === 'delInstrText') isCode = false
    },
    text(text) {
      if (isCode) fields.text(text())
    },
  })
  fields.close()
}

function contentType(type: string, found: Set<ActiveContent>): void {
  if (/vbaProject|vbaData|macroEnabled/i.test(type)) found.add('macro')
  if (/oleObject|activeX|ms-package\.relationships\+bin/i.test(type)) found.add('embedded-object')
}

function relationship(
  attributes: ReadonlyMap<string, string>,
  isOfChart: boolean,
  found: Set<ActiveContent>,
): void {
  const kind = (attributes.get('Type') ?? '').split('/').pop()?.toLowerCase() ?? ''
  const target = attributes.get('Target') ?? ''
  const isExternal = /^external$/i.test(attributes.get('TargetMode')?.trim() ?? '')
  if (macroTypes.has(kind)) found.add('macro')
  // A chart embeds its data as an .xlsx, which cannot hold macros and opens only when someone edits the chart.
  const isTable = isOfChart && kind === 'package' && /\.xlsx$/i.test(target)
  if (embeddingTypes.has(kind) && !isTable) found.add('embedded-object')
  if (!isExternal) return
  if (!harmlessTypes.has(kind) && pointsToOtherMachine(target)) found.add('external-link')
  // A picture on a network share: the program that loads it sends the Windows user's credentials.
  if (
    kind === 'image' &&
    pointsToOtherMachine(target) &&
    !/^(?:https?|data):/i.test(target.trim())
  ) {
    found.add('external-link')
  }
}

type Listener = {
  open(name: string, attributes: () => Map<string, string>): void
  close(name: string): void
  text(text: () => string): void
}

/** A minimal single-pass XML scanner: strips prefixes from names and resolves no entities or external references. */
function readTags(xml: string, listener: Listener): void {
  let at = 0
  while (at < xml.length) {
    const mark = xml.indexOf('<', at)
    const textEnd = mark < 0 ? xml.length : mark
    if (textEnd > at) {
      const from = at
      listener.text(() => unescape(xml.slice(from, textEnd)))
    }
    if (mark < 0) return
    if (xml.startsWith('<!--', mark)) {
      at = indexAfter(xml, '-->', mark + 4)
    } else if (xml.startsWith('<![CDATA[', mark)) {
      at = indexAfter(xml, ']]>', mark + 9)
      const end = at
      listener.text(() => xml.slice(mark + 9, end - 3))
    } else if (xml.startsWith('<?', mark)) {
      at = indexAfter(xml, '?>', mark + 2)
    } else {
      at = endOfTag(xml, mark)
      const tag = [mark, at] as const
      const isClosing = xml[mark + 1] === '/'
      const name = localName(xml, mark + (isClosing ? 2 : 1), at)
      if (isClosing) listener.close(name)
      else {
        listener.open(name, () => attributesOf(xml.slice(...tag)))
        if (xml[at - 2] === '/') listener.close(name)
      }
    }
  }
}

function indexAfter(xml: string, end: string, from: number): number {
  const at = xml.indexOf(end, from)
  return at < 0 ? xml.length : at + end.length
}

/** Index after the tag's `>`. A quoted attribute value may contain `>`. */
function endOfTag(xml: string, mark: number): number {
  let at = mark + 1
  while (at < xml.length) {
    const character = xml[at]
    if (character === '>') return at + 1
    at = character === '"' || character === "'" ? indexAfter(xml, character, at + 1) : at + 1
  }
  return at
}

function localName(xml: string, from: number, to: number): string {
  let end = from
  while (end < to && !/[\s/>]/.test(xml[end] ?? '>')) end += 1
  // In the name alone: a search backwards from here would go through all that is before it, at each tag.
  const name = xml.slice(from, end)
  return name.slice(name.lastIndexOf(':') + 1)
}

function attributesOf(tag: string): Map<string, string> {
  const found = new Map<string, string>()
  let at = 0
  for (;;) {
    const equals = tag.indexOf('=', at)
    if (equals < 0) return found
    const name = tag.slice(at, equals).trim().split(/[\s:]/).pop() ?? ''
    const open = equals + 1 + (/^\s*/.exec(tag.slice(equals + 1, equals + 100))?.[0].length ?? 0)
    const quote = tag[open] ?? ''
    if (quote !== '"' && quote !== "'") return found
    const close = indexAfter(tag, quote, open + 1)
    found.set(name, unescape(tag.slice(open + 1, close - 1)))
    at = close
  }
}

const namedEntities: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
}

function unescape(text: string): string {
  if (!text.includes('&')) return text
  return text.replace(
    /&(?:#x([\da-f]{1,6})|#(\d{1,7})|(amp|lt|gt|quot|apos));/gi,
    (whole, hex?: string, decimal?: string, name?: string) => {
      if (name) return namedEntities[name.toLowerCase()] ?? whole
      const code = hex ? Number.parseInt(hex, 16) : Number(decimal)
      return code <= 0x10ffff ? String.fromCodePoint(code) : whole
    },
  )
}
