import { expect, test } from 'vitest'
import { asciiDigits, cleanText, xmlText } from './plain-text.ts'

test.each([
  ['a soft return', 'one\u000Btwo\u000Cthree\u2028four', 'one\ntwo\nthree\nfour'],
  ['controls', 'a\u0000b\u0007c\u0003d\u001Be\u007Ff\u0090g', 'abcdefg'],
  ['code points that are no characters', 'a\uFFFEb\uFFFFc\uFDD0d\u{1FFFE}e', 'abcde'],
  ['a turn of the direction', 'pay \u202Efdp.exe', 'pay fdp.exe'],
  ['an isolate without its end', '\u2067שלום and', 'שלום and'],
  ['an end without its isolate', 'and \u2069\u2067', 'and '],
  ['half of a pair', 'a\uD800b', 'a\uFFFDb'],
  ['a right-to-left mark alone', '\u200F', ''],
  ['zero widths and blanks', ' \u200B \u2060\uFEFF', ''],
  ['a Hangul filler', '\u3164\u115F', ''],
  ['empty Braille', '\u2800', ''],
  ['a variation selector', '\uFE0F', ''],
])('%s', (_, text, clean) => {
  expect(cleanText(text)).toBe(clean)
})

test.each([
  'Tab\tand\r\nline',
  'نیم‌فاصله',
  '👩🏽‍🍳 🏴󠁧󠁢󠁥󠁮󠁧󠁿',
  'Zażółć gęślą ‘jaźń’',
  'שלום\u200F, 履歴書、',
  '\u2067שלום\u2069 and \u2068Ana\u2069',
  'soft\u00ADhyphen and non\u2011breaking',
  ' \n',
])('%j stays as typed', (text) => {
  expect(cleanText(text)).toBe(text)
})

test('every code point is allowed in XML afterwards, and none that is allowed is lost', () => {
  for (let code = 0; code <= 0x10ffff; code += 1) {
    const isAllowed =
      [9, 10, 13].includes(code) ||
      (code >= 0x20 && code <= 0xd7ff) ||
      (code >= 0xe000 && code <= 0xfffd) ||
      code >= 0x10000
    const text = String.fromCodePoint(code)
    const isHalf = code >= 0xd800 && code <= 0xdfff
    if (xmlText(text) !== (isAllowed ? text : isHalf ? '\uFFFD' : '')) {
      expect(`${code.toString(16)}: ${xmlText(text)}`).toBe('right')
    }
  }
})

test('the digits of every script are read', () => {
  for (const system of [
    'arab',
    'arabext',
    'beng',
    'deva',
    'fullwide',
    'thai',
    'mathsans',
    'adlm',
    'hmnp',
  ]) {
    const own = new Intl.NumberFormat(`en-u-nu-${system}`, { useGrouping: false }).format(
      9876543210,
    )
    expect([system, own === '9876543210', asciiDigits(`a${own}b`)]).toEqual([
      system,
      false,
      'a9876543210b',
    ])
  }
})
