// The text of a DOCX as Word shows it: every part that its document refers to, in reading order.
import { Parser } from 'htmlparser2'
import type { Entry } from 'yauzl'
import { DOCX_LIMITS } from '#domain/cvs/cvs.ts'
import {
  mainPartOf,
  openZip,
  PackageTooLarge,
  partsOf,
  readBytes,
  readMetadata,
  targetOf,
  UnclearPackage,
  type Metadata,
  type Relationship,
} from './docx-package.ts'
import {
  addressBeside,
  ShownText,
  textOfPieces,
  withPlainHyphens,
  type Piece,
  type WordText,
} from './shown-text.ts'
import { UnreadableError } from '../unreadable-error.ts'
import { readTags, textOfXml, UnclearXml, type Attributes } from './xml-tags.ts'

/** Kinds of relationships, in small letters, whose target is read. */
const kindsRead: ReadonlySet<string> = new Set([
  'header',
  'footer',
  'footnotes',
  'endnotes',
  'diagramdata',
  'chart',
  'afchunk',
  'styles',
  'settings',
])

/** Elements inside of each other. A table in a text box in a table has about forty. */
const MAX_DEPTH = 1000
/** A chart in a diagram in a header. */
const MAX_PARTS_DEEP = 4
/** A document in a document may hold another one. */
const MAX_DOCUMENTS = 3

export async function docxText(content: Buffer, depth = 1): Promise<WordText> {
  try {
    return await readDocument(content, depth)
  } catch (error) {
    throw error instanceof PackageTooLarge ? new UnreadableError('too-heavy') : error
  }
}

async function readDocument(content: Buffer, depth: number): Promise<WordText> {
  const zip = await openZip(content)
  if (zip.entryCount > DOCX_LIMITS.entries) throw new PackageTooLarge()
  const entries: Entry[] = []
  for await (const entry of zip.eachEntry()) entries.push(entry)
  if (entries.some((entry) => entry.isEncrypted())) throw new UnreadableError('encrypted')
  const parts = partsOf(entries)
  const metadata = await readMetadata(zip, parts, DOCX_LIMITS.unpackedBytes)
  const main = mainPartOf(parts, metadata)
  if (main === undefined) throw new UnclearPackage()
  const related = metadata.relationships
    .filter(({ kind, isExternal }) => kindsRead.has(kind) && !isExternal)
    .map((each) => targetOf(each))
  const contents = new Map<string, Buffer>()
  let left: number = DOCX_LIMITS.unpackedBytes
  for (const name of new Set([main, ...related])) {
    const entry = parts.get(name)
    const bytes = entry && (await readBytes(zip, entry, left))
    if (!bytes) continue
    left -= bytes.length
    contents.set(name, bytes)
  }
  const chunks = new Map<string, WordText>()
  for (const each of metadata.relationships) {
    if (each.kind !== 'afchunk' || each.isExternal) continue
    const name = targetOf(each)
    const text = await textOfChunk(contents.get(name), metadata.typeOf(name), depth)
    if (text) chunks.set(name, text)
  }
  return new WordDocument(contents, chunks, metadata).read(main)
}

/** The text of an imported part (`w:altChunk`); undefined when it cannot be read. */
async function textOfChunk(
  bytes: Buffer | undefined,
  type = '',
  depth: number,
): Promise<WordText | undefined> {
  if (!bytes) return undefined
  if (/wordprocessingml\.document/.test(type)) {
    // Its host is read all the same.
    return depth < MAX_DOCUMENTS ? docxText(bytes, depth + 1).catch(() => undefined) : undefined
  }
  if (/html/.test(type)) return { text: textOfHtml(decoded(bytes)) }
  return type === 'text/plain' ? { text: decoded(bytes) } : undefined
}

function decoded(bytes: Buffer): string {
  const [first, second] = bytes
  if (first === 0xff && second === 0xfe) return new TextDecoder('utf-16le').decode(bytes)
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder('windows-1252').decode(bytes)
  }
}

const blocks =
  /^(?:address|article|blockquote|br|caption|d[dltv]|div|figure|footer|form|h[1-6]|header|hr|li|main|nav|ol|p|pre|section|table|tr|ul)$/
