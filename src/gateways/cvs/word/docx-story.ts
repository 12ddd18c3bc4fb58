// What an element of a part of a Word document knows of its surroundings while the part is read.
import { targetOf, type Relationship } from './docx-package.ts'
import { ShownText, type Piece, type WordText } from './shown-text.ts'
import type { Attributes } from './xml-tags.ts'

/** What an element that is open has to know at its end. */
export type Frame = {
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

type Section = { hasTitlePage: boolean; edges: Edge[] }
/** A header or footer, and the pages that it is for. */
export type Edge = { isHeader: boolean; type: string; name: string }

/** The document that a part belongs to. */
export type Surroundings = {
  readonly hiddenStyles: ReadonlySet<string>
  readonly hasEvenPages: boolean
  /** The text of another part, such as a chart. */
  textOf(part: string): string
  /** The text of an imported part; undefined when it cannot be read. */
  chunkOf(part: string): WordText | undefined
  /** Some text of the document cannot be read. */
  missPart(): void
  addEdge(edge: Edge): void
}

/** One part while it is read. */
export class Story {
  readonly shown = new ShownText()
  readonly document: Surroundings
  /** The open elements, the innermost last. */
  readonly frames: Frame[] = []
  readonly #relationships: ReadonlyMap<string, Relationship>
  /** The depth of an element that is not shown. */
  #skipped: number | undefined

  constructor(document: Surroundings, relationships: ReadonlyMap<string, Relationship>) {
    this.document = document
    this.#relationships = relationships
  }

  get parent(): Frame | undefined {
    return this.frames.at(-1)
  }

  get isSkipping(): boolean {
    return this.#skipped !== undefined
  }

  /** Leaves out the element that is being opened, with everything in it. */
  skip(): void {
    this.#skipped = this.frames.length
  }

  /** To be called when an element has ended. */
  stopSkipping(): void {
    if (this.frames.length === this.#skipped) this.#skipped = undefined
  }

  nearest(...names: string[]): Frame | undefined {
    return this.frames.findLast(({ name }) => names.includes(name))
  }

  get isHidden(): boolean {
    return this.nearest('r', 'p')?.isHidden === true
  }

  add(text: string): void {
    if (!this.isHidden) this.shown.add(text)
  }

  /** The part that an element names by `r:id`. */
  relatedBy(attributes: Attributes, key = 'id'): Relationship | undefined {
    for (const [name, id] of attributes) {
      const found = name.endsWith(`:${key}`) ? this.#relationships.get(id) : undefined
      if (found) return found
    }
    return undefined
  }

  /** A chart or a diagram. */
  addDrawing(related: Relationship | undefined): void {
    if (!related || this.isHidden) return
    this.shown.add({ box: this.document.textOf(targetOf(related)) })
  }

  addChunk(related: Relationship | undefined): void {
    const chunk = related && this.document.chunkOf(targetOf(related))
    if (!chunk || chunk.missing) this.document.missPart()
    if (chunk) this.shown.add(`${chunk.text.trim()}\n`)
  }
}
