// The map of the specification, docs/spec-map.md, is true: what it names is there, and nothing that is there is missing from it.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { operations } from '#http/openapi.ts'

const root = path.dirname(import.meta.dirname)
const at = (file: string) => path.join(root, file)
const read = (file: string) => readFileSync(at(file), 'utf8')
const map = read('docs/spec-map.md')

const LIVES = /^(?:nowhere|(`[^`]+`(?:, `[^`]+`)*)(?: \((?:table|words) only\))?)$/
const ENTRY = /`([^`]+\.test\.tsx?)` › "([^"]+)"/
const SHOWN = new RegExp(`^${ENTRY.source}(?:; ${ENTRY.source})*$`)
const HEAD = '| Spec | Lives in | Shown by |'
const MOST_COLUMNS = 140

type Row = { line: number; spec: string; lives: string; shown: string }

const tableLines = map
  .split('\n')
  .map((text, index) => ({ text, line: index + 1 }))
  .filter(({ text }) => text.startsWith('|') && text !== HEAD && !/^[| -]+$/.test(text))

const rows: Row[] = tableLines.map(({ text, line }) => {
  const [, spec = '', lives = '', shown = '', ...more] = text.split('|').map((cell) => cell.trim())
  // Another number of cells is another form, whatever stands in them.
  return { line, spec, lives, shown: more.length === 1 ? shown : '' }
})

const isBuilt = ({ lives }: Row) => lives.startsWith('`') && lives.endsWith('`')
const isShown = ({ shown }: Row) => SHOWN.test(shown)
const said = ({ line, spec }: Row, what: string) => `line ${line} (${spec}): ${what}`

const QUOTED = /\s*(?:'((?:[^'\\\n]|\\.)*)'|"((?:[^"\\\n]|\\.)*)"|`((?:[^`\\]|\\.)*)`),/
const TITLED = [
  new RegExp(`^(?:test|it|describe)(?:<[^(]*>)?\\(${QUOTED.source}`),
  // What stands between is the list of cases.
  new RegExp(`^(?:test|it|describe)\\.each\\b[\\s\\S]*?\\)\\(${QUOTED.source}`),
]

/** Titles as they stand in the code. A test that is skipped, or left for later, shows nothing: its title does not count. */
function titlesIn(file: string): Set<string> {
  const calls = read(file).split(/^\s*(?=(?:test|it|describe)[(.<])/m)
  const found = calls.flatMap((call) => TITLED.map((pattern) => pattern.exec(call)))
  return new Set(
    found
      .filter((match) => match !== null)
      .map(([, single, double, template]) =>
        (single ?? double ?? template ?? '').replace(/\\(.)/g, '$1'),
      ),
  )
}

/** The map quotes titles, so it writes their own double quotes as single ones. */
const quotable = (title: string) => title.replaceAll('"', "'")

describe('every row', () => {
  test('there are enough of them to be the whole specification', () => {
    expect(rows.length).toBeGreaterThanOrEqual(100)
    const sections = [...map.matchAll(/^## (\d)\. /gm)].map(([, number]) => number)
    expect(sections).toEqual(['1', '2', '3', '4', '5', '6', '7', '8', '9'])
  })

  test('has one of the three forms, and is short', () => {
    const wrong = rows.flatMap((row) => {
      if (!row.spec || row.spec.length > MOST_COLUMNS) return [said(row, 'its first cell')]
      if (!LIVES.test(row.lives)) return [said(row, `lives in ${row.lives}`)]
      const isKnown = isShown(row) || row.shown === 'no test yet' || row.shown === 'not yet'
      if (!isKnown) return [said(row, `shown by ${row.shown}`)]
      if (isBuilt(row) === (row.shown === 'not yet')) return [said(row, 'built, or not yet?')]
      return []
    })
    expect(wrong).toEqual([])
  })

  test('stands in the map once', () => {
    // Three dots continue the row above.
    const specs = rows.filter(({ spec }) => !spec.startsWith('...')).map(({ spec }) => spec)
    expect(specs.filter((spec, place) => specs.indexOf(spec) !== place)).toEqual([])
  })

  test('names files that are there', () => {
    const missing = rows.flatMap((row) =>
      [...row.lives.matchAll(/`([^`]+)`/g)]
        .filter(([, file = '']) => !existsSync(at(file)))
        .map(([, file = '']) => said(row, `no file ${file}`)),
    )
    expect(missing).toEqual([])
  })

  test('names tests that are there', () => {
    const known = new Map<string, Set<string>>()
    const missing = rows.filter(isShown).flatMap((row) =>
      [...row.shown.matchAll(new RegExp(ENTRY, 'g'))].flatMap(([, file = '', title = '']) => {
        if (!existsSync(at(file))) return [said(row, `no file ${file}`)]
        const titles = known.get(file) ?? new Set([...titlesIn(file)].map(quotable))
        known.set(file, titles)
        return titles.has(title) ? [] : [said(row, `no test "${title}" in ${file}`)]
      }),
    )
    expect(missing).toEqual([])
  })

  test('is counted', () => {
    const shown = rows.filter(isShown).length
    const untested = rows.filter((row) => row.shown === 'no test yet').length
    const notYet = rows.filter((row) => row.shown === 'not yet').length
    expect(map.split('\n').filter((line) => line.startsWith('Rows: '))).toEqual([
      `Rows: ${rows.length}. Shown by a test: ${shown}. Built without a test: ${untested}. Not yet: ${notYet}.`,
    ])
  })
})

describe('nothing is missing', () => {
  const specs = rows.map(({ spec }) => spec).join('\n')

  test('no file of routes', () => {
    const files = readdirSync(at('src/http'), { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
      .map((file) => `src/http/${file.replaceAll(path.sep, '/')}`)
      .filter((file) => /new Hono\b/.test(read(file)))
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
    const calls = Object.keys(operations)
    expect(calls.length).toBeGreaterThan(10)
    expect(calls.filter((call) => !specs.includes(`\`${call}\``))).toEqual([])
  })
})
