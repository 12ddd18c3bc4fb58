// How sizes of files are shown.
import { expect, test } from 'vitest'
import { fileSize } from './cvs.ts'

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
