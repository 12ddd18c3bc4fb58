// The lists of docs/shopify.md: every requirement of the App Store and of Built for Shopify is named once, and what a row names is there.
import { existsSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { at, read } from '../../scripts/spec-map.ts'

const page = read('docs/shopify.md')
const partOf = (title: string) => page.split(`\n### ${title}\n`)[1]?.split('\n### ')[0] ?? ''
const rowsOf = (part: string) => part.split('\n').filter((line) => line.startsWith('- '))

const NUMBERS = /^- ((?:\d[\d.]*, )*\d[\d.]*) [^:]+: .{4}/
/** The numbers that begin a row; in the last two rows, of what is by hand or not applicable, they stand among the reasons. */
function numbersOf(row: string): string[] {
  const [, list] = /^- (?:By hand in the dashboard|Not applicable): (.*)$/.exec(row) ?? []
  if (list !== undefined) return list.match(/\b\d\.\d(?:\.\d+)?\b/g) ?? []
  return NUMBERS.exec(row)?.[1]?.split(', ') ?? []
}

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
  const rows = rowsOf(partOf(title)).map((row) => ({ row, numbers: numbersOf(row) }))

  test('names each requirement once', () => {
    expect(rows.flatMap(({ numbers }) => numbers).toSorted()).toEqual(wanted.toSorted())
  })

  test('has no row without a number and a text', () => {
    expect(rows.filter(({ numbers }) => numbers.length === 0)).toEqual([])
  })
})

test('every file that a row names is there, and every test in it', () => {
  const [, rows = ''] = page.split('\n## What the review asks, and where it is met\n')
  const files = [...rows.matchAll(/`([\w./-]+\.\w+)`/g)].map(([, file]) => file)
  expect(files.length).toBeGreaterThan(60)
  expect(files.filter((file) => !existsSync(at(file ?? '')))).toEqual([])
  const tests = [...rows.matchAll(/`([^`]+)` › "([^"]+)"/g)]
  expect(tests.length).toBeGreaterThan(30)
  expect(
    tests.filter(([, file = '', name = '']) => !read(file).includes(name)).map(([text]) => text),
  ).toEqual([])
})
