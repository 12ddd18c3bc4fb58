// The tables of docs/shopify.md: every requirement of the App Store and of Built for Shopify has its row, and what a row names is there.
import { existsSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { at, read } from '../../scripts/spec-map.ts'

const page = read('docs/shopify.md')
const partOf = (title: string) => page.split(`\n### ${title}\n`)[1]?.split('\n### ')[0] ?? ''
const rowsOf = (part: string) =>
  part
    .split('\n')
    .filter((line) => line.startsWith('| ') && !line.startsWith('| ---'))
    .slice(1)
    .map((line) => line.slice(2, -2).split(' | '))

/** '1.1': 16 are 1.1.1 to 1.1.16. */
const numbers = (groups: Readonly<Record<string, number>>) =>
  Object.entries(groups).flatMap(([group, count]) =>
    Array.from({ length: count }, (_, place) => `${group}.${place + 1}`),
  )

/** As Shopify's pages had them in November 2026. */
const asked = {
  'App Store': [
    ...numbers({ '1.1': 16, '1.2': 3, '1.3': 1, '2.1': 4, '2.2': 9, '2.3': 4, '3.1': 1 }),
    '3.2',
    ...numbers({ '3.2': 5, '4.1': 2, '4.2': 3, '4.3': 8, '4.4': 5, '4.5': 6, '5.1': 5 }),
  ],
  'Built for Shopify': [
    ...numbers({ '1.1': 2, '1.2': 3, '2.1': 3, '2.2': 1, '2.3': 1, '3.1': 5, '3.2': 2 }),
    ...numbers({ '4.1': 6, '4.2': 6, '4.3': 7 }),
    '5',
  ],
}

describe.each(Object.entries(asked))('%s', (title, wanted) => {
  const rows = rowsOf(partOf(title))

  test('has one row for each requirement, in their order', () => {
    expect(rows.map(([number]) => number)).toEqual(wanted)
  })

  test('has no empty row', () => {
    const empty = rows.filter((cells) => cells.length !== 3 || cells.some((cell) => !cell.trim()))
    expect(empty).toEqual([])
  })
})

test('every file that a row names is there, and every test in it', () => {
  const rows = ['App Store', 'Built for Shopify', 'Besides'].flatMap((part) =>
    rowsOf(partOf(part)).map((cells) => cells.at(-1) ?? ''),
  )
  expect(rows.length).toBeGreaterThan(100)
  const files = rows.flatMap((met) => [...met.matchAll(/`([\w./-]+\.\w+)`/g)].map(([, file]) => file))
  expect(files.filter((file) => !existsSync(at(file ?? '')))).toEqual([])
  const tests = rows.flatMap((met) => [...met.matchAll(/`([^`]+)` › "([^"]+)"/g)])
  expect(tests.length).toBeGreaterThan(30)
  expect(
    tests.filter(([, file = '', name = '']) => !read(file).includes(name)).map(([text]) => text),
  ).toEqual([])
})
