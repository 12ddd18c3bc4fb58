// Which characters of a text are kept when it comes in, and when it goes into XML.

/** Ends of lines in other programs: among them the soft return of word processors and slides. */
const LINE_ENDS = /[\v\f\u0085\u2028\u2029]/g
/** Controls, code points that are no characters, and marks that turn the direction of all that follows, which nobody types. */
const REMOVED = /(?![\t\n\r])\p{Cc}|\p{Noncharacter_Code_Point}|[\u202A-\u202E]/gu
const ISOLATES = /[\u2066-\u2069]/g
/** Spaces, and letters that show nothing: a Hangul filler, an empty Braille cell, joiners, variation selectors. */
const NOTHING = /^[\s\p{Z}\p{Default_Ignorable_Code_Point}\u2800]+$/u
/** Nothing of it has to be looked at. */
const PLAIN = /^[\t\n\r\x20-\x7e]*$/

export const isPlainAscii = (text: string): boolean => PLAIN.test(text)

/** The text as it may be kept and shown; empty where nothing of it can be seen. What a person can see stays as typed. */
export function cleanText(text: string): string {
  if (isPlainAscii(text)) return text
  if (NOTHING.test(text) && text.trim() !== '') return ''
  const clean = text.replace(LINE_ENDS, '\n').replace(REMOVED, '').toWellFormed()
  return hasOpenIsolate(clean) ? clean.replace(ISOLATES, '') : clean
}

/** A direction that is begun and not ended would turn the sentence in which the text stands. */
function hasOpenIsolate(text: string): boolean {
  let depth = 0
  for (const [mark] of text.matchAll(ISOLATES)) {
    depth += mark === '\u2069' ? -1 : 1
    if (depth < 0) return true
  }
  return depth !== 0
}

/** Without the characters that XML 1.0 forbids, also as a reference: one of them makes the whole document unreadable. */
export const xmlText = (text: string): string =>
  text.toWellFormed().replace(/[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu, '')

/** An input method for Japanese or Chinese types full-width letters, points and slashes where an address needs the plain ones. */
export const plainWidth = (text: string): string =>
  /[\uFF01-\uFF61\u3002\u3000]/.test(text)
    ? text.normalize('NFKC').replaceAll('\u3002', '.').trim()
    : text

const isDigit = (code: number): boolean => /^\p{Nd}$/u.test(String.fromCodePoint(code))

/** With the digits of every script as 0 to 9. In Unicode the ten of a script follow each other, from its zero on. */
export const asciiDigits = (text: string): string =>
  text.replace(/(?![0-9])\p{Nd}/gu, (digit) => {
    const code = digit.codePointAt(0) ?? 0
    let first = code
    while (isDigit(first - 1)) first -= 1
    return String((code - first) % 10)
  })
