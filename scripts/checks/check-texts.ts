// Keeps sentences in the catalogue: no text for people is typed into a component, and layers of the server create none
// while a module is loaded, because each request has its own language.
import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { parseAst } from 'vite'

type Node = { type: string; start: number; end: number; [field: string]: unknown }
const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && typeof (value as Node).type === 'string'

/** Names, which are the same in each language. */
const names = new Set(['Storehand', 'Samsung Internet', 'Yandex Browser', '.myshopify.com'])

/** Files with English text that is not for people who use the product. */
const notShown: readonly [files: RegExp, why: string][] = [
  [
    /-contract\.ts$|^src\/http\/(?:openapi|accounts\/token-api\/token-api)\.ts$/,
    'the description of the API, for developers',
  ],
  [/^src\/domain\/limits\.ts$/, 'the names of counters'],
  [/^src\/gateways\/jobs\/writing-tasks\.ts$/, 'instructions to a language model'],
  [/^src\/domain\/accounts\/wallets\.ts$/, 'ERC-4361 fixes the message that a wallet signs'],
  [/^src\/features\/mails\/send-mail\.ts$/, 'why a mail was not sent, for the operator'],
  [/^src\/(?:gateways\/jobs\/job-feeds|http\/careers\/feeds)\.ts$/, 'the words of file formats'],
  [/^src\/http\/own-origin\.ts$/, 'why the check leaves an address out, for engineers'],
  [/^src\/gateways\/metrics\.ts$/, 'what the metrics count, for the operator'],
  [/^src\/gateways\/cvs\/virus-scanner\.ts$/, 'what is wrong with the scanner, for the operator'],
  [/^src\/features\/operator\/send-test-mail\.ts$/, 'a mail to the operator'],
  [
    /^src\/(?:commands|data|demo|operator)\/|^src\/[^/]+$/,
    'for the database, the operator and the sample data',
  ],
]

/** Attributes and properties that people read. */
const readNames = new Set([
  'alt',
  'aria-description',
  'aria-label',
  'aria-roledescription',
  'aria-valuetext',
  'busyText',
  'confirm',
  'description',
  'done',
  'error',
  'failed',
  'heading',
  'hint',
  'label',
  'message',
  'placeholder',
  'question',
  'text',
  'title',
])
/** Attributes and properties that only programs read. */
const codeNames = new Set(['Vary', 'action', 'authorization', 'className', 'd', 'key', 'style'])

/** Calls that show their argument, or put it into a text that is shown. */
const showing = /^(?:t|rich|toast\w*|say|announce|AppError)$/
/** Calls whose text is for the log, for a program, or part of a key. `Error`: people see only an AppError. */
const silent =
  /(?:^|\.)(?:\w*Error|NoView|log|debug|info|warn|warnOfExternalFailure|error|fatal|sign|derive|header|closest|matches|querySelector(?:All)?|operation|words|includes|startsWith|endsWith)$/

const hasWord = (text: string) => /\p{L}{2,}/u.test(text)
/** At least two words beside each other. */
const isSentence = (text: string) => /\p{L}{2,}[,.:;]? \p{L}+/u.test(text)
/**
 * When the context does not tell whether text is shown: sentences and labels begin with a capital letter, keys and
 * class names do not.
 */
