// Puts the letters of a line into the order in which they are read, by their places on the page: Arabic and Hebrew are drawn from
// the right, with words of other scripts and numbers from the left between them, and Japanese and Chinese may be drawn downwards.

import { WIDE_BLANK } from '#domain/cvs/search-text.ts'

/** Where a character is drawn: where its glyph begins, and what of the line its ink and its width take. */
export type Place = {
  origin: number
  left: number
  right: number
  /** Where the glyph ends with its blank margin. */
  end: number
  height: number
  baseline: number
  /** A blank has no ink. */
  isInked: boolean
}
type PlaceOf = (index: number) => Place
type Glyph = Place & { text: string }

const SOFT_HYPHEN = 0xad
/** PDFium's code of a hyphen at the end of a line, after which it writes no line break. */
const DIVISION = 2
/** Ligatures, and the forms of letters in old character sets. */
const FORMS = /[\uFB00-\uFDFF\uFE70-\uFEFC]/g
const DOWNWARDS =
  /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{P}ー]$/u

/** One line as it was found, with the indexes of its characters on the page. */
type Line = { text: string; indexes: number[] }

/** The text of a page, from the codes of its characters: as they were found, but for what has to be looked at on the page. */
export function linesInOrder(codes: readonly number[], placeOf: PlaceOf): string {
  const lines = linesOf(codes, placeOf)
  const isPageRightToLeft = isMostlyRightToLeft(lines.map(({ text }) => text).join(''))
  const shown: string[] = []
  for (const [at, line] of lines.entries()) {
    const column = columnAt(lines, at, placeOf)
    if (column) {
      shown.push(column.text)
      lines.splice(at + 1, column.lines - 1)
    } else if (RIGHT_TO_LEFT.test(line.text) && line.text.length <= LONGEST_LINE) {
      shown.push(lineInOrder(glyphsOf(line, placeOf), isPageRightToLeft))
    } else shown.push(areLettersApart(line.text) ? wordsApart(glyphsOf(line, placeOf)) : line.text)
  }
  return shown.join('\n').replace(FORMS, (letter) => letter.normalize('NFKC'))
}

/** Splits at line breaks and at divided words. A hyphen that is drawn is a hyphen, whatever the font calls it. */
function linesOf(codes: readonly number[], placeOf: PlaceOf): Line[] {
  let line: Line = { text: '', indexes: [] }
  const lines = [line]
  for (const [index, code] of codes.entries()) {
    const isHyphen = code === DIVISION || (code === SOFT_HYPHEN && placeOf(index).isInked)
    if (isHyphen || (code >= 0x20 && code !== SOFT_HYPHEN)) {
      line.text += isHyphen ? '-' : String.fromCodePoint(code)
      line.indexes.push(index)
    }
    if (code === DIVISION || code === 0x0a) lines.push((line = { text: '', indexes: [] }))
  }
  return lines
}

const glyphsOf = ({ text, indexes }: Line, placeOf: PlaceOf): Glyph[] =>
  Array.from(text, (character, at) => ({ text: character, ...placeOf(indexes[at] ?? 0) }))

/** Lines of one letter, one below the other, are a column that is written downwards, with other words in it on their side. */
function columnAt(lines: readonly Line[], start: number, placeOf: PlaceOf) {
  const [one, two] = [lines[start], lines[start + 1]]
  if (!one || !two || !DOWNWARDS.test(one.text) || !DOWNWARDS.test(two.text)) return undefined
  const glyphs: Glyph[] = []
  const isInColumn = ({ origin, baseline }: Glyph) => {
    const [first] = glyphs
    return (
      !first || (Math.abs(origin - first.origin) < first.height / 2 && baseline < first.baseline)
    )
  }
  let end = start
  for (; end < lines.length; end += 1) {
    const next = glyphsOf(lines[end] ?? two, placeOf)
    if (next.length === 0 || !next.every(isInColumn)) break
    glyphs.push(...next)
  }
  if (end - start < 3) return undefined
  const read = glyphs.toSorted((above, below) => below.baseline - above.baseline)
  return { lines: end - start, text: read.map(({ text }) => text).join('') }
}

