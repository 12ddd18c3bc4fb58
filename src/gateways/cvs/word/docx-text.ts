// The text of a DOCX as Word shows it: every part that its document refers to, in reading order.
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
import { Story, type Edge, type Surroundings } from './docx-story.ts'
import { textOfStory } from './docx-elements.ts'
import { hiddenStyles } from './hidden-styles.ts'
import { decoded, textOfHtml } from './imported-text.ts'
import { withPlainHyphens, type WordText } from './shown-text.ts'
import { UnreadableError } from '../unreadable-error.ts'
import { textOfXml } from './xml-tags.ts'

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

class WordDocument implements Surroundings {
  readonly #contents: ReadonlyMap<string, Buffer>
  readonly #chunks: ReadonlyMap<string, WordText>
  readonly #metadata: Metadata
  readonly #headers = new Set<string>()
  readonly #footers = new Set<string>()
  hiddenStyles: ReadonlySet<string> = new Set()
  hasEvenPages = false
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
    for (const name of named('styles')) this.hiddenStyles = hiddenStyles(this.#xmlOf(name))
    for (const name of named('settings')) {
      this.hasEvenPages = /<(?:\w+:)?evenAndOddHeaders\b/.test(this.#xmlOf(name))
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

  textOf(part: string): string {
    this.#depth += 1
    const text = this.#story(part)
    this.#depth -= 1
    return text
  }

  chunkOf(part: string): WordText | undefined {
    return this.#chunks.get(part)
  }

  missPart(): void {
    this.#isPartMissing = true
  }

  addEdge({ isHeader, name }: Edge): void {
    ;(isHeader ? this.#headers : this.#footers).add(name)
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
    return textOfStory(xml, new Story(this, this.#relationshipsOf(part)))
  }
}