const beginsLikeSentence = (text: string) => /^[\p{Lu}[(‘“]/u.test(text)
/** Style sheets, queries, protocols and the paths of pictures. */
const isCode = (text: string) => /[{;]\s*\n|^:root|^@|^HTTP\/|px(?: |$)|^\([a-z-]+:|^MX/.test(text)

/** The visible part of markup: the text between its tags. */
const textsOf = (text: string): string[] =>
  /<[a-z!]/i.test(text) ? text.split(/<[^>]*>?/).slice(1) : [text]

/** 'read': text is shown there. 'maybe': text that looks like a sentence. */
type Shown = 'read' | 'maybe' | 'not'
type Place = { shown: Shown; inFunction: boolean; isServer: boolean }
type Fault = { at: number; why: string }

const typesOnly = /^(?:TS(?!As|Satisfies|NonNull)|ImportDeclaration)/
const comparison = /^[!=]==$/

/** The content of a literal or a template, with X for each value. */
function literalOf(part: Node): string | undefined {
  if (part.type === 'Literal' && typeof part.value === 'string') return part.value
  if (part.type !== 'TemplateLiteral') return undefined
  return (part.quasis as Node[]).map(({ value }) => (value as { cooked: string }).cooked).join('X')
}

function isShown(literal: string, shown: Shown): boolean {
  if (shown === 'not' || isCode(literal)) return false
  return textsOf(literal)
    .map((text) => text.trim())
    .some(
      (text) =>
        isSentence(text) && !names.has(text) && (shown === 'read' || beginsLikeSentence(text)),
    )
}

const missing = (at: number, text: string): Fault => ({
  at,
  why: `a text is not in the catalogue: ${text.trim().replace(/\s+/g, ' ')}`,
})

const nameOf = (key: unknown): string => {
  const { name, value } = key as { name?: unknown; value?: unknown }
  return String(name ?? value)
}

function faultsIn(part: unknown, place: Place): Fault[] {
  if (Array.isArray(part)) return part.flatMap((one) => faultsIn(one, place))
  if (!isNode(part) || typesOnly.test(part.type)) return []
  const { type, start } = part
  const below = (shown: Shown, fields: unknown = Object.values(part)) =>
    faultsIn(fields, { ...place, shown })
  switch (type) {
    case 'JSXText': {
      const text = (part.value as string).trim()
      return hasWord(text) && !names.has(text) ? [missing(start, text)] : []
    }
    case 'JSXAttribute': {
      const name = nameOf(part.name)
      const text = isNode(part.value) ? literalOf(part.value) : undefined
      if (readNames.has(name) && text && hasWord(text) && !/^https?:/.test(text)) {
        return names.has(text) ? [] : [missing(start, text)]
      }
      return below(shownIn(name), part.value)
    }
    case 'JSXElement':
    case 'JSXFragment':
      return [...below('maybe', part.openingElement), ...below('read', part.children)]
    case 'Property':
      return below(shownIn(nameOf(part.key)), part.value)
    case 'VariableDeclarator':
      return below(shownIn(nameOf(part.id)), part.init)
    case 'BinaryExpression':
      return below(comparison.test(part.operator as string) ? 'not' : place.shown)
    case 'SwitchCase':
      return below(place.shown, part.consequent)
    case 'CallExpression':
    case 'NewExpression':
    case 'TaggedTemplateExpression':
      return faultsOfCall(part, place)
  }
  const inFunction = place.inFunction || /Function|MethodDefinition|PropertyDefinition/.test(type)
  const literal = literalOf(part)
  return [
    ...(literal !== undefined && isShown(literal, place.shown) ? [missing(start, literal)] : []),
    ...faultsIn(Object.values(part), { ...place, inFunction }),
  ]
}

/** The context of a property or an attribute, by its name; HTTP headers contain a dash. */
function shownIn(name: string): Shown {
  if (codeNames.has(name) || /^[A-Z]\w+-/.test(name)) return 'not'
  return readNames.has(name) ? 'read' : 'maybe'
}

function faultsOfCall(part: Node, place: Place): Fault[] {
  const called = (part.callee ?? part.tag) as Node
  const name = called.type === 'MemberExpression' ? `.${nameOf(called.property)}` : nameOf(called)
  const given = (part.arguments ?? [part.quasi]) as Node[]
  const isMaker = name === 't' || name === 'rich'
  const early = isMaker && place.isServer && !place.inFunction
  const shown = showing.test(name) ? 'read' : silent.test(name) ? 'not' : 'maybe'
  return [
    ...(early
      ? [{ at: part.start, why: 'a text is made before anybody asked: make it in a function' }]
      : []),
    ...faultsIn(called, place),
    // A toast's third argument is its key.
    ...given.flatMap((one, at) => faultsIn(one, { ...place, shown: at < 2 ? shown : 'not' })),
  ]
}

const serverLayers = /^src\/(?:domain|data|gateways|features|http|careers|mails)\//

export function checkTexts(files: ReadonlyMap<string, string>): string[] {
  return [...files].flatMap(([file, code]) => {
    if (notShown.some(([files]) => files.test(file))) return []
    const parts = parseAst(code, { lang: file.endsWith('x') ? 'tsx' : 'ts' }).body
    const place = { shown: 'maybe', inFunction: false, isServer: serverLayers.test(file) } as const
    return faultsIn(parts, place).map(
      ({ at, why }) => `${file}:${code.slice(0, at).split('\n').length}: ${why}`,
    )
  })
}

if (import.meta.main) {
  const root = path.resolve(import.meta.dirname, '../..')
  const names = globSync(['src/**/*.{ts,tsx}', 'src/careers/**/*.js'], { cwd: root })
    .map((name) => name.replaceAll(path.sep, '/'))
    .filter((name) => !/\.test\.tsx?$|\.d\.ts$/.test(name))
    .toSorted()
  const files = new Map(names.map((name) => [name, readFileSync(path.join(root, name), 'utf8')]))
  const faults = checkTexts(files)
  for (const fault of faults) console.error(fault)
  if (faults.length > 0) process.exitCode = 1
  else console.log(`${files.size} files have their texts in the catalogue.`)
}
