// What Word shows of a DOC is its text, whatever its version and the formatting of its characters.
import { describe, expect, test } from 'vitest'
import { compound } from '#test/input/files.ts'
import { caseFile, docWith } from '#test/input/word-files.ts'
import { docText } from './doc-text.ts'

const read = (content: Buffer) =>
  docText(content)
    .text.split('\n')
    .map((line) => line.trim())
    .filter(Boolean)

test.each(['spaced-name.doc', 'soft-hyphens.doc'])('%s, a file of other people', (name) => {
  expect(read(caseFile(name))).toEqual([
    'MARGUERITE OAKHOLLOW',
    'Plain paragraph: haberdashery, five years',
    'Coloured: millinery',
    'coordinator of the window display',
  ])
})

describe('the formatting of characters', () => {
  const words = 'Maya Okafor barista and florist\r'
  const without = 'Maya Okafor  and florist'
  test.each<[what: string, hex: string, text: string]>([
    ['wider spacing', '40883900', words.trim()],
    ['narrower spacing', '4088ffff', words.trim()],
    ['a colour for right-to-left text', '604a0100', words.trim()],
    ['a font size', '434a1700', words.trim()],
    ['bold and a picture place', '350801036a00000000', words.trim()],
    ['deleted while changes are tracked', '000801', without],
    ['no longer deleted', '000800', words.trim()],
    ['hidden', '3c0801', without],
    ['hidden after other formatting', '35080140883900ca4a04010203043c0801', without],
    ['hidden by turning round what its style says', '3c0881', words.trim()],
  ])('%s', (_, hex, text) => {
    const formatting = [['barista', hex]] as const
    expect(read(docWith(words, { formatting }))).toEqual([text])
    expect(read(docWith(words, { formatting, isWide: true }))).toEqual([text])
  })

  test('of several runs of one page', () => {
    const formatting = [
      ['Maya', '3c0801'],
      ['barista', '40883900'],
      ['florist', '000801'],
    ] as const
    expect(read(docWith(words, { formatting }))).toEqual(['Okafor barista and'])
  })
})

test.each([
  ['co\x1fordinator of the win\x1fdow', 'coordinator of the window'],
  ['0113\x1e496\x1e0188', '0113\u2011496\u20110188'],
  ['2019\xad2024', '2019-2024'],
  ['co\xadordinator', 'coordinator'],
  ['Till\tBarista\vFlorist', 'Till\tBarista\nFlorist'],
  ['2019\x07Barista\x07\x07', '2019\tBarista'],
  ['See\x02 note\x08\x01', 'See note'],
  ['\x13HYPERLINK "https://a.example/x"\x14Profile\x15!', 'Profile (https://a.example/x)!'],
  ['\x13 DATE \x142026\x15', '2026'],
  ['\x13 IF \x13 PAGE \x141\x15 = 1 \x14One\x15', 'One'],
  ['\x95 \x93Café\x94 \x80', '• “Café” €'],
])('marks of Word mean what they show: %j', (body, text) => {
  expect(docText(docWith(`${body}\r`)).text.trim()).toBe(text)
})

test('ruby of a DOC has base and reading', () => {
  const code = '\x13EQ \\* jc2 \\* "Font:ＭＳ" \\* hps10 \\o\\ad(\\s\\up 9(やまだ),山田)\x15さん\r'
  expect(read(docWith(code, { isWide: true }))).toEqual(['山田(やまだ)さん'])
})

test('headers, boxes and notes are read, each text once', () => {
  const section = ['', 'Maya Okafor\r', '', 'maya@example.com\r', 'Curriculum vitae\r', '']
  const file = docWith('Barista\r', {
    headers: [...section, ...section],
    boxes: 'Kintsugi\r\r',
    footnotes: '\x02 By the guild\r',
    endnotes: '\x02 On request\r',
  })
  expect(read(file)).toEqual([
    'Maya Okafor',
    'Curriculum vitae',
    'Barista',
    'Kintsugi',
    'By the guild',
    'On request',
    'maya@example.com',
  ])
})

test.each([
  ['WORDDOCUMENT', '1TABLE'],
  ['worddocument', '1table'],
  ['Worddocument', '1tAbLe'],
] as const)('streams may be named in any case: %s', (...names) => {
  expect(read(docWith('Barista\r', { names }))).toEqual(['Barista'])
})

describe('Word 95', () => {
  const bytes = (text: string, from: string) =>
    Buffer.from(Array.from(text, (letter) => lettersOf(from).indexOf(letter)))
  const lettersOf = (alphabet: string) =>
    Array.from({ length: 256 }, (_, code) => new TextDecoder(alphabet).decode(Buffer.from([code])))
  test.each([
    [0, 'windows-1252', 'Café Zoë'],
    [204, 'windows-1251', 'Мария Иванова'],
    [238, 'windows-1250', 'Zażółć gęślą'],
    [161, 'windows-1253', 'Ελένη'],
  ])('in the alphabet of its font: %i', (charset, alphabet, text) => {
    const encode = (each: string) =>
      Buffer.concat(
        Array.from(each, (letter) =>
          letter === '\r' ? Buffer.from('\r') : bytes(letter, alphabet),
        ),
      )
    expect(read(docWith(`${text}\r`, { isWord95: true, charset, encode }))).toEqual([text])
  })

  test('in 16 bits, and with headers', () => {
    const headers = ['', 'Maya Okafor\r', '', '', '', '']
    expect(read(docWith('履歴書\r', { isWord95: true, isWide: true }))).toEqual(['履歴書'])
    expect(read(docWith('Barista\r', { isWord95: true, headers }))).toEqual([
      'Maya Okafor',
      'Barista',
    ])
  })
})

test('one with a password is said to be locked, and anything else to be damaged', () => {
  expect(() => docText(docWith('x\r', { flags: 0x0100 }))).toThrow(
    expect.objectContaining({ reason: 'encrypted' }),
  )
  expect(() => docText(docWith('x\r', { names: ['Workbook', '1Table'] }))).toThrow('No document')
  expect(() => docText(docWith('x\r', { names: ['WordDocument', 'Data'] }))).toThrow('No table')
  expect(() => docText(compound('WordDocument'))).toThrow(Error)
})
