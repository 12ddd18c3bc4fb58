// test/docs/spec-rows.md, the rows of docs/specification.md, is whole: no row is there twice, and no address, setting or call is
// missing.
import { globSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { contracts } from '#domain/contracts.ts'
import { at, read, rowsIn } from '../../scripts/spec-map.ts'

const map = read('test/docs/spec-rows.md')
const rows = rowsIn(map)
const LONGEST = 140

describe('every row', () => {
  test('is of a section of the specification, or of one of the last three', () => {
    expect(rows.length).toBeGreaterThan(500)
    const sections = [...map.matchAll(/^## (\d)\. /gm)].map(([, number]) => number)
    expect(sections).toEqual(['1', '2', '3', '4', '5', '6', '7', '8', '9'])
  })

  test('has an id and one short text', () => {
    const tables = map.split('\n').filter((line) => /^\| (?!Row \||---)/.test(line))
    expect(tables).toHaveLength(rows.length)
    const wrong = rows.filter(({ cells: [text = '', ...more] }) => {
      return !text || text.length > LONGEST || more.length > 0
    })
    expect(wrong).toEqual([])
  })

  test('stands there once', () => {
    // Three dots continue the row above.
    const specs = rows.map(({ cells }) => cells[0]).filter((text) => !text?.startsWith('...'))
    expect(specs.filter((spec, place) => specs.indexOf(spec) !== place)).toEqual([])
  })
})

describe('nothing is missing', () => {
  const specs = rows.map(({ cells }) => cells[0]).join('\n')

  test('no page or file that the server answers without a contract', () => {
    const files = globSync('src/http/**/*.ts', { cwd: at('.') }).filter(
      (file) => !file.endsWith('.test.ts') && !file.includes('/token-api/'),
    )
    const paths = files.flatMap((file) =>
      [...read(file).matchAll(/\.(?:get|post|put|delete)\('(\/[a-z][^/:']*)/g)].map(
        ([, start = '']) => start,
      ),
    )
    expect(paths).toContain('/verify')
    // A browser asks for it by itself, and gets nothing.
    const named = new Set(paths.filter((start) => start !== '/favicon.ico'))
    expect([...named].filter((start) => !specs.includes(start))).toEqual([])
    expect(specs).toContain('`/auth/v1/')
  })

  test('no setting, here and in the table of docs/operations.md', () => {
    const schema = /const environment = z\.object\(\{([\s\S]*?)\n\}\)/.exec(read('src/config.ts'))
    const names = [...(schema?.[1] ?? '').matchAll(/^ {2}([A-Z_]+):/gm)].map(([, name]) => name)
    expect(names).toContain('PORT')
    expect(names.length).toBeGreaterThan(8)
    const [, section = ''] = read('docs/operations.md').split('\n## Settings\n')
    const table = section.split('\n## ')[0] ?? ''
    const variables = [...table.matchAll(/^\| (`[^|]+) \|/gm)].map(([, cell]) => cell).join()
    expect(names.filter((name) => !specs.includes(`\`${name}\``))).toEqual([])
    expect(names.filter((name) => !variables.includes(`\`${name}\``))).toEqual([])
  })

  test('no call', () => {
    const calls = Object.keys(contracts)
    expect(calls.length).toBeGreaterThan(100)
    expect(calls.filter((call) => !specs.includes(`\`${call}\``))).toEqual([])
  })
})