const notShown = /^(?:head|script|style|template|title)$/

function textOfHtml(html: string): string {
  let text = ''
  let hidden = 0
  const parser = new Parser({
    onopentag(name) {
      if (notShown.test(name)) hidden += 1
      else if (blocks.test(name)) text += '\n'
      else if (name === 'td' || name === 'th') text += '\t'
    },
    ontext(piece) {
      if (hidden === 0) text += piece.replace(/\s+/g, ' ')
    },
    onclosetag(name) {
      if (notShown.test(name)) hidden -= 1
      else if (blocks.test(name)) text += '\n'
    },
  })
  parser.end(html)
  return text
}

/** What an element that is open has to know at its end. */
type Frame = {
  name: string
  mark: number
  /** Of a link: where it leads. Of a section: its headers and footers. */
  target?: string | undefined
  section?: Section
  /** Of `mc:AlternateContent`: what is shown, the first form with a text. */
  shown?: Piece[]
  /** Of ruby: what stands above. */
  reading?: string
  /** Of a row. */
  cells?: string[]
  /** Of a run or a paragraph. */
  isHidden?: boolean
}

type Section = { hasTitlePage: boolean; edges: { isHeader: boolean; type: string; name: string }[] }

class WordDocument {
  readonly #contents: ReadonlyMap<string, Buffer>
  readonly #chunks: ReadonlyMap<string, WordText>
  readonly #metadata: Metadata
  readonly #headers = new Set<string>()
  readonly #footers = new Set<string>()
  #hiddenStyles: ReadonlySet<string> = new Set()
  #hasEvenPages = false
  #isPartMissing = false
  #lettersLeft: number = DOCX_LIMITS.unpackedBytes
  /** Parts that show each other. */
  #depth = 0

  constructor(
    contents: ReadonlyMap<string, Buffer>,
    chunks: ReadonlyMap<string, WordText>,
    metadata: Metadata,
  ) {
    this.#contents = contents
    this.#chunks = chunks
    this.#metadata = metadata
  }

