// The pages that name tests are as scripts/spec-map.ts writes them, and every tag of a test leads to a row.
import { expect, test } from 'vitest'
import { idsIn, pages, read, readTags, written } from './spec-map.ts'

const { tags, faults } = readTags()
const ids = pages.flatMap(({ file }) => idsIn(read(file)))

test('every tag stands above a test and names a row', () => {
  expect(tags.length).toBeGreaterThan(1000)
  expect(faults).toEqual([])
  const known = new Set(ids)
  expect(tags.filter(({ id }) => !known.has(id))).toEqual([])
})

test('no two rows have the same id', () => {
  expect(ids.filter((id, place) => ids.indexOf(id) !== place)).toEqual([])
})

test.each(pages.map((page) => [page.file, page] as const))(
  "%s is up to date: 'npm run spec-map' writes it",
  (file, page) => {
    expect(read(file)).toBe(written(page, tags))
  },
)
