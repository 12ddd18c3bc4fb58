// Pages of docs that name code and tests in tables: how their rows are read, and whether what they name is there.
import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'

const root = path.dirname(import.meta.dirname)
export const at = (file: string): string => path.join(root, file)
export const read = (file: string): string => readFileSync(at(file), 'utf8')

const LIVES = /^(?:nowhere|(`[^`]+`(?:, `[^`]+`)*)(?: \((?:table|words) only\))?)$/
const ENTRY = /`([^`]+\.test\.tsx?)` › "([^"]+)"/
const SHOWN = new RegExp(`^${ENTRY.source}(?:; ${ENTRY.source})*$`)
const MOST_COLUMNS = 140

/** `name` is the first cell: what is asked for, or promised. */
export type Row = { line: number; name: string; lives: string; shown: string }

/** Every row of the page's tables; `head` is the first cell of their heads. */
export function rowsOf(page: string, head: string): Row[] {
  return page
    .split('\n')
    .map((text, index) => ({ text, line: index + 1 }))
    .filter(({ text }) => text.startsWith('|') && !text.startsWith(`| ${head} |`))
    .filter(({ text }) => !/^[| -]+$/.test(text))
    .map(({ text, line }) => {
      const [, name = '', lives = '', shown = '', ...more] = text
        .split('|')
        .map((cell) => cell.trim())
      // Another number of cells is another form, whatever stands in them.
      return { line, name, lives, shown: more.length === 1 ? shown : '' }
    })
}

const isBuilt = ({ lives }: Row) => lives.startsWith('`') && lives.endsWith('`')
const isShown = ({ shown }: Row) => SHOWN.test(shown)
const said = ({ line, name }: Row, what: string) => `line ${line} (${name}): ${what}`

/** Rows that have none of the three forms. */
export function malformed(rows: readonly Row[]): string[] {
  return rows.flatMap((row) => {
    if (!row.name || row.name.length > MOST_COLUMNS) return [said(row, 'its first cell')]
    if (!LIVES.test(row.lives)) return [said(row, `lives in ${row.lives}`)]
    const isKnown = isShown(row) || row.shown === 'no test yet' || row.shown === 'not yet'
    if (!isKnown) return [said(row, `shown by ${row.shown}`)]
    if (isBuilt(row) === (row.shown === 'not yet')) return [said(row, 'built, or not yet?')]
    return []
  })
}

export function missingFiles(rows: readonly Row[]): string[] {
  return rows.flatMap((row) =>
    [...row.lives.matchAll(/`([^`]+)`/g)]
      .filter(([, file = '']) => !existsSync(at(file)))
      .map(([, file = '']) => said(row, `no file ${file}`)),
  )
}

export function missingTests(rows: readonly Row[]): string[] {
  const known = new Map<string, Set<string>>()
  return rows.filter(isShown).flatMap((row) =>
    [...row.shown.matchAll(new RegExp(ENTRY, 'g'))].flatMap(([, file = '', title = '']) => {
      if (!existsSync(at(file))) return [said(row, `no file ${file}`)]
      const titles = known.get(file) ?? new Set([...titlesIn(file)].map(quotable))
      known.set(file, titles)
      return titles.has(title) ? [] : [said(row, `no test "${title}" in ${file}`)]
    }),
  )
}

/** The line that says how many rows there are of each form. */
export function countLine(what: string, rows: readonly Row[]): string {
  const shown = rows.filter(isShown).length
  const untested = rows.filter((row) => row.shown === 'no test yet').length
  const notYet = rows.filter((row) => row.shown === 'not yet').length
  return `${what}: ${rows.length}. Shown by a test: ${shown}. Built without a test: ${untested}. Not yet: ${notYet}.`
}

const QUOTED = /\s*(?:'((?:[^'\\\n]|\\.)*)'|"((?:[^"\\\n]|\\.)*)"|`((?:[^`\\]|\\.)*)`),/
const TITLED = [
  new RegExp(`^(?:test|it|describe)(?:<[^(]*>)?\\(${QUOTED.source}`),
  // What stands between is the list of cases.
  new RegExp(`^(?:test|it|describe)\\.each\\b[\\s\\S]*?\\)\\(${QUOTED.source}`),
]

/** Titles as they stand in the code. A test that is skipped, or left for later, shows nothing: its title does not count. */
function titlesIn(file: string): Set<string> {
  const calls = read(file).split(/^\s*(?=(?:test|it|describe)[(.<])/m)
  const found = calls.flatMap((call) => TITLED.map((pattern) => pattern.exec(call)))
  return new Set(
    found
      .filter((match) => match !== null)
      .map(([, single, double, template]) =>
        (single ?? double ?? template ?? '').replace(/\\(.)/g, '$1'),
      ),
  )
}

/** The pages quote titles, so they write their own double quotes as single ones. */
const quotable = (title: string) => title.replaceAll('"', "'")
