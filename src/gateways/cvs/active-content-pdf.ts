// Finds active content in a PDF. Reads every object as a viewer would, wherever a cross-reference entry could point.
import { inflateRawSync } from 'node:zlib'
import type { ActiveContent } from '#domain/cvs/cvs.ts'

/** Limits for one file: bytes parsed, bytes unpacked, objects. A typical 10 MB file needs 10 % of them. */
const LIMITS = { parsed: 64_000_000, unpacked: 64_000_000, objects: 300_000 } as const

/** Actions that run or send something; reported wherever they occur. */
const dangerousActions = new Set(['JavaScript', 'Launch', 'SubmitForm', 'ImportData'])
/** Actions that contact another system: a normal link after a click, but a tracker when the file triggers them itself. */
const externalActions = new Set(['URI', 'GoToR', 'GoToE', 'Rendition', 'Thread'])
/** Dictionaries whose keys are names chosen by the file: a font may be called AA or JS. */
const freelyNamedDictionaries = new Set([
  'Font',
  'XObject',
  'ExtGState',
  'ColorSpace',
  'Pattern',
  'Shading',
  'Properties',
  'CharProcs',
  'RoleMap',
  'ClassMap',
])

class LimitExceeded extends Error {}

/** Facts about an object that references to it need. */
type Known = { isStream: boolean; hasExternalAction: boolean }

type Frame = {
  isDict: boolean
  /** The key whose value comes next. */
  key: string | undefined
  /** The key in the parent dictionary whose value this is. */
  under: string | undefined
}

/** The outermost dictionary of an object: what is needed to unpack an object stream. */
type ObjectHead = {
  keys: Set<string>
  filters: string[]
  isPredicted: boolean
  hasExternalAction: boolean
  /** Index of the data; undefined when the object is not a stream. */
  data: number | undefined
  count: number
  first: number
}

export async function activeContentOfPdf(content: Buffer): Promise<Set<ActiveContent>> {
  const search = new Search()
  try {
    search.file(content)
  } catch (error) {
    if (!(error instanceof LimitExceeded)) throw error
    search.found.add('unreadable')
  }
  if (search.isEncrypted && (search.hasObjectStreams || (await needsPassword(content)))) {
    search.found.add('encrypted')
  }
  return search.found
}

/** An encrypted file may open with an empty password; only trying shows it. Its names are never encrypted. */
async function needsPassword(content: Buffer): Promise<boolean> {
  const pdfjs = await import('pdfjs-dist/legacy/build/pdf.mjs')
  const task = pdfjs.getDocument({
    data: new Uint8Array(content),
    verbosity: pdfjs.VerbosityLevel.ERRORS,
    useWasm: false,
    enableXfa: false,
  })
  try {
    await task.promise
    return false
  } catch (error) {
    return error instanceof Error && error.name === 'PasswordException'
  } finally {
    await task.destroy()
  }
}

class Search {
  readonly found = new Set<ActiveContent>()
  isEncrypted = false
  /** Has object streams. */
  hasObjectStreams = false
  #parsed = 0
  #unpacked = 0
  #objects = 0
  readonly #known = new Map<number, Known>()
  readonly #openActions = new Set<number>()
  readonly #additionalActions = new Set<number>()

  file(content: Buffer): void {
    const streams = new Map<number, ObjectHead>()
    for (const { at, number } of objectsIn(content)) {
      const head = this.#object(content, at, number)
      if (head.data !== undefined && head.keys.has('N') && head.keys.has('First')) {
        streams.set(head.data, head)
      }
    }
    for (const at of placesOf(content, 'trailer')) this.#object(content, at + 7, undefined)
    this.hasObjectStreams = streams.size > 0
    // The object streams of an encrypted file cannot be unpacked here.
    if (!this.isEncrypted) for (const [at, head] of streams) this.#objectStream(content, at, head)
    this.#checkReferences()
  }

