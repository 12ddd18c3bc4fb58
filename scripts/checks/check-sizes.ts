// How large the house is, printed by `npm run floors`. Fails on a function or a file of the product that is too long to be read at once.
import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { parseSync, Visitor } from 'vite'

const LONGEST_FUNCTION = 100
const LONGEST_FILE = 400

const isTest = (file: string) => /\.test\.tsx?$/.test(file) || file.startsWith('test/')
/** Written by `npm run texts`. */
const isGenerated = (file: string) => file.endsWith('/text-values.ts')
const isProduct = (file: string) => file.startsWith('src/') && !isTest(file) && !isGenerated(file)

/** With a letter or a digit: the lines of a table are no words. */
const countWords = (text: string) => text.match(/\S*[\p{L}\d]\S*/gu)?.length ?? 0
const linesIn = (text: string) => text.split('\n').length - 1

/** One sentence for each function and file that is too long; what is not of the product is left out. */
export function checkSizes(files: ReadonlyMap<string, string>): string[] {
  const faults: string[] = []
  for (const [file, text] of files) {
    if (!isProduct(file)) continue
    if (linesIn(text) > LONGEST_FILE) {
      faults.push(
        `${file} has ${linesIn(text)} lines, more than ${LONGEST_FILE}: divide it into files that each have one subject`,
      )
    }
    for (const { line, lines } of functionsIn(file, text)) {
      if (lines <= LONGEST_FUNCTION) continue
      faults.push(
        `${file}:${line}: a function of ${lines} lines, more than ${LONGEST_FUNCTION}: divide it into functions, components or hooks that each do what their name says`,
      )
    }
  }
  return faults
}

/** A function inside another one counts in both. */
function functionsIn(file: string, text: string): { line: number; lines: number }[] {
  const { program, errors } = parseSync(file, text)
  const [failure] = errors
  if (failure) throw new Error(`${file} cannot be read: ${failure.message}`)
  const lineOf = (at: number) => text.slice(0, at).split('\n').length
  const found: { line: number; lines: number }[] = []
  const look = ({ start, end }: { start: number; end: number }) => {
    const line = lineOf(start)
    found.push({ line, lines: lineOf(end) - line + 1 })
  }
  new Visitor({
    FunctionDeclaration: look,
    FunctionExpression: look,
    ArrowFunctionExpression: look,
  }).visit(program)
  return found
}

/** How much there is: lines of code and of SQL, words of documents. */
function describeSizes(root: string, sources: ReadonlyMap<string, string>): string {
  const read = (file: string) => readFileSync(path.join(root, file), 'utf8')
  const linesOf = (texts: readonly string[]) =>
    texts.reduce((total, text) => total + linesIn(text), 0).toLocaleString('en')
  const wordsOf = (files: readonly string[]) =>
    files.reduce((total, file) => total + countWords(read(file)), 0).toLocaleString('en')
  const sourcesThat = (is: (file: string) => boolean) =>
    [...sources].flatMap(([file, text]) => (is(file) ? [text] : []))
  const documents = globSync('{*.md,docs/**/*.md}', { cwd: root })
  const isDecision = (file: string) => file.startsWith('docs/decisions/')
  const decisions = documents.filter(isDecision)
  const others = documents.filter((file) => !isDecision(file))
  return `Product: ${linesOf(sourcesThat(isProduct))} lines of TypeScript, ${linesOf(
    globSync('src/**/*.sql', { cwd: root }).map(read),
  )} of SQL. Tests: ${linesOf(sourcesThat(isTest))} lines.
Documents: ${wordsOf(others)} words in ${others.length}, and ${decisions.length - 1} decisions with ${wordsOf(decisions)}.`
}

if (import.meta.main) {
  const root = path.resolve(import.meta.dirname, '../..')
  const sources = new Map(
    globSync('{src,test,scripts,standin,bench}/**/*.{ts,tsx}', { cwd: root }).map((file) => [
      file.replaceAll(path.sep, '/'),
      readFileSync(path.join(root, file), 'utf8'),
    ]),
  )
  console.log(describeSizes(root, sources))
  const faults = checkSizes(sources)
  for (const fault of faults) console.error(fault)
  if (faults.length > 0) process.exitCode = 1
  else {
    console.log(
      `No function of the product has more than ${LONGEST_FUNCTION} lines, no file more than ${LONGEST_FILE}.`,
    )
  }
}
