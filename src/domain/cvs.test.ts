// How names and sizes of files are shown.
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { CV_NAME_MAX, cleanFileName, fileSize } from './cvs.ts'

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
  [0, '0 bytes'],
  [999, '999 bytes'],
  [1000, '1 kB'],
  [184_320, '184 kB'],
  [999_499, '999 kB'],
  [999_500, '1.0 MB'],
  [2_400_000, '2.4 MB'],
  [10_485_760, '10.5 MB'],
])('%i bytes are %s', (bytes, text) => {
  expect(fileSize(bytes)).toBe(text)
})
