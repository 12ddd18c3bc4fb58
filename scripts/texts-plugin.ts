// Inlines the texts that a source names, so that a screen loads only its own. A build leaves a placeholder for each,
// because one bundling serves all languages: `inLanguage` makes the copy of one.
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import compile from 'icu-minify/compile'
import { parseAst, type Plugin } from 'vite'
import { languages, type Language } from '../src/domain/texts/locale.ts'
import en from '../src/domain/texts/en.json' with { type: 'json' }

type Node = { type: string; start: number; end: number; [field: string]: unknown }
const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && typeof (value as Node).type === 'string'

const codes = new Set(Object.keys(en))
const texts = path.join(import.meta.dirname, '../src/domain/texts')

/** The texts of a language itself. */
const catalogues = new Map<Language, Readonly<Record<string, string>>>(
  languages.map((language) => [
    language,
    language === 'en-GB'
      ? en
      : (JSON.parse(
          readFileSync(path.join(texts, `${language.toLowerCase()}.json`), 'utf8'),
        ) as Record<string, string>),
  ]),
)

/** The name of a chunk contains a hash of its placeholders: it must change with the text of any language. */
function versionOf(code: string): string {
  const hasher = createHash('sha256')
  for (const own of catalogues.values())
    hasher.update(`${code === '' ? JSON.stringify(own) : own[code]}\n`)
  return hasher.digest('base64url').slice(0, 6)
}

/** Calls of functions that are not declared: minifiers keep them, and drop unused ones. */
const TEXT = '_textOf_'
const CATALOGUE = '_catalogue_'
const LANGUAGE = '_language_'
const mark = (name: string, code = '') =>
  `/* @__PURE__ */ ${name}(${JSON.stringify(`${versionOf(code)}:${code}`)})`

/** The placeholder of the message that an expression names; undefined when it is only known at run time. */
function messageOf(named: unknown, code: string): string | undefined {
  if (!isNode(named)) return undefined
  const sourceOf = (part: unknown) => code.slice((part as Node).start, (part as Node).end)
  if (named.type === 'Literal') {
    const text = String(named.value)
    return codes.has(text) ? mark(TEXT, text) : undefined
  }
  if (named.type === 'TemplateLiteral') return tableOf(named, sourceOf)
  if (named.type !== 'ConditionalExpression') return undefined
  const [one, other] = [named.consequent, named.alternate].map((part) => messageOf(part, code))
  return one && other && `(${sourceOf(named.test)} ? ${one} : ${other})`
}

/** `status.${value}`: the messages of every value, by the value. */
function tableOf(named: Node, sourceOf: (part: unknown) => string): string | undefined {
  const [prefix = '', suffix = '', ...more] = (named.quasis as Node[]).map(
    ({ value }) => (value as { cooked: string }).cooked,
  )
  const [value] = named.expressions as Node[]
  if (!value || more.length > 0 || !prefix.includes('.')) return undefined
  const below = [...codes].flatMap((code) => {
    const middle = code.slice(prefix.length, code.length - suffix.length)
    return code === prefix + middle + suffix && middle !== '' ? [{ middle, code }] : []
  })
  // Names of actions contain a dot; below a prefix that also has shorter names, those are other texts.
  const short = below.filter(({ middle }) => !middle.includes('.'))
  const rows = (short.length > 0 ? short : below).map(
    ({ middle, code }) => `${JSON.stringify(middle)}:${mark(TEXT, code)}`,
  )
  return `({${rows.join()}})[${sourceOf(value)}]`
}

/** Identifiers that no file declares itself. */
const formatters = { t: '_formatMessage_', rich: '_formatRich_' } as const

type Edit = { start: number; end: number; text: string }

/** Uses of texts of the catalogue in a source, and the code that replaces each. */
function namedTexts(part: unknown, code: string): Edit[] {
  if (Array.isArray(part)) return part.flatMap((one) => namedTexts(one, code))
  if (!isNode(part)) return []
  const { type, callee, arguments: given } = part
  const parts = Object.values(part).flatMap((one) => namedTexts(one, code))
  if (type !== 'CallExpression' || !isNode(callee)) return parts
  if (callee.name !== 't' && callee.name !== 'rich') return parts
  const [named, values] = given as Node[]
  const text = messageOf(named, code)
  if (!named || !text) return parts
  // Without values it is a constant string.
  if (!values) return [{ start: part.start, end: part.end, text }]
  return [
    { start: callee.start, end: callee.end, text: formatters[callee.name] },
    { start: named.start, end: named.end, text },
    ...parts.filter(({ start }) => start >= values.start),
  ]
}

