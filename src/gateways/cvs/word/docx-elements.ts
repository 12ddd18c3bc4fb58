// What each element of a part of a Word document adds to the text that is shown.
import { PackageTooLarge, targetOf } from './docx-package.ts'
import type { Edge, Frame, Story } from './docx-story.ts'
import { addressBeside, textOfPieces } from './shown-text.ts'
import { isOn, local, readTags, UnclearXml, type Attributes } from './xml-tags.ts'

/** Elements inside of each other. A table in a text box in a table has about forty. */
const MAX_DEPTH = 1000

/** Reads the whole part, and returns its text. */
export function textOfStory(xml: string, story: Story): string {
  const { shown, frames } = story
  readTags(xml, {
    open(name, attributes) {
      const frame: Frame = { name, mark: shown.mark() }
      if (!story.isSkipping) begin(story, frame, attributes)
      frames.push(frame)
      if (frames.length > MAX_DEPTH) throw new PackageTooLarge()
    },
    close(name) {
      const frame = frames.pop()
      if (frame?.name !== name) throw new UnclearXml()
      if (story.isSkipping) story.stopSkipping()
      else ends.get(name)?.(story, frame)
    },
    text(text) {
      if (story.isSkipping) return
      const inside = story.parent?.name
      if (inside === 't') story.add(text())
      else if (inside === 'instrText') shown.addCode(text())
      // The names of a chart's rows and columns.
      else if (inside === 'v' && frames.at(-3)?.name === 'strCache') story.add(text())
    },
  })
  return textOfPieces(shown.take(0))
}

function begin(story: Story, frame: Frame, attributes: () => Attributes): void {
  const start = starts.get(frame.name)
  if (start) start(story, frame, attributes)
  else if (isSkipped(frame.name)) story.skip()
}

/** Text that was deleted or moved away, earlier formatting, and what describes a content control. */
const isSkipped = (element: string): boolean =>
  ['del', 'moveFrom', 'sdtPr'].includes(element) || element.endsWith('Change')

/** Its element is not among the open ones yet. */
type Start = (story: Story, frame: Frame, attributes: () => Attributes) => void

const startParagraphOrRun: Start = (story, frame) => {
  frame.isHidden = story.isHidden
}

const readStyleOf =
  (owner: 'p' | 'r'): Start =>
  (story, _, attributes) => {
    const owned = story.nearest(owner)
    if (owned && story.document.hiddenStyles.has(local(attributes(), 'val'))) owned.isHidden = true
  }

const hideRun: Start = ({ parent, frames }, _, attributes) => {
  const run = frames.at(-2)
  if (parent?.name === 'rPr' && run?.name === 'r') run.isHidden = isOn(attributes())
}

const addTab: Start = (story) => {
  if (story.parent?.name === 'r') story.add('\t')
}

const addLine: Start = (story) => story.add('\n')

const addWordArt: Start = (story, _, attributes) => {
  if (!story.isHidden) story.shown.add({ box: local(attributes(), 'string') })
}

/** The link of a picture. Links inside of a drawing's text name it again. */
const addPictureLink: Start = (story, _, attributes) => {
  if (story.parent?.name === 'docPr') {
    story.add(addressBeside('', story.relatedBy(attributes())?.target ?? ''))
  }
}

const readFieldPart: Start = ({ shown }, _, attributes) => {
  const kind = local(attributes(), 'fldCharType')
  if (kind === 'begin') shown.beginField()
  if (kind === 'separate') shown.separateField()
  if (kind === 'end') shown.endField()
}

const startSimpleField: Start = ({ shown }, _, attributes) => {
  shown.beginField()
  shown.addCode(local(attributes(), 'instr'))
  shown.separateField()
}

/** Skips the lines between the text and its notes. */
const startNote: Start = (story, _, attributes) => {
  if (/separator|continuation/i.test(local(attributes(), 'type'))) story.skip()
}

const readTitlePage: Start = ({ parent }, _, attributes) => {
  if (parent?.section) parent.section.hasTitlePage = isOn(attributes())
}

