// Which files the form refuses before it sends them, and with which words.
import { expect, test } from 'vitest'
import { CV_MAX_BYTES } from '#domain/cvs/cvs.ts'
import { refusalOf } from './upload-cv.ts'

const file = (name: string, size = 9) => {
  const made = new File(['x'], name)
  Object.defineProperty(made, 'size', { value: size })
  return made
}
const WRONG = /^Invalid File Type: Please select a PDF, DOC, or DOCX file\./

test.each(['CV.pdf', 'CV', 'CV M.Sc', 'my.cv.j.smith', 'cv.pdf?dl=1', 'CV.ＰＤＦ', '履歴書.山田'])(
  '%s is sent',
  (name) => {
    expect(refusalOf(file(name))).toBeNull()
  },
)

test.each([
  ['me.HEIC', /picture: print it as PDF/],
  ['CV.rtf', /This file is RTF: open it, save it as PDF/],
  ['CV.pages', /This file is PAGES: open it, save it as PDF/],
  ['CV.docm', /macros: save it as PDF/],
  ['CV.exe', /DOCX file\.$/],
])('%s is not, and the sentence says why', (name, sentence) => {
  expect(refusalOf(file(name))).toMatch(WRONG)
  expect(refusalOf(file(name))).toMatch(sentence)
})

test('neither is one that is empty or too large', () => {
  expect(refusalOf(file('CV.pdf', 0))).toMatch(/^Empty File:/)
  expect(refusalOf(file('CV.pdf', CV_MAX_BYTES))).toBeNull()
  expect(refusalOf(file('CV.pdf', CV_MAX_BYTES + 1))).toMatch(/^File Too Large:/)
})
