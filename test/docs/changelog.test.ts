// The version that the product says is the one whose changes are written down.
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'

const read = (name: string) => readFileSync(path.join(import.meta.dirname, '../..', name), 'utf8')

test('the newest heading of the changes is the version of the package, and versions go down', () => {
  const headings = [...read('CHANGELOG.md').matchAll(/^## (\d+)\.(\d+)\.(\d+) \(\d{4}-\d\d-\d\d\)$/gm)]
  const versions = headings.map(([, ...numbers]) => numbers.map(Number))
  const { version } = JSON.parse(read('package.json')) as { version: string }
  expect(versions[0]?.join('.')).toBe(version)
  const inOrder = versions.toSorted((one, other) => {
    const place = one.findIndex((number, at) => number !== other[at])
    return (other[place] ?? 0) - (one[place] ?? 0)
  })
  expect(versions).toEqual(inOrder)
})
