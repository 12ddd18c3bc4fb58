// Parses one object of a PDF. Only what every reader of PDF understands in the same way is well formed.

/** Maximum nesting and number of values in one object. Real files stay far below; readers have limits too. */
const MAX_DEPTH = 100
const MAX_VALUES = 1_000_000

export class PdfName {
  readonly text: string
  constructor(text: string) {
    this.text = text
  }
}

/** A reference to another object: `12 0 R`. */
export class PdfReference {
  readonly number: number
  constructor(number: number) {
    this.number = number
  }
}

/** Keeps all entries: of a repeated key, some readers take the first value and others the last. */
export class PdfDictionary {
  readonly entries: [key: string, value: PdfValue][] = []

  /** The values of a key; null is the same as no entry. */
  valuesOf(key: string): PdfValue[] {
    return this.entries.flatMap(([name, value]) => (name === key && value !== null ? [value] : []))
  }
}

/** Stands for every string: the text of strings is not needed. */
export const PDF_STRING = Symbol('string')

export type PdfValue =
  | PdfName
  | PdfReference
  | PdfDictionary
  | PdfValue[]
  | number
  | boolean
  | null
  | typeof PDF_STRING

export type PdfObject = {
  /** Undefined when there is no value at this place. */
  value: PdfValue | undefined
  /** Index after the value. */
  end: number
  /** False when readers may understand the value, or its end, differently. */
  isWellFormed: boolean
}

/** Reads the object that starts at this index. Throws when it is nested too deeply or longer than `maxBytes`. */
export function readPdfObject(content: Buffer, start: number, maxBytes: number): PdfObject {
  const open: (PdfDictionary | PdfValue[])[] = []
  const keys: (string | undefined)[] = []
  let isWellFormed = true
  let values = 0
  let at = start
  for (;;) {
    at = skipSpace(content, at)
    if (at - start > maxBytes) throw new RangeError('The object is too long')
    const top = open.at(-1)
    if (at >= content.length) return { value: open[0], end: at, isWellFormed: top === undefined }
    const token = readToken(content, at)
    let { value } = token
    if (token.mark?.endsWith('word') && top === undefined) {
      // A keyword such as `endobj` is not a value.
      return { value: undefined, end: at, isWellFormed }
    }
    isWellFormed &&= token.isWellFormed
    at = Math.max(token.end, at + 1)
    if (token.mark === '<<' || token.mark === '[') {
      open.push(token.mark === '<<' ? new PdfDictionary() : [])
      keys.push(undefined)
      if (open.length > MAX_DEPTH) throw new RangeError('The object is nested too deeply')
      continue
    }
    if (token.mark === '>>' || token.mark === ']') {
      const isOfTop = token.mark === ']' ? Array.isArray(top) : top instanceof PdfDictionary
      // A key without its value, too.
      if (!isOfTop || keys.at(-1) !== undefined) isWellFormed = false
      if (top === undefined) return { value: undefined, end: at, isWellFormed: true }
      if (!isOfTop) continue
      value = open.pop()
      keys.pop()
    } else if (token.mark) {
      // A font's name may contain a blank: `/BaseFont /Arial,Unicode MS`. All readers skip such a word where a key is expected.
      const isInPlaceOfKey = top instanceof PdfDictionary && keys.at(-1) === undefined
      if (isInPlaceOfKey && token.mark === 'plain word') continue
      isWellFormed = false
    }
    values += 1
    if (values > MAX_VALUES) throw new RangeError('The object has too many values')
    if (open.length === 0) return { value, end: at, isWellFormed }
    isWellFormed = addValue(open.at(-1), keys, value ?? null) && isWellFormed
  }
}

/** Returns false for a key that is not a name. */
function addValue(
  target: PdfDictionary | PdfValue[] | undefined,
  keys: (string | undefined)[],
  value: PdfValue,
): boolean {
  if (Array.isArray(target)) {
    target.push(value)
    return true
  }
  const key = keys.at(-1)
  if (key !== undefined) {
    target?.entries.push([key, value])
    keys[keys.length - 1] = undefined
    return true
  }
  if (!(value instanceof PdfName)) return false
  keys[keys.length - 1] = value.text
  return true
}

type Token = {
  /** Undefined when the token is a complete value. */
  mark?: '<<' | '>>' | '[' | ']' | 'word' | 'plain word'
  value?: PdfValue
  end: number
  isWellFormed: boolean
}

const SLASH = 0x2f
const LESS = 0x3c
const GREATER = 0x3e
const OPEN = 0x28
const CLOSE = 0x29
const OPEN_ARRAY = 0x5b
const CLOSE_ARRAY = 0x5d
const PERCENT = 0x25
const BACKSLASH = 0x5c

