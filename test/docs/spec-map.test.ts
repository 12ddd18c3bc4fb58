// docs/spec-map.md, the map of docs/specification.md, is true: everything it names exists, and nothing is missing from
// it.
import { readdirSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { contracts } from '#domain/contracts.ts'
import { at, read } from '../../scripts/spec-map.ts'
import { malformed, missingFiles, rowsOf } from './shown-by.ts'

const map = read('docs/spec-map.md')
const rows = rowsOf(map)

describe('every row', () => {
  test('there are enough of them to be the whole specification', () => {
    expect(rows.length).toBeGreaterThanOrEqual(100)
    const sections = [...map.matchAll(/^## (\d)\. /gm)].map(([, number]) => number)
    expect(sections).toEqual(['1', '2', '3', '4', '5', '6', '7', '8', '9'])
  })

  test('has one of the three forms, and is short', () => {
    expect(malformed(rows)).toEqual([])
  })

  test('stands in the map once', () => {
    // Three dots continue the row above.
    const specs = rows.map(({ name }) => name).filter((spec) => !spec.startsWith('...'))
    expect(specs.filter((spec, place) => specs.indexOf(spec) !== place)).toEqual([])
  })

  test('names files that are there', () => {
    expect(missingFiles(rows)).toEqual([])
  })
})

describe('nothing is missing', () => {
  const specs = rows.map(({ name }) => name).join('\n')

  test('no file of routes', () => {
    const files = readdirSync(at('src/http'), { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
      .map((file) => `src/http/${file.replaceAll(path.sep, '/')}`)
      .filter((file) => /\bmount\(|new Hono\b/.test(read(file)) && file !== 'src/http/mount.ts')
    expect(files.length).toBeGreaterThan(5)
    const lives = rows.map((row) => row.lives).join('\n')
    expect(files.filter((file) => !lives.includes(`\`${file}\``))).toEqual([])
  })

  test('no setting', () => {
    const schema = /const environment = z\.object\(\{([\s\S]*?)\n\}\)/.exec(read('src/config.ts'))
    const names = [...(schema?.[1] ?? '').matchAll(/^ {2}([A-Z_]+):/gm)].map(([, name]) => name)
    expect(names).toContain('PORT')
    expect(names.length).toBeGreaterThan(8)
    expect(names.filter((name) => !specs.includes(`\`${name}\``))).toEqual([])
  })

  test('no call', () => {
    const calls = Object.keys(contracts).filter((call) => / \/(api|functions)\//.test(call))
    expect(calls.length).toBeGreaterThan(10)
    expect(calls.filter((call) => !specs.includes(`\`${call}\``))).toEqual([])
  })
})