const FEWEST_LETTERS_APART = 4
/** Compared to the usual one of a line, a wider gap is between two words, and a narrower one inside of a glyph. */
const WIDE_GAP = 1.7
const NARROW_GAP = 0.2

/** Whether most words of a line are single letters: it is drawn with its letters apart. */
function areLettersApart(line: string): boolean {
  if (line.length > LONGEST_LINE || !/\S \S /.test(line)) return false
  const words = line.trim().split(' ')
  const letters = words.filter((word) => /^\p{L}\p{M}*$/u.test(word)).length
  return letters >= FEWEST_LETTERS_APART && letters * 2 > words.length
}

/** Such a line as it is drawn: a blank after each letter, a wide one after each word. */
function wordsApart(line: readonly Glyph[]): string {
  const glyphs = line.filter(({ text }) => text.trim() !== '')
  const gaps = glyphs.map(({ left }, at) => left - (glyphs[at - 1]?.right ?? left))
  const usual =
    gaps.slice(1).toSorted((one, other) => one - other)[Math.floor(gaps.length / 2)] ?? 0
  const between = (gap: number) =>
    gap > usual * WIDE_GAP ? WIDE_BLANK : gap > usual * NARROW_GAP ? ' ' : ''
  return glyphs.map(({ text }, at) => between(gaps[at] ?? 0) + text).join('')
}

