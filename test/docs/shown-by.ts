// Reads the tables in docs that name code and tests, and checks that the code exists.
import { existsSync } from 'node:fs'
import { at } from '../../scripts/spec-map.ts'

const LIVES = /^(?:nowhere|(`[^`]+`(?:, `[^`]+`)*)(?: \((?:table|words) only\))?)$/
const ENTRY = /`([^`]+\.test\.tsx?)` › "([^"]+)"/
const SHOWN = new RegExp(`^${ENTRY.source}(?:; ${ENTRY.source})*$`)
const MOST_COLUMNS = 140

/** `id` is the row's name in tests; `name` describes the requirement or promise. */
export type Row = { line: number; id: string; name: string; lives: string; shown: string }

/** All rows of the page's tables. */
export function rowsOf(page: string): Row[] {
  return page
    .split('\n')
    .map((text, index) => ({ text, line: index + 1 }))
    .filter(({ text }) => text.startsWith('|') && !text.startsWith('| Row |'))
    .filter(({ text }) => !/^[| -]+$/.test(text))
    .map(({ text, line }) => {
      const [, id = '', name = '', lives = '', shown = '', ...more] = text
        .split('|')
        .map((cell) => cell.trim())
      // A row with another number of cells has another form.
      return { line, id, name, lives, shown: more.length === 1 ? shown : '' }
    })
}

const isBuilt = ({ lives }: Row) => lives.startsWith('`') && lives.endsWith('`')
const isShown = ({ shown }: Row) => SHOWN.test(shown)
const said = ({ line, id }: Row, what: string) => `line ${line} (${id}): ${what}`

/** Rows with none of the three forms. */
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
