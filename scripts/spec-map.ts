// Prints the rows of test/docs/spec-rows.md, docs/privacy.md and docs/security.md with the tests that show them: `npm run
// spec-map`. A test names its rows in a comment above it, `// shows: 5-12, V6.2.1`, so that it can be renamed and moved.
import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'

const root = path.dirname(import.meta.dirname)
export const at = (file: string): string => path.join(root, file)
export const read = (file: string): string => readFileSync(at(file), 'utf8')

/** The pages whose rows, of tables or of lists, begin with an id. */
export const pages = ['test/docs/spec-rows.md', 'docs/privacy.md', 'docs/security.md'] as const

export type Row = { id: string; line: number; cells: string[] }

/** The rows of a page's tables, and of its lists of requirements (`- V1.1.1: ...`), in order. */
export const rowsIn = (page: string): Row[] =>
  page.split('\n').flatMap((text, index) => {
    const [, id, cells] = ROW.exec(text) ?? REQUIREMENT.exec(text) ?? []
    return id && cells ? { id, line: index + 1, cells: cells.split(' | ') } : []
  })

/** How a row's text says that no test shows it: built, or not built either. */
export const stateOf = ({ cells }: Row): string | undefined =>
  / \((no test yet|not yet)\)$/.exec(cells[0] ?? '')?.[1]

const ROW = /^\| ((?:[a-z]+|\d)-\d+) \| (.*) \|$/
const REQUIREMENT = /^- (V\d+\.\d+\.\d+): (.*)$/
const TAG = /^[ \t]*\/\/ shows: (.*)$/gm
const CALL = /^(?:[ \t]*\/\/.*\n)*[ \t]*(?=(?:test|it|describe)[(.<])/
const QUOTED = /\s*(?:'((?:[^'\\\n]|\\.)*)'|"((?:[^"\\\n]|\\.)*)"|`((?:[^`\\]|\\.)*)`),/
const TITLED = [
  new RegExp(`^(?:test|it|describe)(?:<[^(]*>)?\\(${QUOTED.source}`),
  // The list of cases is in between.
  new RegExp(`^(?:test|it|describe)\\.each\\b[\\s\\S]*?\\)\\(${QUOTED.source}`),
]

export type Tag = { id: string; test: string; place: string }

/**
 * The title of the test or group whose call is at the start of the code, as written in the source. Undefined for a test that is
 * skipped or todo: it shows nothing.
 */
function titleOf(code: string): string | undefined {
  const begin = CALL.exec(code)
  if (!begin) return undefined
  const call = code.slice(begin[0].length).split(/^\s*(?=(?:test|it|describe)[(.<])/m)[0] ?? ''
  const match = TITLED.map((pattern) => pattern.exec(call)).find((one) => one !== null)
  if (!match) return undefined
  const [, single, double, template] = match
  return (single ?? double ?? template ?? '').replace(/\\(.)/g, '$1')
}

/** The tags of all tests; `faults` are the tags without a test below them. */
export function readTags(): { tags: Tag[]; faults: string[] } {
  const files = globSync('{src,scripts,standin,test}/**/*.test.{ts,tsx}', { cwd: root })
  const tags: Tag[] = []
  const faults: string[] = []
  for (const file of files.map((one) => one.replaceAll(path.sep, '/')).toSorted()) {
    const code = read(file)
    for (const match of code.matchAll(TAG)) {
      const [line, ids = ''] = match
      const title = titleOf(code.slice(match.index + line.length + 1))
      const place = `${file}:${code.slice(0, match.index).split('\n').length}`
      if (title === undefined) faults.push(`${place}: no test below '${line.trim()}'`)
      else {
        const test = `${file} › ${title}`
        tags.push(...ids.split(', ').map((id) => ({ id, test, place })))
      }
    }
  }
  return { tags, faults }
}

/** Every row of a page with its tests, and how many rows have none. */
export function printed(page: string, tags: readonly Tag[]): string {
  const count = { shown: 0, 'no test yet': 0, 'not yet': 0 }
  const rows = rowsIn(page)
  const lines = rows.flatMap((row) => {
    const tests = new Set(tags.filter(({ id }) => id === row.id).map(({ test }) => test))
    const state = tests.size > 0 ? 'shown' : stateOf(row) === 'not yet' ? 'not yet' : 'no test yet'
    count[state] += 1
    return [`${row.id}  ${row.cells.join(' | ')}`, ...[...tests].map((one) => `    ${one}`)]
  })
  const total = `Rows: ${rows.length}. Shown by a test: ${count.shown}. Without a test: ${count['no test yet']}. Not yet: ${count['not yet']}.`
  return [...lines, total].join('\n')
}

if (import.meta.main) {
  const { tags, faults } = readTags()
  for (const page of pages) console.log(`${page}\n\n${printed(read(page), tags)}\n`)
  for (const fault of faults) console.error(fault)
  if (faults.length > 0) process.exitCode = 1
}