const readEdge =
  (isHeader: boolean): Start =>
  (story, _, attributes) => {
    const related = story.relatedBy(attributes())
    const type = local(attributes(), 'type')
    if (related) story.parent?.section?.edges.push({ isHeader, type, name: targetOf(related) })
  }

const starts: ReadonlyMap<string, Start> = new Map<string, Start>([
  ['p', startParagraphOrRun],
  ['r', startParagraphOrRun],
  ['pStyle', readStyleOf('p')],
  ['rStyle', readStyleOf('r')],
  ['vanish', hideRun],
  ['tab', addTab],
  ['ptab', addTab],
  ['br', addLine],
  ['cr', addLine],
  ['noBreakHyphen', (story) => story.add('\u2011')],
  // A picture from a font of symbols, which has no letter.
  ['sym', (story) => story.add(' ')],
  ['textpath', addWordArt],
  [
    'hyperlink',
    (story, frame, attributes) => {
      frame.target = story.relatedBy(attributes())?.target
    },
  ],
  ['hlinkClick', addPictureLink],
  ['fldChar', readFieldPart],
  ['fldSimple', startSimpleField],
  [
    'tr',
    (_, frame) => {
      frame.cells = []
    },
  ],
  ['altChunk', (story, _, attributes) => story.addChunk(story.relatedBy(attributes()))],
  ['relIds', (story, _, attributes) => story.addDrawing(story.relatedBy(attributes(), 'dm'))],
  ['chart', (story, _, attributes) => story.addDrawing(story.relatedBy(attributes()))],
  ['footnote', startNote],
  ['endnote', startNote],
  [
    'sectPr',
    (_, frame) => {
      frame.section = { hasTitlePage: false, edges: [] }
    },
  ],
  ['titlePg', readTitlePage],
  ['headerReference', readEdge(true)],
  ['footerReference', readEdge(false)],
])

/** Its element is no longer among the open ones. */
type End = (story: Story, frame: Frame) => void

const addRow: End = ({ shown }, frame) => {
  const cells = (frame.cells ?? []).map((cell) => cell.trim())
  // Side by side, as on the page, unless a cell has several lines.
  shown.add(`${cells.join(cells.some((cell) => cell.includes('\n')) ? '\n' : '\t')}\n`)
}

const keepAlternative: End = ({ parent, shown }, { mark }) => {
  const pieces = shown.take(mark)
  if (parent && textOfPieces(parent.shown ?? []).trim() === '') parent.shown = pieces
}

const addEdges: End = ({ document }, { section }) => {
  const isShown = ({ type }: Edge) => {
    if (type === 'first') return section?.hasTitlePage === true
    return type !== 'even' || document.hasEvenPages
  }
  for (const edge of section?.edges ?? []) if (isShown(edge)) document.addEdge(edge)
}

const ends: ReadonlyMap<string, End> = new Map<string, End>([
  ['p', ({ shown }, { mark }) => shown.add(`${textOfPieces(shown.take(mark))}\n`)],
  ['txbxContent', ({ shown }, { mark }) => shown.add({ box: textOfPieces(shown.take(mark)) })],
  [
    'tc',
    (story, { mark }) => story.nearest('tr')?.cells?.push(textOfPieces(story.shown.take(mark))),
  ],
  ['tr', addRow],
  [
    'rt',
    ({ parent, shown }, { mark }) => {
      if (parent) parent.reading = textOfPieces(shown.take(mark))
    },
  ],
  [
    'rubyBase',
    ({ parent, shown }, { mark }) =>
      shown.addRuby(textOfPieces(shown.take(mark)), parent?.reading ?? ''),
  ],
  [
    'hyperlink',
    (story, { mark, target }) => {
      if (target !== undefined) story.add(addressBeside(story.shown.textFrom(mark), target))
    },
  ],
  ['fldSimple', ({ shown }) => shown.endField()],
  ['Choice', keepAlternative],
  ['Fallback', keepAlternative],
  ['AlternateContent', ({ shown }, frame) => shown.add(...(frame.shown ?? []))],
  [
    'v',
    ({ parent, shown }) => {
      if (parent?.name === 'pt') shown.add('\n')
    },
  ],
  ['sectPr', addEdges],
])
