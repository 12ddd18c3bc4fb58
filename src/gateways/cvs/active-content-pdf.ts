// Finds active content in a PDF. Reads every object as a viewer would, wherever a cross-reference entry could point.
import type { ActiveContent } from '#domain/cvs/cvs.ts'
import { isObjectStream, unpackObjects } from './pdf-object-streams.ts'
import {
  isDigit,
  isSpace,
  PDF_STRING,
  PdfDictionary,
  PdfName,
  PdfReference,
  readPdfObject,
  skipSpace,
  type PdfValue,
} from './pdf-objects.ts'
import { needsPassword } from './pdf/pdf-text.ts'

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

export async function activeContentOfPdf(content: Buffer): Promise<Set<ActiveContent>> {
  const search = new Search()
  try {
    search.file(content)
  } catch (error) {
    // A limit was exceeded.
    if (!(error instanceof RangeError)) throw error
    search.found.add('unreadable')
  }
  // An encrypted file may open with an empty password; only trying shows it. Its names are never encrypted.
  if (search.isEncrypted && (search.hasObjectStreams || (await needsPassword(content)))) {
    search.found.add('encrypted')
  }
  return search.found
}

class Search {
  readonly found = new Set<ActiveContent>()
  isEncrypted = false
  hasObjectStreams = false
  #parsed = 0
  #unpacked = 0
  #objects = 0
  // By object number. A file may have several objects of one number; readers then take different ones.
  readonly #streams = new Set<number>()
  readonly #otherThanStreams = new Set<number>()
  readonly #externalActions = new Set<number>()
  readonly #openActions = new Set<number>()
  readonly #additionalActions = new Set<number>()

  file(content: Buffer): void {
    const packed = new Map<number, PdfDictionary>()
    for (const { at, number } of objectsIn(content)) {
      const { value, end } = this.#object(content, at, number)
      const after = this.#afterKeywordStream(content, value, end)
      if (after === undefined) this.#otherThanStreams.add(number)
      else this.#streams.add(number)
      if (after !== undefined && value instanceof PdfDictionary && isObjectStream(value)) {
        packed.set(after, value)
      }
    }
    for (const at of placesOf(content, 'trailer')) this.#object(content, at + 7, undefined)
    this.hasObjectStreams = packed.size > 0
    // The object streams of an encrypted file cannot be unpacked here.
    if (!this.isEncrypted) {
      for (const [after, dictionary] of packed) this.#objectStream(content, dictionary, after)
    }
    this.#checkReferences()
  }

  /** Checks the targets of references in OpenAction (runs when the file opens) and AA (runs with a page or field). */
  #checkReferences(): void {
    for (const number of this.#openActions) {
      if (this.#externalActions.has(number)) this.found.add('script')
    }
    for (const number of this.#additionalActions) {
      // In a font, AA can be the name of a glyph; glyphs are streams, actions are not.
      const isStream = this.#streams.has(number) && !this.#otherThanStreams.has(number)
      if (!isStream) this.found.add('script')
    }
  }

  #objectStream(content: Buffer, dictionary: PdfDictionary, after: number): void {
    const packed = unpackObjects(content, dictionary, after, LIMITS.unpacked - this.#unpacked)
    if (!packed) {
      this.found.add('unreadable')
      return
    }
    const { data, first, objects } = packed
    this.#unpacked += data.length
    let place = skipSpace(data, first)
    for (const { number, at } of objects) {
      const { value, end } = this.#object(data, at, number)
      this.#otherThanStreams.add(number)
      // Some readers go by the places, others read one object after the other.
      if (value === undefined || skipSpace(data, at) !== place) this.found.add('unreadable')
      place = skipSpace(data, end)
    }
  }

  #countParsed(bytes: number): void {
    this.#parsed += bytes
    if (this.#parsed > LIMITS.parsed) throw new RangeError('Too much to parse')
  }