function edited(code: string, edits: readonly Edit[]): string {
  return edits
    .toSorted((one, other) => other.start - one.start)
    .reduce((text, { start, end, text: put }) => text.slice(0, start) + put + text.slice(end), code)
}

/** Every identifier that is used below the imports. */
function namesIn(part: unknown): string[] {
  if (Array.isArray(part)) return part.flatMap(namesIn)
  if (!isNode(part) || part.type === 'ImportDeclaration') return []
  if (part.type === 'Identifier') return [part.name as string]
  return Object.values(part).flatMap(namesIn)
}

/** An import of `t` and `rich`, without unused names. */
function leftOf(declared: Node, used: ReadonlySet<string>): Edit {
  const left = (declared.specifiers as Node[]).flatMap(({ local, importKind }) => {
    const { name } = local as Node & { name: string }
    if (!used.has(name)) return []
    return [importKind === 'type' ? `type ${name}` : name]
  })
  const from = (declared.source as Node & { value: string }).value
  const onlyTypes = left.every((name) => name.startsWith('type '))
  const text = onlyTypes ? '' : `import { ${left.join(', ')} } from ${JSON.stringify(from)}`
  return { start: declared.start, end: declared.end, text }
}

/** Replaces src/domain/texts/compiled-messages.ts: the whole catalogue, without the compiler. */
const compiledMessages = () =>
  `const messages = ${mark(CATALOGUE)}
export const compiledMessage = (locale, code) => messages[code]`

/** Replaces the placeholders in a chunk with the texts of a language. Missing texts are in English. */
export function chunksIn(language: Language): (chunk: string) => string {
  const entries = Object.entries({ ...en, ...catalogues.get(language) })
  const messages = new Map(entries.map(([code, text]) => [code, compile(text)]))
  const whole = JSON.stringify(Object.fromEntries(messages))
  const values: Readonly<Record<string, (code: string) => string>> = {
    [TEXT]: (code) => JSON.stringify(messages.get(code)),
    [CATALOGUE]: () => whole,
    [LANGUAGE]: () => JSON.stringify(language),
  }
  const marks = new RegExp(
    `\\b(${Object.keys(values).join('|')})\\((["'\`])[\\w-]{6}:([^"'\`]*)\\2\\)`,
    'g',
  )
  return (chunk) =>
    chunk.replace(marks, (_, name: string, _quote, code: string) => values[name]?.(code) ?? '')
}

/**
 * The catalogue is one object, which a bundler includes completely: so every file gets the compiled texts that it
 * names, and only code that looks texts up by computed codes gets all of them.
 */
export const textsPlugin: Plugin = {
  name: 'texts',
  enforce: 'pre',
  load: {
    filter: { id: /src[\\/]domain[\\/]texts[\\/](?:compiled-messages|locale)\.ts$/ },
    handler: (id) =>
      id.endsWith('locale.ts')
        ? readFileSync(id, 'utf8').replace(
            /(DEFAULT_LOCALE: Locale = )'en-GB'/,
            `$1${mark(LANGUAGE)}`,
          )
        : compiledMessages(),
  },
  transform: {
    filter: { id: /src[\\/](?:dashboard|careers|domain)[\\/].+\.tsx?$/, code: /\/text\.ts'/ },
    handler: (code, id) => {
      const parse = (text: string) =>
        parseAst(text, { lang: id.endsWith('x') ? 'tsx' : 'ts' }).body as unknown as Node[]
      const named = edited(code, namedTexts(parse(code), code))
      const parts = parse(named)
      const used = new Set(namesIn(parts))
      const imports = parts.filter(
        ({ type, importKind, source }) =>
          type === 'ImportDeclaration' &&
          importKind !== 'type' &&
          (source as Node & { value: string }).value.endsWith('/text.ts'),
      )
      const left = edited(
        named,
        imports.map((declared) => leftOf(declared, used)),
      )
      const wanted = Object.values(formatters).filter((name) => used.has(name))
      const from = "from '#domain/texts/format-message.ts'"
      return wanted
        .map((name) => `import { ${name.slice(1, -1)} as ${name} } ${from}\n`)
        .concat(left)
        .join('')
    },
  },
}
