// Reads XML in one pass, as far as the check for active content needs it: tags, attributes and text. Refuses what it does not understand.

/** The document cannot be read as every reader of XML would read it. */
export class UnclearXml extends Error {}

/** Whether the bytes start as XML does, after white space of any length; undefined when they end before it shows. */
export function startsAsXml(bytes: Buffer): boolean | undefined {
  let at = byteOrderMarks.find((mark) => mark.equals(bytes.subarray(0, mark.length)))?.length ?? 0
  while (at < bytes.length && (bytes[at] === 0 || isXmlSpace(bytes[at]))) at += 1
  return at < bytes.length ? bytes[at] === LESS : undefined
}

const byteOrderMarks = [
  Buffer.from('efbbbf', 'hex'),
  Buffer.from('fffe', 'hex'),
  Buffer.from('feff', 'hex'),
]
const LESS = 0x3c
const isXmlSpace = (byte: number | undefined) =>
  byte === 32 || byte === 9 || byte === 10 || byte === 13

/** Throws for everything that is not UTF-8 or UTF-16, says that it is something else, or has a document type, which may rename things. */
export function textOfXml(bytes: Buffer): string {
  const encoding = encodingOf(bytes)
  const text = decode(bytes, encoding)
  const declaration = /^\s*<\?xml\s[^>]{0,1000}/.exec(text)?.[0] ?? ''
  const [, declared = encoding] = /\sencoding\s*=\s*["']([^"']*)["']/.exec(declaration) ?? []
  const isAgreed =
    encoding === 'utf-8' ? /^(?:utf-8|us-ascii)$/i.test(declared) : /^utf-16/i.test(declared)
  if (!isAgreed || text.includes('\0') || !/^\s*</.test(text)) throw new UnclearXml()
  return text
}

function encodingOf([first, second]: Buffer): 'utf-8' | 'utf-16le' | 'utf-16be' {
  if ((first === 0xff && second === 0xfe) || second === 0) return 'utf-16le'
  return (first === 0xfe && second === 0xff) || first === 0 ? 'utf-16be' : 'utf-8'
}

function decode(bytes: Buffer, encoding: string): string {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes)
  } catch {
    throw new UnclearXml()
  }
}

/** Values by name, with the prefix: `x:Target` is another attribute than `Target`. */
export type Attributes = ReadonlyMap<string, string>

export type TagListener = {
  /** Names are without their prefix. */
  open(name: string, attributes: () => Attributes): void
  close(name: string): void
  text(text: () => string): void
}

/** Throws for a tag that is unfinished or contains a `<`, and for a document type. */
export function readTags(xml: string, listener: TagListener): void {
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
    } else if (xml.startsWith('<!', mark)) {
      throw new UnclearXml()
    } else if (xml.startsWith('<?', mark)) {
      at = indexAfter(xml, '?>', mark + 2)
    } else {
      at = endOfTag(xml, mark)
      const next = xml.indexOf('<', mark + 1)
      if (next >= 0 && next < at) throw new UnclearXml()
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
  if (at < 0) throw new UnclearXml()
  return at + end.length
}

/** Index after the tag's `>`. A quoted attribute value may contain `>`. */
function endOfTag(xml: string, mark: number): number {
  let at = mark + 1
  while (at < xml.length) {
    const character = xml[at]
    if (character === '>') return at + 1
    at = character === '"' || character === "'" ? indexAfter(xml, character, at + 1) : at + 1
  }
  throw new UnclearXml()
}

function localName(xml: string, from: number, to: number): string {
  let end = from
  while (end < to && !/[\s/>]/.test(xml[end] ?? '>')) end += 1
  // In the name alone: a search backwards from here would go through all that is before it, at each tag.
  const name = xml.slice(from, end)
  return name.slice(name.lastIndexOf(':') + 1)
}

function attributesOf(tag: string): Attributes {
  const found = new Map<string, string>()
  let at = tag.search(/[\s/>]/)
  for (;;) {
    const equals = tag.indexOf('=', at)
    const end = equals < 0 ? tag.length : equals
    const name = tag.slice(at, end).trim()
    if (equals < 0) {
      if (name !== '>' && name !== '/>') throw new UnclearXml()
      return found
    }
    const open = equals + 1 + (/^\s*/.exec(tag.slice(equals + 1, equals + 100))?.[0].length ?? 0)
    const quote = tag[open] ?? ''
    const isNew = /^[^\s"'<>/]+$/.test(name) && !found.has(name)
    if (!isNew || (quote !== '"' && quote !== "'")) throw new UnclearXml()
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

/** The value of the attribute, whatever its prefix; empty without it. */
export function local(attributes: Attributes, name: string): string {
  for (const [key, value] of attributes) {
    if (key === name || key.endsWith(`:${name}`)) return value
  }
  return ''
}

/** Whether an element that switches something does so: it does without a value as well. */
export const isOn = (attributes: Attributes): boolean =>
  !/^(?:0|false|off)$/i.test(local(attributes, 'val'))
