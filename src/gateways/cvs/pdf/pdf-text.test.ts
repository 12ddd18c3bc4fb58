// What the text of a PDF is: what its drawn pages show, in the order of reading.
import { afterAll, describe, expect, test } from 'vitest'
import { CV_TEXT_LIMITS } from '#domain/cvs/cvs.ts'
import { joinedWords } from '#domain/cvs/search-text.ts'
import {
  drawnPdf,
  drawnWithoutFont,
  lineAt,
  linesFrom,
  printedPdf,
} from '#test/input/drawn-pdfs.ts'
import { caseFile } from '#test/input/word-files.ts'
import { pdfStream } from '#test/input/hostile-cvs.ts'
import { openCvReader } from '../cv-reader.ts'
import { openPdfium } from './pdfium.ts'

const reader = openCvReader()
afterAll(() => reader.stop())

const read = (content: Buffer) => reader.read(new Uint8Array(content), 'pdf', 30)
async function shown(content: Buffer): Promise<string> {
  const reading = await read(content)
  if ('unreadable' in reading) throw new Error(reading.unreadable)
  return reading.text
}
const words = async (content: Buffer) => {
  const text = await shown(content)
  return `${text} ${joinedWords(text)}`.split(/[\s,.;]+/)
}

describe('files of other people', () => {
  test('soft-hyphen.pdf: hyphens, years, a number and an address as drawn', async () => {
    const text = await shown(caseFile('soft-hyphen.pdf'))
    for (const part of [
      'Full-time in a high-street shop, 2019-2024',
      '0113-496-0188',
      'sabine@achter-berg.example',
    ])
      expect(text).toContain(part)
  })

  test('line-end-hyphen.pdf: a divided word is found whole, and hyphens of its own stay', async () => {
    const found = await words(caseFile('line-end-hyphen.pdf'))
    for (const word of ['refurbishment', 'high-impact', 'part-time']) expect(found).toContain(word)
  })

  test.each(['ar.pdf', 'ar2.pdf'])(
    '%s: in the order of reading, in plain letters',
    async (name) => {
      const text = await shown(caseFile(name))
      expect(text).toContain('ليلى الخطيب')
      expect(text).toContain('المحاسبة')
      expect(text).not.toMatch(/[\uFB50-\uFDFF\uFE70-\uFEFC]/)
    },
  )
})

/** A font whose hyphen is called a soft hyphen, as TeX's are. */
const softHyphens = { 0x2d: '\u00AD' }

describe('hyphens, digits and addresses are as they are drawn', () => {
  test.each([
    ['years', '2019-2024, high-street shop'],
    ['a telephone number', 'tel. 0113-496-0188'],
    ['addresses', 'sabine@achter-berg.example, https://achter-berg.example/full-time'],
    ['names', 'Anne-Marie Smith-Jones'],
  ])('in %s', async (_, line) => {
    expect(await shown(drawnPdf({ pages: [linesFrom(line)], letters: softHyphens }))).toBe(line)
  })

  test('in the encoding of Windows too, which calls a hyphen soft', async () => {
    expect(await shown(drawnPdf({ pages: [linesFrom('2019\xAD2024')] }))).toBe('2019-2024')
  })

  test('and nothing is made of a soft hyphen that is not drawn', async () => {
    const letters = { 0x20: '\u00AD' }
    expect(await shown(drawnPdf({ pages: [linesFrom('stock room')], letters }))).toBe('stockroom')
  })
})

describe('a word that is divided at the end of a line is shown as drawn and found whole', () => {
  test.each([
    ['a hyphen', {}, ['tills and refur-', 'bishment of the shop'], 'refurbishment'],
    ['a soft hyphen', softHyphens, ['the reor-', 'ganisation of'], 'reorganisation'],
    ['the hyphen of Unicode', { 0x2d: '\u2010' }, ['and mer-', 'chandising'], 'merchandising'],
    ['a hyphen of its own', {}, ['high-', 'impact work'], 'high-impact'],
  ])('by %s', async (_, letters, lines, word) => {
    const content = drawnPdf({ pages: [linesFrom(...lines)], letters })
    const drawn = (await shown(content)).replaceAll('\u2010', '-')
    expect(drawn).toBe(lines.join('\n'))
    expect(await words(content)).toContain(word)
  })

  test('by Chromium', async () => {
    const found = await words(printedPdf('layout'))
    for (const word of ['refurbishment', 'merchandising', 'high-impact'])
      expect(found).toContain(word)
  })
})

