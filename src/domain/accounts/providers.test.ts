import { expect, test } from 'vitest'
import { namesOf } from './providers.ts'

test('names of a provider are cut to what the database holds', () => {
  // The hundredth unit is the first half of a pair, and a NUL came along.
  const given_name = `\0${'a'.repeat(99)}\u{1F600}`
  const { first_name, last_name } = namesOf({ given_name, family_name: ' Brown ' })
  expect(first_name).toBe(`${'a'.repeat(99)}\uFFFD`)
  expect(last_name).toBe('Brown')
})
