// Checks names against docs/glossary.md: the verbs in the 'Not' column begin no function, and the words of 'Words that we do not
// use' are in no name, and where the row says so in no comment.
import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { parseSync, Visitor } from 'vite'
import type { SourceFiles } from './check-layers.ts'

/** `verbs` by the name that is used instead; `isOfData` for those that only functions of src/data must not begin with. */
export type Glossary = {
  verbs: { not: string; but: string; isOfData: boolean }[]
  words: { not: string; but: string; isOfComments: boolean }[]
}

/** Where a word has its usual meaning. */
const usual: { words: readonly string[]; in: RegExp }[] = [
  // Lines, letters and pictures are drawn on a canvas and on a page of a PDF.
  {
    words: ['draw', 'drawn'],
    in: /cvs?\b|pdf|picture|poster|canvas|test\/input/,
  },
]
/** Names in JSON that others read: of the file with one's personal data, and of the answers to the operator's commands. */
const namesOnTheWire = new Set(['held', 'says'])

const cellsOf = (row: string) =>
  row
    .slice(1, -1)
    .split('|')
    .map((cell) => cell.trim())

/** The rows below a heading of the second level. */
function rowsBelow(glossary: string, heading: string): string[][] {
  const [, section = ''] = glossary.split(`\n## ${heading}\n`)
  const [rows = ''] = section.split('\n## ')
  return rows
    .split('\n')
    .filter((line) => line.startsWith('| '))
    .map(cellsOf)
    .slice(1)
}

export function readGlossary(glossary: string): Glossary {
  const each = (list: string) => list.split(', ').filter((word) => word !== '')
  return {
    verbs: rowsBelow(glossary, 'Verbs').flatMap(([but = '', means = '', not = '']) =>
      each(not).map((verb) => ({ not: verb, but, isOfData: means.includes('(`data`)') })),
    ),
    words: rowsBelow(glossary, 'Words that we do not use').flatMap(([not = '', but = '', where]) =>
      each(not).map((word) => ({ not: word, but, isOfComments: where === 'names and comments' })),
    ),
  }
}

/** ' take back the mail ' for `takeBackTheMail`: words between single spaces. */
const wordsOf = (name: string) =>
  ` ${name
    .replace(/([a-z\d])([A-Z])/g, '$1 $2')
    .replace(/[^A-Za-z]+/g, ' ')
    .trim()
    .toLowerCase()} `

type Named = { name: string; start: number }

function namesIn(file: string, text: string) {
  const { program, comments } = parseSync(file, text)
  const names = new Map<number, string>()
  const functions: Named[] = []
  const see = ({ name, start }: Named) => names.set(start, name)
  const isFunction = (node: { type: string } | null) =>
    node?.type === 'ArrowFunctionExpression' || node?.type === 'FunctionExpression'
  new Visitor({
    Identifier: see,
    PrivateIdentifier: see,
    JSXIdentifier: see,
    FunctionDeclaration: ({ id }) => void (id && functions.push(id)),
    VariableDeclarator: ({ id, init }) =>
      void (id.type === 'Identifier' && isFunction(init) && functions.push(id)),
    MethodDefinition: ({ key }) => void (key.type === 'Identifier' && functions.push(key)),
  }).visit(program)
  return { names, functions, comments }
}

/** All errors, one sentence each. */
export function checkWords(files: SourceFiles, glossary: Glossary): string[] {
  const faults: string[] = []
  for (const [file, text] of files) {
    const { names, functions, comments } = namesIn(file, text)
    const report = (start: number, found: string, not: string, but: string) => {
      const line = text.slice(0, start).split('\n').length
      faults.push(`${file}:${line}: ${found} says "${not}": write ${but}, as docs/glossary.md does`)
    }
    const isUsual = (word: string) =>
      usual.some((one) => one.words.includes(word) && one.in.test(file))
    for (const { name, start } of functions) {
      for (const { not, but, isOfData } of glossary.verbs) {
        if (isOfData && !file.startsWith('src/data/')) continue
        if (wordsOf(name).startsWith(` ${not} `)) report(start, name, not, but)
      }
    }
    // Names with an underscore are those of columns and of JSON, which others know.
    const own = [...names].filter(
      ([, name]) => !/[a-z]_[a-z]/.test(name) && !namesOnTheWire.has(name),
    )
    const found = own.map(([start, name]) => ({ start, name, words: wordsOf(name) }))
    const remarks = comments.map(({ start, value }) => ({ start, words: wordsOf(value) }))
    for (const { not, but, isOfComments } of glossary.words) {
      if (isUsual(not)) continue
      for (const { start, name, words } of found) {
        if (words.includes(` ${not} `)) report(start, name, not, but)
      }
      for (const { start, words } of isOfComments ? remarks : []) {
        if (words.includes(` ${not} `)) report(start, 'a comment', not, but)
      }
    }
  }
  return faults
}

if (import.meta.main) {
  const root = path.resolve(import.meta.dirname, '../..')
  const read = (file: string) => readFileSync(path.join(root, file), 'utf8')
  const sources = globSync('{src,test,scripts,standin,bench}/**/*.{ts,tsx}', { cwd: root })
  const names = sources.map((file) => file.replaceAll(path.sep, '/')).toSorted()
  const glossary = readGlossary(read('docs/glossary.md'))
  const faults = checkWords(new Map(names.map((name) => [name, read(name)])), glossary)
  for (const fault of faults) console.error(fault)
  if (faults.length > 0) process.exitCode = 1
  else console.log(`${names.length} files use the words of the glossary.`)
}
