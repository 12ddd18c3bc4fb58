// What a start of the built server reads: each large library that gets into it again costs every start time and memory
// (docs/performance.md, 'A start').
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { parseAst } from 'vite'
import { expect, test } from 'vitest'
import { threads } from '../vite.config.ts'

const folder = path.join(import.meta.dirname, '../dist/server')
const codeOf = (file: string) => readFileSync(path.join(folder, file), 'utf8')

/** What is loaded with this file: files of the build, and packages that are not part of it. */
const importsOf = (file: string) =>
  parseAst(codeOf(file)).body.flatMap((statement) =>
    'source' in statement && statement.source ? [statement.source.value] : [],
  )

const packageOf = (name: string) => /^(?:@[^/]+\/)?[^/]+/.exec(name)?.[0] ?? ''

/** The packages whose code is in a file. */
function packagesIn(file: string): string[] {
  if (file.startsWith('rolldown-runtime')) return []
  const { sources } = JSON.parse(codeOf(`${file}.map`)) as { sources: string[] }
  return sources.flatMap((source) => source.split('node_modules/').slice(1).map(packageOf))
}

function readAtStart(): { files: Set<string>; packages: Set<string> } {
  const [, main] = /import\("\.\/(main-[^"]+\.js)"\)/.exec(codeOf('start.js')) ?? []
  if (main === undefined) throw new Error('start.js imports no main.')
  const files = new Set<string>()
  const packages = new Set<string>()
  const next = ['./start.js', `./${main}`, './careers.js', './mails.js']
  for (let name = next.pop(); name !== undefined; name = next.pop()) {
    if (!name.startsWith('./')) {
      packages.add(packageOf(name))
      continue
    }
    const file = name.slice(2)
    if (files.has(file)) continue
    files.add(file)
    for (const one of packagesIn(file)) packages.add(one)
    next.push(...importsOf(file))
  }
  return { files, packages }
}

/** Loaded by what needs them, which may be years after the start. */
const late = [
  '@ai-sdk/openai-compatible',
  '@aws-sdk/client-s3',
  '@electric-sql/pglite',
  '@hyzyla/pdfium',
  '@opentelemetry/sdk-trace',
  '@simplewebauthn/server',
  '@zxcvbn-ts/language-common',
  'ai',
  'feedsmith',
  'file-type',
  'htmlparser2',
  'nodemailer',
  'ox',
  'prom-client',
  'sanitize-html',
]

/** A twentieth more than on 2026-11-27, the careers page with its people and places, and what goes with a shop that leaves. */
const MOST_KILOBYTES = 4810

test('a start reads no library that only a later request needs, and not much more than it did', () => {
  const { files, packages } = readAtStart()
  // It would be empty if the files were not found.
  expect(packages).toContain('hono')
  expect(late.filter((name) => packages.has(name))).toEqual([])
  const kilobytes = [...files].reduce((sum, file) => sum + codeOf(file).length, 0) / 1000
  expect(kilobytes).toBeLessThan(MOST_KILOBYTES)
})

test('its files are ASCII, of which Node keeps one byte for each character', () => {
  const files = readdirSync(folder).filter((name) => name.endsWith('.js'))
  expect(files).toContain('start.js')
  // oxlint-disable-next-line no-control-regex -- the range of ASCII
  expect(files.filter((name) => /[^\0-\x7f]/.test(codeOf(name)))).toEqual([])
})

test('the programs of its threads stand where it looks for them', () => {
  const code = readdirSync(folder)
    .filter((name) => name.endsWith('.js'))
    .map(codeOf)
    .join('\n')
  const wanted = [...code.matchAll(/new URL\("(\.\.\/threads\/[^"]+)"/g)].map(
    ([, file = '']) => file,
  )
  expect(new Set(wanted).size).toBe(Object.keys(threads).length)
  // None is started from its source.
  expect(code).not.toMatch(/new URL\("\.\/[^"]*-thread\.ts/)
  expect(wanted.filter((file) => !existsSync(path.join(folder, file)))).toEqual([])
})