  /** Checks the targets of references in OpenAction (runs when the file opens) and AA (runs with a page or field). */
  #checkReferences(): void {
    for (const number of this.#openActions) {
      if (this.#known.get(number)?.hasExternalAction) this.found.add('script')
    }
    for (const number of this.#additionalActions) {
      // In a font, AA can be the name of a glyph; glyphs are streams, actions are not.
      if (!this.#known.get(number)?.isStream) this.found.add('script')
    }
  }

  #objectStream(content: Buffer, at: number, head: ObjectHead): void {
    const [filter, ...others] = head.filters
    const isPlain = filter === undefined && !head.keys.has('Filter')
    const isFlate = filter === 'FlateDecode' || filter === 'Fl'
    if (others.length > 0 || head.isPredicted || !(isPlain || isFlate)) {
      this.found.add('unreadable')
      return
    }
    const data = isPlain ? content.subarray(at) : this.#unpack(content, at)
    if (!data) return
    // Pairs of object number and offset, relative to the first object.
    const numbers: number[] = []
    let end = 0
    while (numbers.length < head.count * 2 && end < data.length) {
      const token = numberAt(data, end)
      if (!token) break
      numbers.push(token.value)
      end = token.end
    }
    this.#countParsed(end)
    for (let index = 0; index + 1 < numbers.length; index += 2) {
      const place = head.first + (numbers[index + 1] ?? 0)
      if (place < data.length) this.#object(data, place, numbers[index])
    }
  }

  #unpack(content: Buffer, at: number): Buffer | undefined {
    let start = at
    while (start < at + 4 && !isZlib(content, start)) start += 1
    if (!isZlib(content, start)) {
      this.found.add('unreadable')
      return undefined
    }
    try {
      // Like viewers, checks neither the end of the stream nor its checksum.
      const data = inflateRawSync(content.subarray(start + 2), {
        maxOutputLength: Math.max(1, LIMITS.unpacked - this.#unpacked),
        finishFlush: 2,
      })
      this.#unpacked += data.length
      return data
    } catch {
      this.found.add('unreadable')
      return undefined
    }
  }

  #countParsed(bytes: number): void {
    this.#parsed += bytes
    if (this.#parsed > LIMITS.parsed) throw new LimitExceeded()
  }

  /** Reads one object from its beginning to its end. */
  #object(content: Buffer, start: number, number: number | undefined): ObjectHead {
    this.#objects += 1
    if (this.#objects > LIMITS.objects) throw new LimitExceeded()
    const head: ObjectHead = {
      keys: new Set(),
      filters: [],
      isPredicted: false,
      hasExternalAction: false,
      data: undefined,
      count: 0,
      first: 0,
    }
    const end = this.#values(content, start, head)
    const after = skipSpace(content, end)
    this.#countParsed(after - start)
    if (startsWith(content, after, 'stream')) {
      let data = after + 6
      if (content[data] === 13) data += 1
      if (content[data] === 10) data += 1
      head.data = data
    }
    const isStream = head.data !== undefined
    if (number !== undefined && (isStream || head.hasExternalAction)) {
      this.#known.set(number, { isStream, hasExternalAction: head.hasExternalAction })
    }
    return head
  }

