// Active content of a DOCX: by what its parts are said to be and how they hang together, never by what they are called.
import type { Readable } from 'node:stream'
import { fromBufferPromise, type Entry, type ZipFile } from 'yauzl'
import { DOCX_LIMITS, type ActiveContent } from '#domain/cvs/cvs.ts'
import { FieldCodes, leadsElsewhere } from './field-codes.ts'

/** A part is whole in memory while it is read; the text of a CV takes a hundredth. */
const PART_BYTES = 32_000_000

/** Relationships, by the last word of their type, that bring something along. */
const embedding = new Set(['oleobject', 'package', 'control', 'activexcontrolbinary', 'afchunk'])
const macros = new Set(['vbaproject', 'wordvbadata'])
/** Shown, or followed by a click; anything else of the sort is fetched when the file is opened. */
const ordinary = new Set(['hyperlink', 'image', 'audio', 'video', 'media'])

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

/** What a DOCX says of itself takes a twentieth. */
const OWN_WORDS_BYTES = 2_000_000

/**
 * Whether it says of any part that it holds macros, whatever that part is called. Reads only what says so, and what is too much
 * of that counts as yes.
 */
export async function saysMacros(zip: ZipFile, entries: readonly Entry[]): Promise<boolean> {
  const found = new Set<ActiveContent>()
  let left = OWN_WORDS_BYTES
  for (const entry of entries) {
    if (!/\.rels$|^\[content_types\]\.xml$/i.test(entry.fileName)) continue
    const part = await readXml(zip, entry, left)
    if (part === 'too much') return true
    left -= part.length
    readPart(textOf(part), entry.fileName, found)
  }
  return found.has('macro')
}

/** Nothing of a part that is none: a picture. */
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

/** Behind its mark of byte order and space. A picture never begins so. */
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

/** Names of elements are never written otherwise. Most parts have none of these. */
const telling = ['Relationship', 'Override', 'Default', 'fldSimple', 'fldChar', 'nstrText']

function readPart(xml: string, partName: string, found: Set<ActiveContent>): void {
  if (!telling.some((name) => xml.includes(name))) return
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
  if (macros.has(kind)) found.add('macro')
  // The table behind a chart is a spreadsheet in the file, without macros, and opened by nobody who only reads.
  const isTable = isOfChart && kind === 'package' && /\.xlsx$/i.test(target)
  if (embedding.has(kind) && !isTable) found.add('embedded-object')
  if (!isExternal) return
  if (!ordinary.has(kind) && leadsElsewhere(target)) found.add('external-link')
  // A picture on a share: a program that asks for it tells who is signed in.
  if (kind === 'image' && leadsElsewhere(target) && !/^(?:https?|data):/i.test(target.trim())) {
    found.add('external-link')
  }
}

type Listener = {
  open(name: string, attributes: () => Map<string, string>): void
  close(name: string): void
  text(text: () => string): void
}

/** XML as far as it matters here: names without their prefixes, in one pass, and nothing in it is followed. */
function readTags(xml: string, listener: Listener): void {
  let at = 0
  while (at < xml.length) {
    const mark = xml.indexOf('<', at)
    const textEnd = mark < 0 ? xml.length : mark
    if (textEnd > at) {
      const from = at
      listener.text(() => unescaped(xml.slice(from, textEnd)))
    }
    if (mark < 0) return
    if (xml.startsWith('<!--', mark)) {
      at = behind(xml, '-->', mark + 4)
    } else if (xml.startsWith('<![CDATA[', mark)) {
      at = behind(xml, ']]>', mark + 9)
      const end = at
      listener.text(() => xml.slice(mark + 9, end - 3))
    } else if (xml.startsWith('<?', mark)) {
      at = behind(xml, '?>', mark + 2)
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

function behind(xml: string, end: string, from: number): number {
  const at = xml.indexOf(end, from)
  return at < 0 ? xml.length : at + end.length
}

/** Quotes may hold what otherwise ends a tag. */
function endOfTag(xml: string, mark: number): number {
  let at = mark + 1
  while (at < xml.length) {
    const character = xml[at]
    if (character === '>') return at + 1
    at = character === '"' || character === "'" ? behind(xml, character, at + 1) : at + 1
  }
  return at
}

function localName(xml: string, from: number, to: number): string {
  let end = from
  while (end < to && !/[\s/>]/.test(xml[end] ?? '>')) end += 1
  return xml.slice(
    xml.lastIndexOf(':', end - 1) >= from ? xml.lastIndexOf(':', end - 1) + 1 : from,
    end,
  )
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
    const close = behind(tag, quote, open + 1)
    found.set(name, unescaped(tag.slice(open + 1, close - 1)))
    at = close
  }
}

const named: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }

function unescaped(text: string): string {
  if (!text.includes('&')) return text
  return text.replace(
    /&(?:#x([\da-f]{1,6})|#(\d{1,7})|(amp|lt|gt|quot|apos));/gi,
    (whole, hex?: string, decimal?: string, name?: string) => {
      if (name) return named[name.toLowerCase()] ?? whole
      const code = hex ? Number.parseInt(hex, 16) : Number(decimal)
      return code <= 0x10ffff ? String.fromCodePoint(code) : whole
    },
  )
}
