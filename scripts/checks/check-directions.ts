// Keeps layouts ready to be mirrored: style sheets and class names use start and end, not left and right, so that a
// page in Arabic begins at its right edge automatically. A rule that must name a side gives the reason before it: `/*
// physical: why */`.
import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import type { SourceFiles } from './check-layers.ts'

const side = /\b(?:left|right)\b/
/** Properties that have an equivalent with `inline-start` and `inline-end`. */
const sidedName =
  /^(?:left|right|(?:scroll-)?(?:margin|padding)-(?:left|right)|border-(?:left|right)(?:-\w+)?|border-(?:top|bottom)-(?:left|right)-radius)$/
/** Properties whose value may name a side. */
const sidedValue = /^(?:text-align(?:-last)?|float|clear|caption-side|justify-[\w-]+)$/
/** Shorthands for top, right, bottom and left: the second and the fourth must be equal. */
const fourSides = /^(?:inset|(?:scroll-)?(?:margin|padding)|border-(?:width|style|color))$/
/** Clockwise from the top left: horizontal neighbours must be equal. */
const corners = 'border-radius'
const gradient = /-gradient\(\s*to (?:left|right)\b/

const wholeComment = /\/\*[^*]*\*+(?:[^/*][^*]*\*+)*\//g
const declaration = /([\w-]+)\s*:\s*([^;{}]+)[;}]/g

/** Parts of a value; brackets and their content are one. */
const partsOf = (value: string): string[] =>
  value.trim().match(/[^\s(]+(?:\((?:[^()]|\([^()]*\))*\))?/g) ?? []

function isSided(name: string, value: string): boolean {
  if (name.startsWith('--')) return false
  if (sidedName.test(name)) return true
  if (sidedValue.test(name)) return side.test(value)
  const [first, second = first, third = first, fourth = second] = partsOf(value)
  if (fourSides.test(name)) return second !== fourth
  if (name === corners && !value.includes('/')) return first !== second || third !== fourth
  return gradient.test(value)
}

const className =
  /(?<![\w-])-?(?:(?:scroll-)?[mp][lr]-[\w[.]|(?:left|right)-(?:\d|\[|px|auto|full)|text-(?:left|right)(?![\w-])|border-[lr](?![a-z])|rounded-(?:[lr]|[tb][lr])(?![a-z])|(?:float|clear)-(?:left|right)(?![\w-])|bg-gradient-to-[lr]\b|bg-linear-to-[lr]\b)[\w.[\]-]*/g

const lineOf = (text: string, at: number) => text.slice(0, at).split('\n').length

function faultsOfSheet(file: string, text: string): string[] {
  // With the same length, so that positions stay.
  const blank = text.replace(wholeComment, (comment) => comment.replace(/[^\n]/g, ' '))
  return [...blank.matchAll(declaration)].flatMap(({ index, 1: name = '', 2: value = '' }) => {
    const isExplained = /\/\* physical: [^*]+\*\/\s*$/.test(text.slice(0, index))
    if (isExplained || !isSided(name, value)) return []
    return [
      `${file}:${lineOf(text, index)}: ‘${name}: ${value.trim()}’ names a side: use its logical twin (margin-inline-start, inset-inline, text-align: start, border-start-end-radius)`,
    ]
  })
}

const faultsOfScreen = (file: string, text: string): string[] =>
  [...text.matchAll(className)].map(
    ({ index, 0: name }) =>
      `${file}:${lineOf(text, index)}: the class ‘${name}’ names a side: use its logical twin (ms-, pe-, start-, text-end, border-s, rounded-e)`,
  )

export const checkDirections = (files: SourceFiles): string[] =>
  [...files].flatMap(([file, text]) =>
    file.endsWith('.css') ? faultsOfSheet(file, text) : faultsOfScreen(file, text),
  )

/** Fails when nothing is found: a wrong path must not look like success. */
const FEWEST = 100

if (import.meta.main) {
  const root = path.resolve(import.meta.dirname, '../..')
  const names = globSync(['{src,extensions,standin}/**/*.css', 'src/dashboard/**/*.tsx'], {
    cwd: root,
  }).filter((name) => !name.endsWith('.test.tsx'))
  const faults = checkDirections(
    new Map(names.map((name) => [name, readFileSync(path.join(root, name), 'utf8')])),
  )
  if (names.length < FEWEST) faults.push(`only ${names.length} files were found`)
  for (const fault of faults) console.error(fault)
  if (faults.length > 0) process.exitCode = 1
}
