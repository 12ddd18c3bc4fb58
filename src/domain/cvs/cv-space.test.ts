// The space for CVs: when owners are warned.
import { expect, test } from 'vitest'
import { fits, spaceLeft } from './cv-space.ts'

const quota = { organization: 100_000_000, all: 1_000_000_000 }

test.each([
  [0, 'enough'],
  [900_000_000, 'enough'],
  [900_000_001, 'little'],
  [989_514_240, 'little'],
  [989_514_241, 'none'],
])('with %i bytes of all there is %s', (all, left) => {
  expect(spaceLeft(all, quota.all)).toBe(left)
})

test('a file fits to its last byte: of an organization a fifth over its limit', () => {
  expect(fits({ organization: 119_999_990, all: 0 }, quota, 10)).toBe(true)
  expect(fits({ organization: 119_999_990, all: 0 }, quota, 11)).toBe(false)
  expect(fits({ organization: 0, all: 999_999_990 }, quota, 10)).toBe(true)
  expect(fits({ organization: 0, all: 999_999_990 }, quota, 11)).toBe(false)
})
