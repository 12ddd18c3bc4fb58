// Reads tables like other programs: with another CSV reader, and with LibreOffice where it is installed.
import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { parse } from 'csv-parse/sync'

const run = promisify(execFile)

/** The cells of each row, including the header. A row of another length and a misplaced quotation mark are errors. */
export const cellsOf = (bytes: Buffer): string[][] => parse(bytes, { bom: true })

/** The rows without the header, by column name. */
export function rowsOf(bytes: Buffer): Record<string, string>[] {
  const [heads = [], ...rows] = cellsOf(bytes)
  return rows.map((row) => Object.fromEntries(heads.map((head, at) => [head, row[at] ?? ''])))
}

/** A table without the apostrophes before texts that look like formulas or like numbers with zeros at their start. */
export const withoutMarks = (cell: string): string =>
  /^'[\s\p{Cf}"']*[0٠][\d٠][\d٠\s()/.-]*$/u.test(cell) ? cell.slice(1) : withoutFormulaMarks(cell)

const withoutFormulaMarks = (cell: string): string =>
  cell
    .split(/(?<=[\n\r\v\f\u0085\u2028\u2029;\t])/)
    .map((line, at) => {
      const marked = /^'[\s\p{Cc}\p{Cf}"']*[=+\-@＝＋－＠﹦﹢﹣﹫]/u
      const isMarked =
        marked.test(line) || (at === 0 && /^'[\s\p{Cc}\p{Cf}"']*[\t\r\0]/u.test(line))
      return isMarked ? line.slice(1) : line
    })
    .join('')

/** With commas as written, and with semicolons as in other locales. */
const separators = [',', ';'] as const

/** As LibreOffice reads a table; undefined where its part for tables is not installed. */
async function sheetOf(root: string, table: Buffer | string, separator: string) {
  const file = path.join(root, 'table.csv')
  const sheet = path.join(root, 'table.fods')
  await writeFile(file, table)
  await rm(sheet, { force: true })
  const filter = `Text - txt - csv (StarCalc):${separator.charCodeAt(0)},34,76`
  const profile = `-env:UserInstallation=file://${root}/profile`
  const convert = ['--headless', `--infilter=${filter}`, '--convert-to', 'fods', '--outdir', root]
  try {
    await run('soffice', [profile, ...convert, file])
    return await readFile(sheet, 'utf8')
  } catch {
    return undefined
  }
}

/** The formulas that LibreOffice finds in a table with either separator; none where it reads no tables at all. */
export async function formulasIn(bytes: Buffer): Promise<string[]> {
  const root = await mkdtemp(path.join(os.tmpdir(), 'storehand-table-'))
  try {
    if ((await sheetOf(root, 'a,b\n', ',')) === undefined) return []
    const found: string[] = []
    for (const separator of separators) {
      const sheet = await sheetOf(root, bytes, separator)
      if (!sheet?.includes('<table:table-cell')) throw new Error('LibreOffice read no table')
      for (const [formula] of sheet.matchAll(/table:formula="[^"]*"/g)) found.push(formula)
    }
    return found
  } finally {
    await rm(root, { recursive: true, force: true })
  }
}
