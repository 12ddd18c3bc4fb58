// How large the house is, printed by `npm run floors`: lines, words, and the longest functions. Nothing fails by it.
import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { parseSync, Visitor } from 'vite'

const root = path.resolve(import.meta.dirname, '../..')
const read = (file: string) => readFileSync(path.join(root, file), 'utf8')
const LONG_FUNCTION = 100
const LONG_FILE = 400

const isTest = (file: string) => /\.test\.tsx?$/.test(file) || file.startsWith('test/')
const sources = globSync('{src,test,scripts,standin,bench}/**/*.{ts,tsx}', { cwd: root })
const isGenerated = (file: string) => file.endsWith('/text-values.ts')
const product = sources.filter(
  (file) => file.startsWith('src/') && !isTest(file) && !isGenerated(file),
)
const linesIn = (file: string) => read(file).split('\n').length - 1
const sum = (files: readonly string[], count: (file: string) => number) =>
  files.reduce((total, file) => total + count(file), 0).toLocaleString('en')
const wordsIn = (file: string) => read(file).trim().split(/\s+/).length

/** Functions of more than LONG_FUNCTION lines, as `file:line name, lines`. */
function longFunctions(file: string): { place: string; lines: number }[] {
  const text = read(file)
  const lineOf = (at: number) => text.slice(0, at).split('\n').length
  const found: { place: string; lines: number }[] = []
  const look = ({ start, end }: { start: number; end: number }) => {
    const first = lineOf(start)
    const lines = lineOf(end) - first + 1
    if (lines > LONG_FUNCTION) found.push({ place: `${file}:${first}`, lines })
  }
  new Visitor({
    FunctionDeclaration: look,
    FunctionExpression: look,
    ArrowFunctionExpression: look,
  }).visit(parseSync(file, text).program)
  return found
}

const documents = globSync('{*.md,docs/**/*.md}', { cwd: root })
const isDecision = (file: string) => file.startsWith('docs/decisions/')
const decisions = documents.filter(isDecision)
const long = product.flatMap(longFunctions).toSorted((one, other) => other.lines - one.lines)
const files = product.filter((file) => linesIn(file) > LONG_FILE)

console.log(`Product: ${sum(product, linesIn)} lines of TypeScript, ${sum(
  globSync('src/**/*.sql', { cwd: root }),
  linesIn,
)} of SQL. Tests: ${sum(sources.filter(isTest), linesIn)} lines.
Documents: ${sum(
  documents.filter((file) => !isDecision(file)),
  wordsIn,
)} words in ${documents.length - decisions.length}, and ${decisions.length - 1} decisions with ${sum(decisions, wordsIn)}.
${long.length} functions have more than ${LONG_FUNCTION} lines, ${files.length} files more than ${LONG_FILE}; the longest functions:`)
for (const { place, lines } of long.slice(0, 5)) console.log(`  ${lines}  ${place}`)
