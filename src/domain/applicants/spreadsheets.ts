// What is written into a table for spreadsheets: as it was typed, but never something that a spreadsheet would run.

/** By these a formula begins; compatibility forms such as the full-width ones are taken for them by some programs. */
const isFormulaSign = (sign: string): boolean => '=+-@'.includes(sign.normalize('NFKC'))
/** At the head of a cell, some programs drop them and look at what follows. */
const isDroppedAtHead = (sign: string): boolean => '\t\r\0'.includes(sign)
/** What spreadsheets skip before a formula: blanks, control characters, invisible characters, quotation marks. */
const isOverlooked = (sign: string): boolean => /[\s\p{Cc}\p{Cf}"']/u.test(sign)
/** Here a cell can begin for a program that reads our quotation marks in another way than we wrote them. */
const isBreak = (sign: string): boolean => '\n\r\v\f\u0085\u2028\u2029;\t'.includes(sign)

/** How the writer of tables is asked: a line break in an unquoted cell would begin a row of the person's own. */
export const CSV_FORMAT = { quoted: true, quoted_empty: true, record_delimiter: 'windows' } as const

const MARK = "'"

/**
 * The text of one cell. An apostrophe is added before each line that a spreadsheet could read as a formula, and after a
 * semicolon or a tab, which end a cell in other locales. The rest is unchanged.
 */
export function harmlessCell(text: string): string {
  let cell = ''
  let begin = 0
  // Whether nothing but what is overlooked came since `begin`.
  let isAtHead = true
  const close = (end: number, isFormula: boolean) => {
    cell += (isFormula ? MARK : '') + text.slice(begin, end)
    begin = end
  }
  for (let at = 0; at < text.length; at++) {
    const sign = text.charAt(at)
    if (isAtHead && (isFormulaSign(sign) || (begin === 0 && isDroppedAtHead(sign)))) {
      close(at + 1, true)
      isAtHead = isBreak(sign)
    } else if (isBreak(sign)) {
      close(at + 1, false)
      isAtHead = true
    } else if (isAtHead) isAtHead = isOverlooked(sign)
  }
  close(text.length, false)
  return cell
}
