// Cells of tables: which are marked, which stay unchanged, and that nothing is lost.
import { stringify } from 'csv-stringify/sync'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { cellsOf, withoutMarks } from '#test/spreadsheet.ts'
import { CSV_FORMAT, harmlessCell } from './spreadsheets.ts'

describe('a cell of a table', () => {
  test.each([
    ['=1+1', "'=1+1"],
    ['+44 7700 900418', "'+44 7700 900418"],
    ['-2', "'-2"],
    ['@SUM(A1)', "'@SUM(A1)"],
    ['\tx', "'\tx"],
    ['\rx', "'\rx"],
    ['\0x', "'\0x"],
    ['\0=1', "'\0=1"],
    ['＝1', "'＝1"],
    ['＋1', "'＋1"],
    ['－1', "'－1"],
    ['＠A', "'＠A"],
    [' "\'=1', "' \"'=1"],
    ['\u00a0\u200b=1', "'\u00a0\u200b=1"],
    ['one\n=2', "one\n'=2"],
    ['one\r\n  -two', "one\r\n'  -two"],
    ['one\r@two\u2028+three', "one\r'@two\u2028'+three"],
    ['Excel; =1;-2', "Excel;' =1;'-2"],
    ['a\t=1', "a\t'=1"],
    ["'=1", "''=1"],
    ['07700900123', "'07700900123"],
    ['00 44 7700-900123', "'00 44 7700-900123"],
    ['\u200e(0)', '\u200e(0)'],
    ['٠٧٧٠٠', "'٠٧٧٠٠"],
    ["'0770", "''0770"],
  ])('%j is written as %j', (text, cell) => {
    expect(harmlessCell(text)).toBe(cell)
  })

  test.each([
    '',
    'Maya',
    "O'Brien",
    '"quoted"',
    'a=b',
    'me@example.com',
    '3-4 years; two',
    '0',
    '0.5',
    '2026',
    '0770 by day',
    'a\nb',
    '茶 é 👩‍💻',
    '١+١',
  ])('%j stays as it is', (text) => {
    expect(harmlessCell(text)).toBe(text)
  })

  test('is read back as it was typed, whatever it holds', () => {
    const signs = fc.constantFrom(
      '0',
      '٠',
      ...'=+-@＝"\' ,;\t\n\r\ufeff\u2028\u200ba1()é'.split(''),
      '\r\n',
      'sep=;',
      '👍',
    )
    const text = fc.array(signs, { maxLength: 8 }).map((parts) => parts.join(''))
    const tables: string[][] = [['sep=;', 'ID']]
    fc.assert(
      fc.property(fc.tuple(text, text), (row) => {
        const cells = row.map(harmlessCell)
        expect(cells.map(withoutMarks)).toEqual(row)
        tables.push(cells)
      }),
      { seed: 9, numRuns: 2000 },
    )
    const bytes = Buffer.from(stringify(tables, CSV_FORMAT))
    expect(cellsOf(bytes)).toEqual(tables)
  })
})
