// The paragraphs and lists of a typed text.

export type TextBlock = { kind: 'p' | 'ul' | 'ol'; lines: string[] }

const BULLET = /^\s*(?:[-*•–]|\d{1,2}[.)])\s+/
const NUMBER = /^\s*\d{1,2}[.)]\s+/

/** A blank line ends a paragraph; lines that begin with a dash, a dot or a number are a list. */
export function blocksOfText(text: string): TextBlock[] {
  return text
    .replace(/\r\n?/g, '\n')
    .split(/\n\s*\n/)
    .filter((block) => block.trim() !== '')
    .flatMap(runsOf)
}

function runsOf(block: string): TextBlock[] {
  const lines = block.split('\n').filter((line) => line.trim() !== '')
  const runs: TextBlock[] = []
  for (let place = 0; place < lines.length;) {
    const isItem = BULLET.test(lines[place] ?? '')
    const end = lines.findIndex((line, at) => at > place && BULLET.test(line) !== isItem)
    const run = lines.slice(place, end < 0 ? lines.length : end)
    runs.push(isItem ? listOf(run) : { kind: 'p', lines: run.map((line) => line.trim()) })
    place += run.length
  }
  return runs
}

/** Each line becomes a list item, with or without a typed bullet. */
export function blocksOfLines(text: string): TextBlock[] {
  const lines = text.split(/\r?\n/).filter((line) => line.trim() !== '')
  return lines.length > 1 || BULLET.test(text) ? [listOf(lines)] : blocksOfText(text)
}

export const listOf = (lines: readonly string[]): TextBlock => ({
  kind: lines.every((line) => NUMBER.test(line)) ? 'ol' : 'ul',
  lines: lines.map((line) => line.replace(BULLET, '').trim()),
})