  read(main: string): WordText {
    const own = this.#relationshipsOf(main)
    const named = (kind: string) =>
      [...own.values()].filter((each) => each.kind === kind).map((each) => targetOf(each))
    for (const name of named('styles')) this.#hiddenStyles = hiddenStyles(this.#xmlOf(name))
    for (const name of named('settings')) {
      this.#hasEvenPages = /<(?:\w+:)?evenAndOddHeaders\b/.test(this.#xmlOf(name))
    }
    const body = this.#story(main)
    const textsOf = (names: Iterable<string>) => [
      // The same text on the first and on other pages is said once.
      ...new Set(Array.from(names, (name) => this.#story(name).trim())),
    ]
    const notes = textsOf([...named('footnotes'), ...named('endnotes')])
    const text = [...textsOf(this.#headers), body, ...notes, ...textsOf(this.#footers)]
    return {
      text: withPlainHyphens(text.join('\n\n')),
      ...(this.#isPartMissing && { missing: ['parts'] }),
    }
  }

  #xmlOf(name: string): string {
    const bytes = this.#contents.get(name)
    return bytes ? textOfXml(bytes) : ''
  }

  #relationshipsOf(part: string): Map<string, Relationship> {
    const at = part.lastIndexOf('/') + 1
    const holder = `${part.slice(0, at)}_rels/${part.slice(at)}.rels`
    return new Map(
      this.#metadata.relationships
        .filter((each) => each.holder === holder)
        .map((each) => [each.id, each]),
    )
  }

  #story(part: string): string {
    const xml = this.#xmlOf(part)
    if (xml === '') this.#isPartMissing = true
    // A part may be shown again and again, and name itself.
    this.#lettersLeft -= xml.length
    if (this.#lettersLeft < 0 || this.#depth > MAX_PARTS_DEEP) throw new PackageTooLarge()
    const relationships = this.#relationshipsOf(part)
    const shown = new ShownText()
    const frames: Frame[] = []
    /** The depth of an element that is not shown. */
    let skipped: number | undefined
    const nearest = (...names: string[]) => frames.findLast(({ name }) => names.includes(name))
    const isHidden = () => nearest('r', 'p')?.isHidden === true
    const add = (text: string) => {
      if (!isHidden()) shown.add(text)
    }
    /** The part that an element names by `r:id`. */
    const relatedBy = (attributes: Attributes, key = 'id') => {
      for (const [name, id] of attributes) {
        const found = name.endsWith(`:${key}`) ? relationships.get(id) : undefined
        if (found) return found
      }
      return undefined
    }
    /** A chart or a diagram. */
    const addDrawing = (related: Relationship | undefined) => {
      if (!related || isHidden()) return
      this.#depth += 1
      shown.add({ box: this.#story(targetOf(related)) })
      this.#depth -= 1
    }
    const addChunk = (related: Relationship | undefined) => {
      const chunk = related && this.#chunks.get(targetOf(related))
      if (!chunk || chunk.missing) this.#isPartMissing = true
      if (chunk) shown.add(`${chunk.text.trim()}\n`)
    }

    const open = (frame: Frame, attributes: () => Attributes) => {
      const { name } = frame
      const parent = frames.at(-1)
      switch (name) {
        case 'p':
        case 'r':
          frame.isHidden = isHidden()
          break
        case 'pStyle':
        case 'rStyle': {
          const owner = nearest(name === 'pStyle' ? 'p' : 'r')
          if (owner && this.#hiddenStyles.has(local(attributes(), 'val'))) owner.isHidden = true
          break
        }
        case 'vanish':
          if (parent?.name === 'rPr' && frames.at(-2)?.name === 'r') {
            const run = frames.at(-2)
            if (run) run.isHidden = isOn(attributes())
          }
          break
        case 'tab':
        case 'ptab':
          if (parent?.name === 'r') add('\t')
          break
        case 'br':
        case 'cr':
          add('\n')
          break
        case 'noBreakHyphen':
          add('\u2011')
          break
        case 'sym':
          // A picture from a font of symbols, which has no letter.
          add(' ')
          break
        case 'textpath':
          if (!isHidden()) shown.add({ box: local(attributes(), 'string') })
          break
        case 'hyperlink':
          frame.target = relatedBy(attributes())?.target
          break
        case 'hlinkClick':
          // The link of a picture. Links inside of a drawing's text name it again.
          if (parent?.name === 'docPr') {
            add(addressBeside('', relatedBy(attributes())?.target ?? ''))
          }
          break
        case 'fldChar': {
          const kind = local(attributes(), 'fldCharType')
          if (kind === 'begin') shown.beginField()
          if (kind === 'separate') shown.separateField()
          if (kind === 'end') shown.endField()
          break
        }
        case 'fldSimple':
          shown.beginField()
          shown.addCode(local(attributes(), 'instr'))
          shown.separateField()
          break
        case 'tr':
          frame.cells = []
          break
        case 'altChunk':
          addChunk(relatedBy(attributes()))
          break
        case 'relIds':
          addDrawing(relatedBy(attributes(), 'dm'))
          break
        case 'chart':
          addDrawing(relatedBy(attributes()))
          break
        case 'footnote':
        case 'endnote':
          // Lines between the text and its notes.
          if (/separator|continuation/i.test(local(attributes(), 'type'))) skipped = frames.length
          break
        case 'sectPr':
          frame.section = { hasTitlePage: false, edges: [] }
          break
        case 'titlePg': {
          const section = parent?.section
          if (section) section.hasTitlePage = isOn(attributes())
          break
        }
        case 'headerReference':
        case 'footerReference': {
          const related = relatedBy(attributes())
          const isHeader = name === 'headerReference'
          const type = local(attributes(), 'type')
          if (related) parent?.section?.edges.push({ isHeader, type, name: targetOf(related) })
          break
        }
        default:
          if (isSkipped(name)) skipped = frames.length
      }
    }

    const close = (frame: Frame) => {
      const { name, mark, section } = frame
      const parent = frames.at(-1)
      switch (name) {
        case 'p':
          shown.add(`${textOfPieces(shown.take(mark))}\n`)
          break
        case 'txbxContent': {
          const box = textOfPieces(shown.take(mark))
          shown.add({ box })
          break
        }
        case 'tc':
          nearest('tr')?.cells?.push(textOfPieces(shown.take(mark)))
          break
        case 'tr': {
          const cells = (frame.cells ?? []).map((cell) => cell.trim())
          // Side by side, as on the page, unless a cell has several lines.
          shown.add(`${cells.join(cells.some((cell) => cell.includes('\n')) ? '\n' : '\t')}\n`)
          break
        }
        case 'rt':
          if (parent) parent.reading = textOfPieces(shown.take(mark))
          break
        case 'rubyBase':
          shown.addRuby(textOfPieces(shown.take(mark)), parent?.reading ?? '')
          break
        case 'hyperlink':
          if (frame.target !== undefined) {
            add(addressBeside(shown.textFrom(mark), frame.target))
          }
          break
        case 'fldSimple':
          shown.endField()
          break
        case 'Choice':
        case 'Fallback': {
          const pieces = shown.take(mark)
          if (parent && textOfPieces(parent.shown ?? []).trim() === '') parent.shown = pieces
          break
        }
        case 'AlternateContent':
          shown.add(...(frame.shown ?? []))
          break
        case 'v':
          if (parent?.name === 'pt') shown.add('\n')
          break
        case 'sectPr':
          for (const edge of section?.edges ?? []) {
            const isShown =
              edge.type === 'first'
                ? section?.hasTitlePage
                : edge.type === 'even'
                  ? this.#hasEvenPages
                  : true
            if (isShown) (edge.isHeader ? this.#headers : this.#footers).add(edge.name)
          }
          break
        default:
      }
    }

    readTags(xml, {
      open(name, attributes) {
        const frame: Frame = { name, mark: shown.mark() }
        if (skipped === undefined) open(frame, attributes)
        frames.push(frame)
        if (frames.length > MAX_DEPTH) throw new PackageTooLarge()
      },
      close(name) {
        const frame = frames.pop()
        if (frame?.name !== name) throw new UnclearXml()
        if (skipped === undefined) close(frame)
        else if (frames.length === skipped) skipped = undefined
      },
      text(text) {
        if (skipped !== undefined) return
        const inside = frames.at(-1)?.name
        if (inside === 't') add(text())
        else if (inside === 'instrText') shown.addCode(text())
        // The names of a chart's rows and columns.
        else if (inside === 'v' && frames.at(-3)?.name === 'strCache') add(text())
      },
    })
    return textOfPieces(shown.take(0))
  }
}

/** Text that was deleted or moved away, earlier formatting, and what describes a content control. */
const isSkipped = (element: string): boolean =>
  ['del', 'moveFrom', 'sdtPr'].includes(element) || element.endsWith('Change')

/** The value of the attribute, whatever its prefix. */
function local(attributes: Attributes, name: string): string {
  for (const [key, value] of attributes) {
    if (key === name || key.endsWith(`:${name}`)) return value
  }
  return ''
}

const isOn = (attributes: Attributes): boolean =>
  !/^(?:0|false|off)$/i.test(local(attributes, 'val'))

/** The styles whose text is hidden, by themselves or by the style that they are based on. */
function hiddenStyles(xml: string): Set<string> {
  const hidden = new Set<string>()
  if (!/<(?:\w+:)?vanish\b/.test(xml)) return hidden
  const styles = new Map<string, { base?: string; isHidden?: boolean }>()
  const path: string[] = []
  let style: { base?: string; isHidden?: boolean } = {}
  readTags(xml, {
    open(name, attributes) {
      if (name === 'style') styles.set(local(attributes(), 'styleId'), (style = {}))
      if (name === 'basedOn') style.base = local(attributes(), 'val')
      const isOfStyle = path.at(-1) === 'rPr' && path.at(-2) === 'style'
      if (name === 'vanish' && isOfStyle) style.isHidden = isOn(attributes())
      path.push(name)
    },
    close() {
      path.pop()
    },
    text() {},
  })
  for (const [id, first] of styles) {
    let each: typeof first | undefined = first
    // Word's own styles have fewer levels; a loop ends here too.
    for (let level = 0; each && each.isHidden === undefined && level < 20; level += 1) {
      each = each.base === undefined ? undefined : styles.get(each.base)
    }
    if (each?.isHidden) hidden.add(id)
  }
  return hidden
}
