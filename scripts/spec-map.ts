// Writes which tests prove which row of docs/spec-map.md, docs/promises.md and docs/security.md. A test declares its
// rows in a comment above it, `// shows: 5-12, V6.2.1`, so that it can be renamed and moved; `npm run spec-map` writes
// the column 'Shown by'.
import { globSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'

const root = path.dirname(import.meta.dirname)
export const at = (file: string): string => path.join(root, file)
export const read = (file: string): string => readFileSync(at(file), 'utf8')

/** A page with tables whose first cell is the row's id and whose last cell names its tests or code. */
type Page = {
  file: string
  /** The prefix of its row ids; none on a page with other ids. */
  counts?: string
  /** The last cell of a row that no test shows. */
  otherwise: (former: string) => string
}

const notShown = (former: string) => (former === 'not yet' ? former : 'no test yet')
export const pages: readonly Page[] = [
  { file: 'docs/spec-map.md', counts: 'Rows', otherwise: notShown },
  { file: 'docs/promises.md', counts: 'Promises', otherwise: notShown },
  { file: 'docs/security.md', otherwise: () => '-' },
]

const ROW = /^\| ((?:[a-z]+|\d|V\d+\.\d+\.\d+)(?:-\d+)?) \|.*\| ([^|]*) \|$/
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
  // The pages quote titles, so double quotes in a title become single ones.
  return (single ?? double ?? template ?? '').replace(/\\(.)/g, '$1').replaceAll('"', "'")
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
        const test = `\`${file}\` › "${title}"`
        tags.push(...ids.split(', ').map((id) => ({ id, test, place })))
      }
    }
  }
  return { tags, faults }
}

/** The ids of a page's rows, in order. */
export const idsIn = (text: string): string[] =>
  text.split('\n').flatMap((line) => ROW.exec(line)?.[1] ?? [])

/** The page with its current column. */
export function written(page: Page, tags: readonly Tag[]): string {
  const count = { all: 0, shown: 0, untested: 0, notYet: 0 }
  const lines = read(page.file)
    .split('\n')
    .map((line) => {
      const [, id, former = ''] = ROW.exec(line) ?? []
      if (!id) return line
      const tests = new Set(tags.filter((tag) => tag.id === id).map(({ test }) => test))
      const cell = tests.size > 0 ? [...tests].join('; ') : page.otherwise(former)
      count.all += 1
      if (tests.size > 0) count.shown += 1
      else if (cell === 'not yet') count.notYet += 1
      else count.untested += 1
      return `${line.slice(0, line.length - former.length - 2)}${cell} |`
    })
  const counts = `${page.counts}: ${count.all}. Shown by a test: ${count.shown}. Built without a test: ${count.untested}. Not yet: ${count.notYet}.`
  return lines
    .map((line) => (page.counts && line.startsWith(`${page.counts}: `) ? counts : line))
    .join('\n')
}

if (import.meta.main) {
  const { tags, faults } = readTags()
  for (const page of pages) writeFileSync(at(page.file), written(page, tags))
  for (const fault of faults) console.error(fault)
  if (faults.length > 0) process.exitCode = 1
}
