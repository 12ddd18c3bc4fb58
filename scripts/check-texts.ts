// Keeps sentences in the catalogue: no text that a person reads is typed into a component, and on floors of the server none is
// made while a file is read, because each request has its own language.
import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { parseAst } from 'vite'

type Node = { type: string; start: number; end: number; [field: string]: unknown }
const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && typeof (value as Node).type === 'string'

/** Not words of ours, or the same in each language. */
const allowed: Readonly<Record<string, string>> = {
  Storehand: 'the name of the product',
  '.myshopify.com': 'the end of an address',
}

const textAttributes = new Set([
  'alt',
  'aria-description',
  'aria-label',
  'aria-roledescription',
  'aria-valuetext',
  'busyText',
  'description',
  'error',
  'hint',
  'label',
  'placeholder',
  'text',
  'title',
])

const hasWord = (text: string) => /\p{L}{2,}/u.test(text)
/** Two words or more beside each other; an address or a path is none. */
const isSentence = (text: string) => /\p{L}{2,}[,.:;]? \p{L}+/u.test(text) && !text.startsWith('<')

/** What makes texts, or takes what stands in it as it is. */
const makers = new Set(['t', 'rich'])

type Fault = { at: number; why: string }

function faultsIn(part: unknown, inFunction: boolean, isServer: boolean): Fault[] {
  if (Array.isArray(part)) {
    return part.flatMap((one) => faultsIn(one, inFunction, isServer))
  }
  if (!isNode(part)) return []
  const faults: Fault[] = []
  const { type, start } = part
  const said = (text: string, why: string) => {
    if (!Object.hasOwn(allowed, text.trim()))
      faults.push({ at: start, why: `${why}: ${text.trim()}` })
  }
  if (type === 'JSXText' && hasWord(part.value as string)) {
    said(part.value as string, 'a text is not in the catalogue')
  }
  if (type === 'JSXAttribute' && isNode(part.value) && part.value.type === 'Literal') {
    const name = (part.name as Node).name as string
    const text = part.value.value as string
    if (textAttributes.has(name) && hasWord(text) && !/^https?:/.test(text)) {
      said(text, `the ${name} is not in the catalogue`)
    }
  }
  if (type === 'JSXAttribute' && textAttributes.has((part.name as Node).name as string)) {
    faults.push(...literalsIn((part.value as Node | null)?.expression))
  }
  if (type === 'JSXElement' || type === 'JSXFragment') {
    faults.push(...(part.children as Node[]).flatMap(({ expression }) => literalsIn(expression)))
  }
  if (type === 'CallExpression' && makers.has((part.callee as Node).name as string)) {
    if (isServer && !inFunction) {
      faults.push({ at: start, why: 'a text is made before anybody asked: make it in a function' })
    }
  }
  const within = inFunction || /Function|MethodDefinition|PropertyDefinition/.test(type)
  for (const field of Object.values(part)) {
    faults.push(...faultsIn(field, within, isServer))
  }
  return faults
}

/** The texts that an expression between tags becomes: itself, or one of two. */
function literalsIn(part: unknown): Fault[] {
  if (!isNode(part)) return []
  const { type, start } = part
  if (type === 'Literal' && typeof part.value === 'string' && isSentence(part.value)) {
    return [{ at: start, why: `a text is not in the catalogue: ${part.value}` }]
  }
  if (type === 'TemplateLiteral') {
    const text = (part.quasis as Node[])
      .map(({ value }) => (value as { cooked: string }).cooked)
      .join('{}')
    return isSentence(text) ? [{ at: start, why: `a text is not in the catalogue: ${text}` }] : []
  }
  if (type === 'ConditionalExpression') {
    return [...literalsIn(part.consequent), ...literalsIn(part.alternate)]
  }
  if (type === 'LogicalExpression') return [...literalsIn(part.left), ...literalsIn(part.right)]
  return []
}

const serverFloors = /^src\/(?:domain|data|gateways|features|http|careers|mails)\//

export function checkTexts(files: ReadonlyMap<string, string>): string[] {
  return [...files].flatMap(([file, code]) => {
    const parts = parseAst(code, { lang: file.endsWith('x') ? 'tsx' : 'ts' }).body
    return faultsIn(parts, false, serverFloors.test(file)).map(
      ({ at, why }) => `${file}:${code.slice(0, at).split('\n').length}: ${why}`,
    )
  })
}

if (import.meta.main) {
  const root = path.dirname(import.meta.dirname)
  const names = globSync('src/**/*.{ts,tsx}', { cwd: root })
    .map((name) => name.replaceAll(path.sep, '/'))
    .filter((name) => !/\.test\.tsx?$|\.d\.ts$/.test(name))
    .toSorted()
  const files = new Map(names.map((name) => [name, readFileSync(path.join(root, name), 'utf8')]))
  const faults = checkTexts(files)
  for (const fault of faults) console.error(fault)
  if (faults.length > 0) process.exitCode = 1
  else console.log(`${files.size} files have their texts in the catalogue.`)
}