describe('Arabic and Hebrew are in the order of reading, in plain letters', () => {
  test('printed by Chromium, with numbers, addresses, brackets and words of another script', async () => {
    expect((await shown(printedPdf('arabic'))).split('\n')).toEqual([
      'سلمى الأحمدي',
      'الهاتف: +44 113 496 0188 والبريد salma.ahmadi@achter-berg.example',
      'الجوال 0113 496 0177 ومن 2019 إلى 2024',
      'عملت في Storehand Ltd كبائعة (متجر كتب) لمدة 5 سنوات',
      'لا إله آلاف الأسماء الإلكترونية',
      'مُحَمَّد ٢٠١٩–٢٠٢٤'.normalize('NFC'),
      'خدمة العملاء والمحاسبة في',
      'المتجر الكبير',
      'إدارة المخزون والمبيعات',
      'اليومية للفرع',
    ])
    expect((await shown(printedPdf('hebrew'))).split('\n')).toEqual([
      'נועה אלמוג',
      'טלפון 052-123-4567, דואר noa@almog.example',
      'מנהלת חנות (2019-2024) ב-Storehand Ltd, מכירות של 50% יותר',
      'שָׁלוֹם עולם'.normalize('NFC'),
    ])
  })

  /** A line whose glyphs, from the left, mean these letters. */
  const glyphs = (...meanings: string[]) => {
    const letters = Object.fromEntries(meanings.map((meaning, at) => [0x61 + at, meaning]))
    const line = String.fromCharCode(...meanings.map((_, at) => 0x61 + at))
    return drawnPdf({ pages: [linesFrom(line)], letters })
  }
  test.each([
    ['forms of letters', ['ﺔ', 'ﺒ', 'ﺳ', 'ﺎ', 'ﺤ', 'ﻤ', 'ﻟ', 'ﺍ'], 'المحاسبة'],
    ['a ligature', ['ﺀ', 'ﺎ', 'ﻤ', 'ﺳ', 'ﻷ', 'ﺍ'], 'الأسماء'],
    ['a ligature of two plain letters', ['م', 'لا', 'س'], 'سلام'],
    ['plain letters', ['ם', 'ו', 'ל', 'ש'], 'שלום'],
    ['letters and a word from the left', ['U', 'K', ' ', 'ﺓ', 'ﺭ', 'ﺎ', 'ﺳ'], 'سارة UK'],
    [
      'letters in a line from the left',
      ['S', 'a', 'r', 'a', ' ', 'ة', 'ر', 'ا', 'س', ' ', 'U', 'K'],
      'Sara سارة UK',
    ],
  ])('drawn from the left as %s', async (_, meanings, text) => {
    expect(await shown(glyphs(...meanings))).toBe(text)
  })
})