const RIGHT_TO_LEFT =
  /[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u
const ARABIC = /[\p{Script=Arabic}٠-٩]/u

/** A longer one is no line of a page, and stays as it was found. */
const LONGEST_LINE = 1000
/** The part of a glyph's height that, left blank, is a blank between words. */
const GAP = 0.15

/** Letters of one glyph, in the order of reading; its marks follow their letter. */
type Cluster = Glyph & { kind: 'right' | 'left' | 'number' | 'blank' | 'other' }
type Kind = Cluster['kind']

function kindOf(text: string): Kind {
  if (/^\s/.test(text)) return 'blank'
  if (/^\p{Nd}/u.test(text)) return 'number'
  // Also the marks that join letters, or keep them apart.
  if (/^[\u200C\u200D]/.test(text) || RIGHT_TO_LEFT.test(text)) return 'right'
  return /^\p{L}/u.test(text) ? 'left' : 'other'
}

/** Whether most letters are of a script that is written from the right. */
function isMostlyRightToLeft(text: string): boolean {
  if (!RIGHT_TO_LEFT.test(text)) return false
  const letters = text.match(/\p{L}/gu) ?? []
  return letters.filter((letter) => RIGHT_TO_LEFT.test(letter)).length * 2 > letters.length
}

/** A line as it is read. `isPageRightToLeft` decides about a line that begins in one direction and ends in the other. */
function lineInOrder(glyphs: readonly Glyph[], isPageRightToLeft: boolean): string {
  const drawn = withBlanks(clustersOf(glyphs), glyphs)
  const strong = drawn.filter(({ kind }) => kind === 'right' || kind === 'left')
  const ends = [strong[0]?.kind, strong.at(-1)?.kind]
  const isOne = ends[0] === ends[1] && (ends[0] === 'right' || !isPageRightToLeft)
  const line = (isOne ? ends[0] === 'right' : isPageRightToLeft)
    ? fromRight(drawn)
    : replaceRuns(drawn, 'right', 'left', fromRight)
  return line.map(({ text }) => text).join('')
}

/** Glyphs from left to right, each with the marks that are drawn on it. */
function clustersOf(glyphs: readonly Glyph[]): Cluster[] {
  const byOrigin = Map.groupBy(
    glyphs.filter(({ text }) => text.trim() !== ''),
    ({ origin }) => origin,
  )
  const clusters: Cluster[] = []
  const marks: Glyph[] = []
  for (const pieces of byOrigin.values()) {
    const text = textOfGlyph(pieces)
    const [whole] = pieces.map((piece) => ({ ...piece, text }))
    if (!whole) continue
    whole.left = Math.min(...pieces.map(({ left }) => left))
    whole.right = Math.max(...pieces.map(({ right }) => right))
    whole.end = Math.max(whole.right, ...pieces.map(({ end }) => end))
    if (/^\p{M}+$/u.test(text)) marks.push(whole)
    else clusters.push({ ...whole, kind: kindOf(text) })
  }
  const middle = ({ left, right }: Glyph) => (left + right) / 2
  for (const mark of marks) {
    const away = (one: Glyph) => Math.abs(middle(one) - middle(mark))
    const base = clusters.reduce<Cluster | undefined>(
      (nearest, one) => (nearest && away(nearest) <= away(one) ? nearest : one),
      undefined,
    )
    if (base) base.text += mark.text
  }
  return clusters.toSorted((one, other) => one.left - other.left)
}

/** A ligature has several letters, a glyph may have its marks: their places are parts of its own, or PDFium turned them around. */
function textOfGlyph(pieces: readonly Glyph[]): string {
  const isFromRight = pieces.some(({ text }) => RIGHT_TO_LEFT.test(text))
  const read = isFromRight
    ? pieces.toReversed().toSorted((one, other) => other.left - one.left)
    : pieces.toSorted((one, other) => one.left - other.left)
  return (
    read
      .map((piece) => piece.text)
      .join('')
      .replace(/^(\p{M}+)(\P{M})/u, '$2$1')
      // A glyph of these two letters is read so; PDFium had it in this order already where the font names the ligature.
      .replace(/^([اأإآ])ل$/, 'ل$1')
  )
}

/** PDFium's blanks have their place only where the file draws them; others are known by their neighbours, or seen as a gap. */
function withBlanks(clusters: readonly Cluster[], glyphs: readonly Glyph[]): Cluster[] {
  const places = new Map(clusters.map(({ origin }, at) => [origin, at]))
  const isBefore = glyphs.flatMap((glyph, at) => {
    if (glyph.text.trim() !== '') return []
    const beside = [glyphs[at - 1], glyphs[at + 1]].map((one) => places.get(one?.origin ?? 0) ?? 0)
    if (Math.abs((beside[0] ?? 0) - (beside[1] ?? 0)) === 1) return Math.max(...beside)
    return clusters.findIndex(
      ({ left }, place) =>
        (clusters[place - 1]?.right ?? left) <= glyph.left && glyph.right <= left,
    )
  })
  return clusters.flatMap((cluster, at) => {
    const gap = cluster.left - (clusters[at - 1]?.end ?? cluster.left)
    const isApart = isBefore.includes(at) || gap > cluster.height * GAP
    return isApart ? [{ ...cluster, text: ' ', kind: 'blank' as const }, cluster] : [cluster]
  })
}

/** Replaces each longest run that begins and ends with `kind` (or a number, in a run from the left) and has no `other` inside. */
function replaceRuns(
  clusters: readonly Cluster[],
  kind: Kind,
  other: Kind,
  change: (run: readonly Cluster[]) => readonly Cluster[],
): Cluster[] {
  const isEnd = (one: Cluster) => one.kind === kind || (kind === 'left' && one.kind === 'number')
  const begin = clusters.findIndex(isEnd)
  if (begin < 0) return [...clusters]
  const stop = clusters.findIndex((one, at) => at > begin && one.kind === other)
  const within = clusters.slice(begin, stop < 0 ? undefined : stop)
  const run = within.slice(0, within.findLastIndex(isEnd) + 1)
  const behind = clusters.slice(begin + run.length)
  return [...clusters.slice(0, begin), ...change(run), ...replaceRuns(behind, kind, other, change)]
}

/** A run that is read from the right; words of other scripts and numbers inside of it are read from the left. */
function fromRight(drawn: readonly Cluster[]): Cluster[] {
  const fromLeft = new Set<Cluster>()
  const isArabic = drawn.some(({ text }) => ARABIC.test(text))
  const signed = drawn.map((one, at) =>
    isSign(drawn, at) ? { ...one, kind: 'number' as const } : one,
  )
  const line = replaceRuns(signed.toReversed(), 'left', 'right', (run) => {
    const isNumber = run.every(({ kind }) => kind !== 'left')
    const ordered = isNumber ? numbersInOrder(run.toReversed(), isArabic) : run.toReversed()
    for (const each of ordered) fromLeft.add(each)
    return ordered
  })
  return withBrackets(line, fromLeft)
}

/** Whether this is part of a number: the plus of a telephone number, a currency, a percent sign. */
function isSign(drawn: readonly Cluster[], at: number): boolean {
  const text = drawn[at]?.text ?? ''
  const isBefore = drawn[at + 1]?.kind === 'number'
  const isBehind = drawn[at - 1]?.kind === 'number'
  if (text !== '+') return (isBehind && /^[%°₪]$/.test(text)) || (isBefore && /^[$€£#]$/.test(text))
  const around = isBehind ? drawn.slice(0, at).toReversed() : drawn.slice(at + 1)
  const end = around.findIndex(({ kind }) => kind === 'left' || kind === 'right')
  const digits = around.slice(0, end < 0 ? undefined : end).filter(({ kind }) => kind === 'number')
  return (isBefore || isBehind) && digits.length >= TELEPHONE_DIGITS
}

const TELEPHONE_DIGITS = 6

/**
 * Numbers with blanks or hyphens between them, of which the first may be drawn at the right or at the left. A telephone number
 * begins with a plus or a zero, and years go up; of all others the first is at the right.
 */
function numbersInOrder(drawn: readonly Cluster[], isArabic: boolean): Cluster[] {
  const [place] = drawn
  if (!place) return []
  const text = drawn.map((one) => one.text).join('')
  // In Hebrew, a hyphen keeps numbers together.
  const parts = text.split(isArabic ? /([^\p{Nd}+.,:/%°$€£₪#]+)/u : /([^\p{Nd}+.,:/%°$€£₪#-]+)/u)
  const [first = '', last = ''] = [parts[0], parts.at(-1)]
  const begins = (part: string) => (part.includes('+') ? 2 : /^[0٠۰]/.test(part) ? 1 : 0)
  const areYears = parts.length === 3 && first.length === 4 && last.length === 4
  const isFromLeft =
    begins(first) > begins(last) || (begins(first) === begins(last) && areYears && first < last)
  if (isFromLeft) return [{ ...place, text }]
  const turned = parts.toReversed().map((part) => part.replace(/^(.+)\+$/, '+$1'))
  return [{ ...place, text: turned.join('') }]
}

const mirrored = new Map(
  ['()', '[]', '{}', '<>', '«»'].flatMap(([open = '', close = '']) => [
    [open, close],
    [close, open],
  ]),
)

/** In a file a bracket is the one that was typed, or the one that looks as it is drawn: in the order of reading, it opens first. */
function withBrackets(line: readonly Cluster[], fromLeft: ReadonlySet<Cluster>): Cluster[] {
  const turned = line.map((one) => {
    const other = fromLeft.has(one) ? undefined : mirrored.get(one.text)
    return other === undefined ? one : { ...one, text: other }
  })
  return unmatched(turned) < unmatched(line) ? turned : [...line]
}

function unmatched(line: readonly Cluster[]): number {
  const open: string[] = []
  let without = 0
  for (const { text } of line) {
    if (/^[([{<«]$/.test(text)) open.push(text)
    else if (mirrored.has(text)) {
      if (open.at(-1) === mirrored.get(text)) open.pop()
      else without += 1
    }
  }
  return without + open.length
}