  /** Returns the index after the object. Ignores unmatched closing brackets, as viewers do. */
  #values(content: Buffer, start: number, head: ObjectHead): number {
    const frames: Frame[] = []
    const most = content.length
    let at = start
    for (;;) {
      at = skipSpace(content, at)
      // Checks the limit inside the object too: one object may be as long as the file.
      if (at >= most || at - start > LIMITS.parsed - this.#parsed) return at
      const frame = frames.at(-1)
      const byte = content[at]
      const next = content[at + 1]
      if (byte === SLASH) {
        const name = nameAt(content, at)
        at = name.end
        if (!frame) {
          if (dangerousActions.has(name.text)) this.found.add('script')
          return at
        }
        if (frame.isDict) this.#nameIn(frames, frame, name.text, head)
        else if (frame.under === 'Filter' && frames.length === 2) head.filters.push(name.text)
        continue
      }
      if (byte === LESS && next === LESS) {
        const under = keyOf(frame)
        if (frame) {
          this.#value(frames, frame, 'dict', head)
          frame.key = undefined
        }
        frames.push({ isDict: true, key: undefined, under })
        at += 2
        continue
      }
      if (byte === OPEN_ARRAY) {
        const under = keyOf(frame)
        if (frame?.isDict) {
          this.#value(frames, frame, 'array', head)
          frame.key = undefined
        }
        frames.push({ isDict: false, key: undefined, under })
        at += 1
        continue
      }
      if ((byte === GREATER && next === GREATER) || byte === CLOSE_ARRAY) {
        const closesDict = byte === GREATER
        at += closesDict ? 2 : 1
        if (frame?.isDict === closesDict) frames.pop()
        if (frames.length === 0) return at
        continue
      }
      if (byte === OPEN || byte === LESS) {
        at = byte === OPEN ? endOfString(content, at) : endOfHex(content, at)
        if (!frame) return at
        if (frame.isDict) {
          this.#value(frames, frame, 'string', head)
          frame.key = undefined
        }
        continue
      }
      const number = numberAt(content, at)
      if (number && number.end > at) {
        at = number.end
        if (!frame) return at
        if (frame.isDict) {
          this.#value(frames, frame, number.value, head)
          frame.key = undefined
        }
        continue
      }
      const end = endOfWord(content, at)
      // A keyword that is not a value.
      if (!frame) return startsWith(content, at, 'endobj') ? at : Math.max(end, at + 1)
      frame.key = undefined
      at = Math.max(end, at + 1)
    }
  }

  #nameIn(frames: readonly Frame[], frame: Frame, name: string, head: ObjectHead): void {
    const { key } = frame
    if (key === undefined) {
      frame.key = name
      if (frames.length === 1) head.keys.add(name)
      // An AA dictionary with at least one entry.
      if (frame.under === 'AA') this.found.add('script')
      if (frame.under === 'OpenAction' && name === 'Next') this.found.add('script')
      if (frames.length === 1 && name === 'Next') head.hasExternalAction ||= head.keys.has('S')
      return
    }
    frame.key = undefined
    if (key === 'S') {
      if (dangerousActions.has(name)) this.found.add('script')
      if (externalActions.has(name)) {
        if (frame.under === 'OpenAction') this.found.add('script')
        if (frames.length === 1) head.hasExternalAction = true
      }
    }
    if ((key === 'Subtype' || key === 'S') && name === 'RichMedia') this.found.add('script')
    if (key === 'Type' && name === 'EmbeddedFile') this.found.add('embedded-file')
    if (key === 'Filter' && frames.length === 1) head.filters.push(name)
  }

  /** Handles a value that is not a name; a number may be the start of a reference. */
  #value(
    frames: readonly Frame[],
    { key, under }: Frame,
    value: 'dict' | 'array' | 'string' | number,
    head: ObjectHead,
  ): void {
    if (key === undefined || freelyNamedDictionaries.has(under ?? '')) return
    const isNumber = typeof value === 'number'
    switch (key) {
      case 'JS':
        if (value !== 'array') this.found.add('script')
        break
      case 'JavaScript':
      case 'OnInstantiate':
        if (value === 'dict' || isNumber) this.found.add('script')
        break
      case 'XFA':
        this.found.add('script')
        break
      case 'EF':
        if (value === 'dict' || isNumber) this.found.add('embedded-file')
        break
      case 'OpenAction':
        if (isNumber) this.#openActions.add(value)
        break
      case 'AA':
        if (isNumber) this.#additionalActions.add(value)
        break
      case 'Encrypt':
        if (frames.length === 1 && (value === 'dict' || isNumber)) this.isEncrypted = true
        break
      case 'Predictor':
        if (isNumber && value > 1) head.isPredicted = true
        break
      case 'N':
        if (isNumber && frames.length === 1) head.count = value
        break
      case 'First':
        if (isNumber && frames.length === 1) head.first = value
        break
      default:
    }
  }
}

const keyOf = (frame: Frame | undefined) =>
  freelyNamedDictionaries.has(frame?.under ?? '') ? undefined : frame?.key

const SLASH = 0x2f
const LESS = 0x3c
const GREATER = 0x3e
const OPEN = 0x28
const CLOSE = 0x29
const OPEN_ARRAY = 0x5b
const CLOSE_ARRAY = 0x5d
const PERCENT = 0x25
const BACKSLASH = 0x5c