describe('all that the page shows belongs to the text', () => {
  test('the letters of a ligature, however the font names it', async () => {
    const letters = { 0x31: '\uFB01', 0x32: '\uFB03', 0x33: 'fl' }
    const content = drawnPdf({ pages: [linesFrom('1nal o2ce 3oor')], letters })
    expect(await shown(content)).toBe('final office floor')
  })

  test('a line whose letters are drawn apart, which is found by its words', async () => {
    const apart = Array.from('MAYA OKAFOR', (letter, at) => lineAt(50 + at * 20, 700, letter)).join(
      '',
    )
    const content = drawnPdf({ pages: [apart + lineAt(50, 600, 'a b c')] })
    expect((await shown(content)).replace(/\s+/g, ' ')).toBe('M A Y A O K A F O R a b c')
    expect(await words(content)).toEqual(expect.arrayContaining(['MAYA', 'OKAFOR']))
    const printed = await words(printedPdf('layout'))
    expect(printed).toEqual(expect.arrayContaining(['MAYA', 'OKAFOR', 'Wave', 'Illustrator']))
  })

  test('columns, one after the other', async () => {
    const text = await shown(printedPdf('layout'))
    expect(text).toContain(
      'Left column with the\nfirst ten words of one\njob\nRight column with the\nother',
    )
    const left = linesFrom('Forklift', 'licence')
    const right = lineAt(300, 750, 'Barista') + lineAt(300, 734, '2019')
    expect(await shown(drawnPdf({ pages: [left + right] }))).toBe(
      'Forklift\nlicence\nBarista\n2019',
    )
  })

  test('what is written downwards, as lines', async () => {
    const letters = Object.fromEntries(
      Array.from('在庫管理経験年', (letter, at) => [0x61 + at, letter]),
    )
    const column = (x: number, codes: string) =>
      Array.from(codes, (code, at) => lineAt(x, 700 - at * 14, code)).join('')
    const content = drawnPdf({ pages: [column(100, 'abcd') + column(80, 'efg')], letters })
    expect(await shown(content)).toBe('在庫管理\n経験年')
  })

  test.each([
    ['MS-Gothic', 'UniJIS-UCS2-H', 'Japan1', '山田太郎'],
    ['SimSun', 'UniGB-UCS2-H', 'GB1', '库存管理'],
    ['MingLiU', 'UniCNS-UCS2-H', 'CNS1', '銷售經驗'],
    ['HYSMyeongJo', 'UniKS-UCS2-H', 'Korea1', '김민준'],
  ])(
    'letters drawn one by one in %s, which is not in the file',
    async (name, encoding, ordering, text) => {
      expect(await shown(drawnWithoutFont({ name, encoding, ordering, text }))).toBe(text)
    },
  )

  test('a file with bytes before its begin', async () => {
    const content = drawnPdf({ pages: [linesFrom('Forklift licence')] })
    expect(await shown(Buffer.concat([Buffer.from('\uFEFF\r\n\r\n'), content]))).toBe(
      'Forklift licence',
    )
  })

  describe('in forms and notes', () => {
    const appearance = (text: string) =>
      pdfStream(
        '/Type/XObject/Subtype/Form/BBox[0 0 200 20]/Resources<</Font<</F1 3 0 R>>>>',
        lineAt(2, 5, text),
      )
    const field = (more: string) =>
      `<</Type/Annot/Subtype/Widget/Rect[50 600 250 620]/P 5 0 R/DA(/F1 12 Tf)${more}>>`
    const form = (annotation: string, ...objects: (string | Buffer)[]) =>
      drawnPdf({
        pages: [linesFrom('Name')],
        annotations: ['7 0 R'],
        catalog: '/AcroForm<</Fields[7 0 R 8 0 R]/NeedAppearances true/DA(/F1 12 Tf)>>',
        objects: [annotation, ...objects],
      })

    test.each([
      [
        'a field with its picture',
        form(field('/FT/Tx/T(a)/V(Sabine)/AP<</N 8 0 R>>'), appearance('Sabine')),
      ],
      ['a field that viewers draw', form(field('/FT/Tx/T(a)/V(Sabine)'))],
      [
        'a field whose picture is old',
        form(field('/FT/Tx/T(a)/V(Sabine)/AP<</N 8 0 R>>'), appearance('')),
      ],
      ['a choice', form(field('/FT/Ch/Ff 131072/T(a)/Opt[(Sabine)(Maya)]/V(Sabine)'))],
      ['a field of a field', form(field('/Parent 8 0 R'), '<</FT/Tx/T(a)/V(Sabine)/Kids[7 0 R]>>')],
      [
        'a note on the page',
        form(
          '<</Type/Annot/Subtype/FreeText/Rect[50 600 250 620]/Contents(Sabine)/DA(/F1 12 Tf)>>',
        ),
      ],
      [
        'a stamp',
        form(
          '<</Type/Annot/Subtype/Stamp/Rect[50 600 250 620]/AP<</N 8 0 R>>>>',
          appearance('Sabine'),
        ),
      ],
    ])('%s is read', async (_, content) => {
      expect(await shown(content)).toBe('Name\nSabine')
    })

    test('a stamp across a line takes no word of it apart', async () => {
      const content = drawnPdf({
        // One word, drawn as two.
        pages: [lineAt(50, 750, 'Na') + lineAt(65.3, 750, 'me')],
        annotations: ['7 0 R'],
        objects: [
          '<</Type/Annot/Subtype/Stamp/Rect[60 745 260 765]/AP<</N 8 0 R>>>>',
          appearance('Sabine'),
        ],
      })
      expect((await shown(content)).split(/\s+/)).toContain('Name')
    })

    test.each([
      ['hidden', field('/F 2/FT/Tx/T(a)/V(Sabine)')],
      ['a password', field('/FT/Tx/Ff 8192/T(a)/V(Sabine)')],
      ['a link', '<</Type/Annot/Subtype/Link/Rect[0 0 9 9]/Contents(Sabine)>>'],
      ['closed', '<</Type/Annot/Subtype/Popup/Rect[0 0 9 9]/Contents(Sabine)>>'],
    ])('what is %s is not', async (_, annotation) => {
      expect(await shown(form(annotation))).toBe('Name')
    })
  })
})

describe('what has no text is named', () => {
  const image = pdfStream(
    '/Type/XObject/Subtype/Image/Width 1/Height 1/ColorSpace/DeviceGray/BitsPerComponent 8',
    '\0',
  )
  const resources = '/XObject<</I 9 0 R>>'
  const scan = '500 0 0 700 50 50 cm /I Do'
  const withImage = (...pages: [string, string]) => drawnPdf({ pages, resources, objects: [image] })

  test('a page that is a picture', async () => {
    expect(await read(withImage(linesFrom('Sabine'), scan))).toEqual({
      text: 'Sabine',
      isCut: false,
      missing: ['pictures'],
    })
  })

  test('a page whose letters are shapes', async () => {
    expect(
      await read(drawnPdf({ pages: [linesFrom('Sabine'), '1 1 m 9 9 l S\n'.repeat(300)] })),
    ).toHaveProperty('missing', ['pictures'])
  })

  test('but no picture beside a text, and no empty page', async () => {
    expect(
      await read(withImage(`${linesFrom('Sabine')} ${scan}`, '20 0 0 20 50 50 cm /I Do')),
    ).toEqual({ text: 'Sabine', isCut: false })
  })

  test('pages beyond the limit', async () => {
    const pages = Array.from({ length: CV_TEXT_LIMITS.pages + 1 }, () => linesFrom('Sabine'))
    expect(await read(drawnPdf({ pages }))).toMatchObject({ isCut: true, missing: ['pages'] })
  })
})

test('PDFium has a limit of memory, says that it was reached, and begins small', async () => {
  const { pdfium, isFull } = await openPdfium(60)
  expect(pdfium.HEAPU8.length).toBeLessThan(40_000_000)
  expect(pdfium.wasmExports.malloc(20_000_000)).not.toBe(0)
  expect(isFull()).toBe(false)
  expect(pdfium.wasmExports.malloc(50_000_000)).toBe(0)
  expect(isFull()).toBe(true)
})
