// Every tag of a test leads to a row, and every row of the pages has a test or says that it has none.
import { expect, test } from 'vitest'
import { pages, printed, read, readTags, rowsIn, stateOf } from './spec-map.ts'

const { tags, faults } = readTags()
const rows = pages.flatMap((page) => rowsIn(read(page)))
const ids = rows.map(({ id }) => id)

test('every tag stands above a test and names a row', () => {
  expect(tags.length).toBeGreaterThan(1000)
  expect(faults).toEqual([])
  const known = new Set(ids)
  expect(tags.filter(({ id }) => !known.has(id))).toEqual([])
})

test('no two rows have the same id', () => {
  expect(ids.filter((id, place) => ids.indexOf(id) !== place)).toEqual([])
})

// The verdicts of docs/security.md say it themselves: test/docs/asvs.test.ts.
test('a row has a test, or its text says that it has none', () => {
  const shown = new Set(tags.map(({ id }) => id))
  const wrong = rows
    .filter(({ id }) => !id.startsWith('V'))
    .filter((row) => shown.has(row.id) === (stateOf(row) !== undefined))
  expect(wrong).toEqual([])
})

test('the command prints each row with its tests, and counts those without', () => {
  const page = [
    '| Row | Spec |',
    '| --- | --- |',
    '| 1-1 | A job is closed |',
    '| 1-2 | A job is sung (not yet) |',
    '| 1-3 | A job is copied (no test yet) |',
  ].join('\n')
  expect(printed(page, [{ id: '1-1', test: 'a.test.ts › closes', place: 'a.test.ts:1' }])).toBe(
    [
      '1-1  A job is closed',
      '    a.test.ts › closes',
      '1-2  A job is sung (not yet)',
      '1-3  A job is copied (no test yet)',
      'Rows: 3. Shown by a test: 1. Without a test: 1. Not yet: 1.',
    ].join('\n'),
  )
})