const isSpace = (byte: number | undefined): boolean =>
  byte === 32 || byte === 10 || byte === 13 || byte === 9 || byte === 12 || byte === 0
const isDelimiter = (byte: number | undefined): boolean =>
  byte === SLASH ||
  byte === LESS ||
  byte === GREATER ||
  byte === OPEN ||
  byte === CLOSE ||
  byte === OPEN_ARRAY ||
  byte === CLOSE_ARRAY ||
  byte === PERCENT ||
  byte === 0x7b ||
  byte === 0x7d
const isDigit = (byte: number | undefined): boolean =>
  byte !== undefined && byte >= 0x30 && byte <= 0x39

/** Skips white space and comments. */
function skipSpace(content: Buffer, from: number): number {
  let at = from
  for (;;) {
    while (isSpace(content[at])) at += 1
    if (content[at] !== PERCENT) return at
    while (at < content.length && content[at] !== 10 && content[at] !== 13) at += 1
  }
}

function endOfWord(content: Buffer, from: number): number {
  let at = from
  while (at < content.length && !isSpace(content[at]) && !isDelimiter(content[at])) at += 1
  return at
}

/** The name at this slash, with escapes such as #4a decoded. */
function nameAt(content: Buffer, slash: number): { text: string; end: number } {
  const end = endOfWord(content, slash + 1)
  // No name that is looked for is longer.
  const text = content.toString('latin1', slash + 1, Math.min(end, slash + 128))
  if (!text.includes('#')) return { text, end }
  return {
    text: text.replace(/#([\da-f]{2})/gi, (_: string, hex: string) =>
      String.fromCharCode(Number.parseInt(hex, 16)),
    ),
    end,
  }
}

function numberAt(content: Buffer, from: number): { value: number; end: number } | undefined {
  let at = skipSpace(content, from)
  const isSigned = content[at] === 0x2b || content[at] === 0x2d
  if (isSigned) at += 1
  const start = at
  let value = 0
  while (isDigit(content[at])) {
    value = Math.min(value * 10 + ((content[at] ?? 0) - 0x30), Number.MAX_SAFE_INTEGER)
    at += 1
  }
  if (content[at] === 0x2e) {
    at += 1
    while (isDigit(content[at])) at += 1
  }
  return at > start ? { value, end: at } : undefined
}

function endOfString(content: Buffer, open: number): number {
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
  return content.length
}

function endOfHex(content: Buffer, open: number): number {
  const end = content.indexOf(GREATER, open)
  return end < 0 ? content.length : end + 1
}

function startsWith(content: Buffer, at: number, word: string): boolean {
  if (at + word.length > content.length) return false
  for (let index = 0; index < word.length; index += 1) {
    if (content[at + index] !== word.charCodeAt(index)) return false
  }
  return true
}

const isZlib = (content: Buffer, at: number): boolean => {
  const [first = 0, second = 0] = [content[at], content[at + 1]]
  return first % 16 === 8 && (first * 256 + second) % 31 === 0
}

function* placesOf(content: Buffer, word: string): Generator<number> {
  for (let at = content.indexOf(word); at >= 0; at = content.indexOf(word, at + word.length)) {
    yield at
  }
}

/** Every index where an object may start, also inside another object or a stream: the cross-reference table may point there. */
function* objectsIn(content: Buffer): Generator<{ at: number; number: number | undefined }> {
  for (const place of placesOf(content, 'obj')) {
    let before = place - 1
    while (isSpace(content[before])) before -= 1
    // After a comment `obj` is the first word of its line.
    const isAfterComment = /[\r\n]/.test(content.toString('latin1', before + 1, place))
    if (!isDigit(content[before]) && !isAfterComment) continue
    yield { at: place + 3, number: numberBefore(content, before) }
  }
}

/** The first of the two numbers in front of 'obj'. */
function numberBefore(content: Buffer, end: number): number | undefined {
  let at = end
  while (isDigit(content[at])) at -= 1
  while (isSpace(content[at])) at -= 1
  const last = at
  while (last - at < 10 && isDigit(content[at])) at -= 1
  return at < last ? Number(content.toString('latin1', at + 1, last + 1)) : undefined
}
