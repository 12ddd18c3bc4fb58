// Room for CVs: who is told when.
import { expect, test } from 'vitest'
import { fits, spaceLeft } from './cv-space.ts'

const quota = { organization: 100_000_000, all: 1_000_000_000 }

test.each([
  [0, 0, 'enough'],
  [89_000_000, 89_000_000, 'enough'],
  [89_514_240, 89_514_240, 'enough'],
  [89_514_241, 89_514_241, 'none'],
  [0, 900_000_001, 'little'],
  [0, 989_514_241, 'none'],
])('with %i bytes of mine and %i of all there is %s', (organization, all, left) => {
  expect(spaceLeft({ organization, all }, quota)).toBe(left)
})

test('a file fits to its last byte', () => {
  expect(fits({ organization: 99_999_990, all: 0 }, quota, 10)).toBe(true)
  expect(fits({ organization: 99_999_990, all: 0 }, quota, 11)).toBe(false)
  expect(fits({ organization: 0, all: 999_999_990 }, quota, 11)).toBe(false)
})
