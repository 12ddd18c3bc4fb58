// Names of files: as sent, and for staff. Which names are accepted is tested in src/http/cvs/cv-uploads.test.ts.
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { cleanFileName, cvNameFor, endingOf, namesInZip } from './cv-names.ts'
import { CV_NAME_MAX, cvKinds } from './cvs.ts'

describe('cleanFileName', () => {
  test.each([
    ['Maya Okafor CV.pdf', 'Maya Okafor CV.pdf'],
    ['C:\\Users\\maya\\CV.pdf', 'CV.pdf'],
    ['../../../etc/passwd', 'passwd'],
    ['/etc/', 'CV'],
    ['CV\0.pdf', 'CV.pdf'],
    ['CV.pdf\r\nBcc: bo@example.com', 'CV.pdfBcc: bo@example.com'],
    ['CV\u202Efdp.exe', 'CVfdp.exe'],
    ['\u200B\uFEFF \u2066', 'CV'],
    ['', 'CV'],
    ['   ', 'CV'],
    ['Lebenslauf_Müller.docx', 'Lebenslauf_Müller.docx'],
    ['Lebenslauf_Mu\u0308ller.docx', 'Lebenslauf_Müller.docx'],
    ['履歴書.pdf', '履歴書.pdf'],
    ['.pdf', '.pdf'],
  ])('shows %j as %j', (name, shown) => {
    expect(cleanFileName(name)).toBe(shown)
  })

  test('cuts a long name before its ending, and never through a character', () => {
    expect(cleanFileName(`${'x'.repeat(5000)}.docx`)).toBe(`${'x'.repeat(195)}.docx`)
    expect(cleanFileName('x'.repeat(5000))).toBe('x'.repeat(200))
    expect(cleanFileName(`x.${'y'.repeat(5000)}`)).toBe(`x.${'y'.repeat(198)}`)
    expect(cleanFileName(`x${'🍵'.repeat(150)}.pdf`)).toBe(`x${'🍵'.repeat(97)}.pdf`)
  })

  test('always gives something that can be shown and kept', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 500, size: 'max' }), (name) => {
        const shown = cleanFileName(name)
        expect(shown.length).toBeGreaterThan(0)
        expect(shown.length).toBeLessThanOrEqual(CV_NAME_MAX)
        expect(shown.isWellFormed()).toBe(true)
        expect(shown).not.toMatch(/[\\/\p{Cc}\p{Cf}]/u)
        expect(cleanFileName(shown)).toBe(shown)
      }),
      { numRuns: 300, endOnFailure: true },
    )
  })
})

test.each([
  ['CV.PDF', 'pdf'],
  ['CV.pdf.exe', 'exe'],
  ['CV.exe . .', 'exe'],
  ['CV.7z', '7z'],
  ['CV', undefined],
  ['CV 12.03.2024', undefined],
  ['Dr. Anna Schmidt', undefined],
  ['...', undefined],
  ['CV.ＰＤＦ', 'pdf'],
  ['CV M.Sc', undefined],
  ['my.cv.j.smith', undefined],
  ['cv.pdf?dl=1', undefined],
  ['CV maya@example.com', undefined],
  ['CV.com', 'com'],
  ['Photo.TIFF', 'tiff'],
])('the ending of %j is %j', (name, ending) => {
  expect(endingOf(name)).toBe(ending)
})

/** Names as they come, and as somebody makes them up to hurt. */
const anyName = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 500, size: 'max' }),
  fc
    .array(
      fc.constantFrom(
        'CV',
        'con',
        'NUL',
        '.',
        '..',
        ' ',
        '.pdf',
        '.exe',
        '.hta',
        '/',
        '\\',
        ':',
        '\u202E',
        '\u2024',
        '٫',
        'é',
        '𝒜',
        '🍵',
      ),
      { maxLength: 80 },
    )
    .map((pieces) => pieces.join('')),
)

describe('for staff', () => {
  test('a name ends in the kind, has no second ending, and is one on every system', () => {
    fc.assert(
      fc.property(anyName, fc.constantFrom(...cvKinds), (name, kind) => {
        const given = cvNameFor(name, kind)
        const base = given.slice(0, -kind.length - 1)
        expect(given).toBe(`${base}.${kind}`)
        expect(base).not.toMatch(/\.[^.\s]*\p{L}/u)
        expect(base).toMatch(/^[^. ]/)
        expect(base).toMatch(/[^. ]$/)
        expect(base).not.toMatch(/[\\/:*?"<>|\p{Cc}\p{Cf}\p{Cs}]/u)
        expect(base).not.toMatch(/^(con|prn|aux|nul|com\d|lpt\d)(\.|$)/i)
        expect(new TextEncoder().encode(given).length).toBeLessThanOrEqual(210)
        expect(cvNameFor(given, kind)).toBe(given)
      }),
      { numRuns: 500, endOnFailure: true },
    )
  })

  test('names in a zip do too, and no two are alike', () => {
    const person = fc.record({
      first_name: anyName,
      last_name: anyName,
      kind: fc.constantFrom(...cvKinds),
    })
    fc.assert(
      fc.property(fc.array(person, { maxLength: 5 }), (people) => {
        const names = namesInZip([...people, ...people])
        expect(new Set(names.map((name) => name.toLowerCase())).size).toBe(names.length)
        for (const [index, name] of names.entries()) {
          const ending = `.${[...people, ...people][index]?.kind}`
          expect(name.startsWith('CV ') && name.endsWith(ending)).toBe(true)
          expect(name.slice(0, -ending.length)).not.toMatch(/\.[^.\s]*\p{L}/u)
          expect(name).not.toMatch(/[\\/:*?"<>|\p{Cc}\p{Cf}\p{Cs}]/u)
          expect(new TextEncoder().encode(name).length).toBeLessThan(255)
        }
      }),
      { numRuns: 200, endOnFailure: true },
    )
  })
})
