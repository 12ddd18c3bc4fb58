// No list of a store goes on for ever.
import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { nextPage } from './next-page.ts'

const page = (endCursor: string | null, hasNextPage = true) => ({
  pageInfo: { hasNextPage, endCursor },
})

test('a list goes on while it makes progress', () => {
  expect(nextPage(page('b'), 'a', 1)).toBe('b')
  expect(nextPage(page('b', false), 'a', 0)).toBeNull()
})

test.each([
  ['the same cursor', 'a', 1],
  ['no cursor', null, 1],
  ['an empty page', 'b', 0],
])('%s before another page is no progress', (_, endCursor, count) => {
  expect(() => nextPage(page(endCursor), 'a', count)).toThrow(
    expect.objectContaining({ code: 'store.unreachable' }),
  )
})

test('every list of a store asks here for its next page', () => {
  const files = globSync('src/features/**/*.ts').filter((file) => !file.endsWith('.test.ts'))
  const others = files.filter((file) => /\.endCursor\b/.test(readFileSync(file, 'utf8')))
  expect(others).toEqual([])
})
