// References in comments and pages exist: sections of docs/specification.md, decisions by their number, pages by their
// name.
import { existsSync, readdirSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { at, read } from '../../scripts/spec-map.ts'

const folders = ['src', 'scripts', 'test', 'standin', 'bench', 'extensions', 'docs']
const texts = [
  ...readdirSync(at('.')),
  ...folders.flatMap((folder) =>
    readdirSync(at(folder), { recursive: true, encoding: 'utf8' }).map((file) =>
      path.join(folder, file),
    ),
  ),
]
  .filter((file) => /\.(?:tsx?|m?js|css|html|sql|liquid|toml|md)$/.test(file))
  .map((file) => ({ file, text: read(file) }))

/** What the pattern's group holds, wherever it stands; `word` is in every match, and spares reading the other files. */
const found = (pattern: RegExp, word: string) =>
  texts
    .filter(({ text }) => text.includes(word))
    .flatMap(({ file, text }) =>
      [...text.matchAll(pattern)].map(({ 1: what = '', index }) => {
        const line = text.slice(0, index).split('\n').length
        return { file, what, shown: `${file}:${line} ${what}` }
      }),
    )
const textsOf = (references: readonly { shown: string }[]) => references.map(({ shown }) => shown)

test('sections of the specification', () => {
  const headings = read('docs/specification.md').matchAll(/^#{2,3} (\d+(?:\.\d+)?)\.? /gm)
  const sections = new Set([...headings].map(([, number]) => number))
  const references = found(/§(\d+(?:\.\d+)*)/g, '§')
  expect(references.length).toBeGreaterThan(50)
  expect(textsOf(references.filter(({ what }) => !sections.has(what)))).toEqual([])
})

test('decisions', () => {
  const pages = new Set(readdirSync(at('docs/decisions')).map((page) => Number(page.slice(0, 4))))
  const references = [
    ...found(/\bdecisions?\s+(\d+(?:(?:,|\s+and|\s+or)\s+\d+)*)/gi, 'ecision'),
    ...found(/\bdecisions\/(\d{4})/g, 'decisions/'),
  ]
  expect(references.length).toBeGreaterThan(50)
  const isThere = ({ what }: { what: string }) =>
    [...what.matchAll(/\d+/g)].every(([number]) => pages.has(Number(number)))
  expect(textsOf(references.filter((reference) => !isThere(reference)))).toEqual([])
})

test('pages', () => {
  const references = found(/([\w./-]+\.md)\b/g, '.md')
  expect(references.length).toBeGreaterThan(50)
  const isThere = ({ file, what }: { file: string; what: string }) =>
    ['', path.dirname(file), 'docs'].some((folder) => existsSync(at(path.join(folder, what))))
  expect(textsOf(references.filter((reference) => !isThere(reference)))).toEqual([])
})

test('files that documents name', () => {
  const references = found(/`([\w.-]+(?:\/[\w.-]+)+)`/g, '/').filter(
    ({ file, what }) =>
      file.endsWith('.md') &&
      /^(?:src|test|scripts|bench|standin|extensions)\/|\.(?:tsx?|css|sql)$/.test(what),
  )
  expect(references.length).toBeGreaterThan(200)
  // Where a page is about one folder, a path may begin inside of it.
  const isThere = (what: string) =>
    existsSync(at(what)) || texts.some(({ file }) => file.endsWith(`/${what}`))
  expect(textsOf(references.filter(({ what }) => !isThere(what)))).toEqual([])
})

test('the specification by its page, in comments and in decisions', () => {
  const references = found(/^(.*\bspecification(?!\.md).*)$/gim, 'pecification').filter(
    ({ file, what }) => file.startsWith('docs/decisions') || /^\s*(?:\/[/*]|\*|--)/.test(what),
  )
  expect(textsOf(references)).toEqual([])
})