  #afterKeywordStream(content: Buffer, value: PdfValue | undefined, end: number) {
    if (!(value instanceof PdfDictionary)) return undefined
    const at = skipSpace(content, end)
    this.#countParsed(at - end)
    return content.toString('latin1', at, at + 6) === 'stream' ? at + 6 : undefined
  }

  #object(content: Buffer, start: number, number: number | undefined) {
    this.#objects += 1
    if (this.#objects > LIMITS.objects) throw new RangeError('Too many objects')
    const object = readPdfObject(content, start, LIMITS.parsed - this.#parsed)
    this.#countParsed(object.end - start)
    if (!object.isWellFormed) this.found.add('unreadable')
    if (object.value !== undefined) this.#judgeObject(object.value, number)
    return object
  }

  #judgeObject(value: PdfValue, number: number | undefined): void {
    // May be the value of an action's S.
    if (value instanceof PdfName) this.#judgeName(value)
    let isExternal = value instanceof PdfReference
    if (value instanceof PdfDictionary) {
      if (value.valuesOf('Encrypt').length > 0) this.isEncrypted = true
      isExternal = isExternalAction(value)
    }
    if (isExternal && number !== undefined) this.#externalActions.add(number)
    this.#judge(value, undefined)
  }

  #judgeName({ text }: PdfName): void {
    if (dangerousActions.has(text) || text === 'RichMedia') this.found.add('script')
    if (text === 'EmbeddedFile') this.found.add('embedded-file')
  }

  /** `under` is the key whose value this is. */
  #judge(value: PdfValue, under: string | undefined): void {
    if (Array.isArray(value)) {
      for (const item of value) this.#judge(item, undefined)
    }
    if (!(value instanceof PdfDictionary)) return
    if (under === 'AA' && value.entries.length > 0) this.found.add('script')
    if (under === 'OpenAction' && isExternalAction(value)) this.found.add('script')
    const hasFreeNames = freelyNamedDictionaries.has(under ?? '')
    for (const [key, each] of value.entries) {
      if (each instanceof PdfName) {
        if (kindKeys.has(key)) this.#judgeName(each)
        continue
      }
      if (!hasFreeNames) this.#judgeEntry(key, each)
      this.#judge(each, hasFreeNames ? undefined : key)
    }
  }

  /** Judges an entry whose value is not a name. */
  #judgeEntry(key: string, value: PdfValue): void {
    const isReference = value instanceof PdfReference
    const isPresent = isReference || value instanceof PdfDictionary
    switch (key) {
      case 'JS':
        if (isPresent || value === PDF_STRING) this.found.add('script')
        break
      case 'JavaScript':
      case 'OnInstantiate':
        if (isPresent) this.found.add('script')
        break
      case 'XFA':
        if (value !== null) this.found.add('script')
        break
      case 'EF':
        if (isPresent) this.found.add('embedded-file')
        break
      case 'EmbeddedFiles':
        // Some writers leave an empty list.
        if (isReference || (value instanceof PdfDictionary && namesSomething(value))) {
          this.found.add('embedded-file')
        }
        break
      case 'OpenAction':
        if (isReference) this.#openActions.add(value.number)
        break
      case 'AA':
        if (isReference) this.#additionalActions.add(value.number)
        break
      default:
    }
  }
}

/** Whether a name tree has an entry, or another part of it may have one. */
const namesSomething = (tree: PdfDictionary): boolean =>
  ['Names', 'Kids'].some((key) =>
    tree.valuesOf(key).some((value) => !Array.isArray(value) || value.length > 0),
  )

/** Keys whose value says what a dictionary is. */
const kindKeys: ReadonlySet<string> = new Set(['S', 'Type', 'Subtype'])

/** An action that contacts another system, or whose kind or next action stands elsewhere. */
const isExternalAction = (action: PdfDictionary): boolean => {
  const kinds = action.valuesOf('S')
  return (
    kinds.some((kind) => !(kind instanceof PdfName) || externalActions.has(kind.text)) ||
    (kinds.length > 0 && action.valuesOf('Next').length > 0)
  )
}

function* placesOf(content: Buffer, word: string): Generator<number> {
  for (let at = content.indexOf(word); at >= 0; at = content.indexOf(word, at + word.length)) {
    yield at
  }
}

/** Every index where an object may start, also inside another object or a stream: the cross-reference table may point there. */
function* objectsIn(content: Buffer): Generator<{ at: number; number: number }> {
  for (const place of placesOf(content, 'obj')) {
    let before = place - 1
    while (isSpace(content[before])) before -= 1
    // After a comment `obj` is the first word of its line.
    const isAfterComment = /[\r\n]/.test(content.toString('latin1', before + 1, place))
    if (!isEndOfNumber(content[before]) && !isAfterComment) continue
    yield { at: place + 3, number: numberBefore(content, before) }
  }
}

/** Some readers accept `1 0. obj` and `1 0- obj`. */
const isEndOfNumber = (byte: number | undefined): boolean =>
  isDigit(byte) || byte === 0x2e || byte === 0x2d

/** The first of the two numbers in front of 'obj'; NaN when there is none, or a comment. */
function numberBefore(content: Buffer, end: number): number {
  let at = end
  while (isEndOfNumber(content[at])) at -= 1
  while (isSpace(content[at])) at -= 1
  const last = at
  while (last - at < 10 && isDigit(content[at])) at -= 1
  return at < last ? Number(content.toString('latin1', at + 1, last + 1)) : Number.NaN
}
