// Text for cells of spreadsheets: unchanged, but never something that a spreadsheet would execute.

import { asciiDigits } from '../plain-text.ts'

/** The first characters of formulas; some programs also accept compatibility forms such as the full-width ones. */
const isFormulaSign = (sign: string): boolean => '=+-@'.includes(sign.normalize('NFKC'))
/** Some programs drop these at the start of a cell and look at what follows. */
const isDroppedAtHead = (sign: string): boolean => '\t\r\0'.includes(sign)
/**
 * Characters that spreadsheets skip before a formula: blanks, control characters, invisible characters, quotation
 * marks.
 */
const isOverlooked = (sign: string): boolean => /[\s\p{Cc}\p{Cf}"']/u.test(sign)
/** A cell can begin after these for a program that reads our quotation marks differently. */
const isBreak = (sign: string): boolean => '\n\r\v\f\u0085\u2028\u2029;\t'.includes(sign)

/** Options of the CSV writer: a line break in an unquoted cell would begin a row that an applicant controls. */
export const CSV_FORMAT = { quoted: true, quoted_empty: true, record_delimiter: 'windows' } as const

const MARK = "'"

/** Telephone numbers and the like, whose zeros at the start a spreadsheet takes away. */
const LOSES_ZEROS = /^[\s\p{Cf}"']*0\d[\d\s()/.-]*$/u

/**
 * The text of one cell, marked if it would be a formula or lose its zeros: a spreadsheet's own sign for a text, and
 * removing it restores what was typed. `="0770"` is a formula, a tab is what attacks use, a blank changes the number.
 */
export function harmlessCell(text: string): string {
  return LOSES_ZEROS.test(asciiDigits(text)) ? MARK + text : withoutFormulas(text)
}

/**
 * The text of one cell. An apostrophe is added before each line that a spreadsheet could read as a formula, and after a
 * semicolon or a tab, which end a cell in other locales. The rest is unchanged.
 */
function withoutFormulas(text: string): string {
  let cell = ''
  let begin = 0
  // Whether only skipped characters came since `begin`.
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