function readToken(content: Buffer, at: number): Token {
  const next = content[at + 1]
  switch (content[at]) {
    case SLASH:
      return readName(content, at)
    case LESS:
      if (next === LESS) return { mark: '<<', end: at + 2, isWellFormed: true }
      return readString(content, at, endOfHex)
    case GREATER:
      if (next === GREATER) return { mark: '>>', end: at + 2, isWellFormed: true }
      return { mark: 'word', end: at + 1, isWellFormed: true }
    case OPEN_ARRAY:
      return { mark: '[', end: at + 1, isWellFormed: true }
    case CLOSE_ARRAY:
      return { mark: ']', end: at + 1, isWellFormed: true }
    case OPEN:
      return readString(content, at, endOfString)
    default:
      return readWord(content, at)
  }
}

/** The name at this slash, with escapes such as #4a decoded. */
function readName(content: Buffer, slash: number): Token {
  const end = endOfWord(content, slash + 1)
  // No name that is looked for is longer.
  const raw = content.toString('latin1', slash + 1, Math.min(end, slash + 128))
  const text = raw.replace(/#([\da-f]{2})/gi, (_: string, hex: string) =>
    String.fromCharCode(Number.parseInt(hex, 16)),
  )
  // Some readers end a name at a zero byte.
  return { value: new PdfName(text), end, isWellFormed: !text.includes('\0') }
}

function readString(
  content: Buffer,
  at: number,
  endOf: (content: Buffer, at: number) => number | undefined,
): Token {
  const end = endOf(content, at)
  return { value: PDF_STRING, end: end ?? content.length, isWellFormed: end !== undefined }
}

const words: ReadonlyMap<string, PdfValue> = new Map<string, PdfValue>([
  ['true', true],
  ['false', false],
  ['null', null],
])

const keywords: ReadonlySet<string> = new Set(['R', 'obj', 'endobj', 'stream', 'endstream'])

/** A number, a reference, or a keyword. */
function readWord(content: Buffer, at: number): Token {
  const end = endOfWord(content, at)
  const text = content.toString('latin1', at, Math.min(end, at + 32))
  const word = words.get(text)
  if (word !== undefined) return { value: word, end, isWellFormed: true }
  if (!/^[+-]?(?:\d+(?:\.\d*)?|\.\d+)$/.test(text)) {
    const isPlain = /^[A-Za-z]+$/.test(text) && !keywords.has(text)
    return { mark: isPlain ? 'plain word' : 'word', end, isWellFormed: true }
  }
  const afterReference = /^\d{1,10}$/.test(text) ? endOfReference(content, end) : undefined
  return afterReference === undefined
    ? { value: Number(text), end, isWellFormed: true }
    : { value: new PdfReference(Number(text)), end: afterReference, isWellFormed: true }
}

/**
 * Index after the generation number and the `R` that follow an object number. With a comment between them it is not found, and the
 * `R` is a keyword out of place.
 */
function endOfReference(content: Buffer, afterNumber: number): number | undefined {
  const from = skipBlanks(content, afterNumber)
  const to = endOfWord(content, from)
  if (to === from || to - from > 10) return undefined
  for (let at = from; at < to; at += 1) if (!isDigit(content[at])) return undefined
  const mark = skipBlanks(content, to)
  return content[mark] === 0x52 && endOfWord(content, mark) === mark + 1 ? mark + 1 : undefined
}

export const isSpace = (byte: number | undefined): boolean =>
  byte === 32 || byte === 10 || byte === 13 || byte === 9 || byte === 12 || byte === 0

export const isDigit = (byte: number | undefined): boolean =>
  byte !== undefined && byte >= 0x30 && byte <= 0x39

const hexDigits: ReadonlySet<number | undefined> = new Set(Buffer.from('0123456789abcdefABCDEF'))
const delimiters: ReadonlySet<number | undefined> = new Set(Buffer.from('/<>()[]%{}'))

export function skipBlanks(content: Buffer, from: number): number {
  let at = from
  while (isSpace(content[at])) at += 1
  return at
}

/** Skips white space and comments. */
export function skipSpace(content: Buffer, from: number): number {
  let at = from
  for (;;) {
    at = skipBlanks(content, at)
    if (content[at] !== PERCENT) return at
    while (at < content.length && content[at] !== 10 && content[at] !== 13) at += 1
  }
}

function endOfWord(content: Buffer, from: number): number {
  let at = from
  while (at < content.length && !isSpace(content[at]) && !delimiters.has(content[at])) at += 1
  return at
}

function endOfString(content: Buffer, open: number): number | undefined {
  let depth = 0
  for (let at = open; at < content.length; at += 1) {
    const byte = content[at]
    if (byte === BACKSLASH) at += 1
    else if (byte === OPEN) depth += 1
    else if (byte === CLOSE) {
      depth -= 1
      if (depth === 0) return at + 1
    }
  }
  return undefined
}

/** Undefined too when the string has other characters than hexadecimal digits, after which readers go on differently. */
function endOfHex(content: Buffer, open: number): number | undefined {
  let at = open + 1
  while (isSpace(content[at]) || hexDigits.has(content[at])) at += 1
  return content[at] === GREATER ? at + 1 : undefined
}
