// Puts the sentences of the catalogue where a source names them, so that a screen is sent its own and no others.
import { parseAst, type Plugin } from 'vite'
import { messages, type MessageCode } from '../src/domain/messages.ts'

type Node = { type: string; start: number; end: number; [field: string]: unknown }
const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && typeof (value as Node).type === 'string'

/** The sentence that an expression names, as source; nothing where it is worked out while the page runs. */
function sentenceOf(named: unknown, code: string): string | undefined {
  if (!isNode(named)) return undefined
  if (named.type === 'Literal') return JSON.stringify(messages[named.value as MessageCode])
  if (named.type !== 'ConditionalExpression') return undefined
  const test = named.test as Node
  const [one, other] = [named.consequent, named.alternate].map((part) => sentenceOf(part, code))
  return one && other && `(${code.slice(test.start, test.end)} ? ${one} : ${other})`
}

/** What no file calls anything of its own. */
const FILLED = '_filled_'

type Edit = { start: number; end: number; text: string }

/** Where a source names sentences of the catalogue, and what stands there instead. */
function namedSentences(part: unknown, code: string): Edit[] {
  if (Array.isArray(part)) return part.flatMap((one) => namedSentences(one, code))
  if (!isNode(part)) return []
  const { type, object, property, callee, arguments: given } = part
  if (type === 'MemberExpression' && isNode(object) && object.name === 'messages') {
    const text = sentenceOf(property, code)
    if (text) return [{ start: part.start, end: part.end, text }]
  }
  const parts = Object.values(part).flatMap((one) => namedSentences(one, code))
  if (type !== 'CallExpression' || !isNode(callee) || callee.name !== 'fill') return parts
  const [named] = given as Node[]
  const text = sentenceOf(named, code)
  if (!named || !text) return parts
  return [
    { start: callee.start, end: callee.end, text: FILLED },
    { start: named.start, end: named.end, text },
    ...parts,
  ]
}

function edited(code: string, edits: readonly Edit[]): string {
  return edits
    .toSorted((one, other) => other.start - one.start)
    .reduce((text, { start, end, text: put }) => text.slice(0, start) + put + text.slice(end), code)
}

/** Every name that is used below the imports. */
function namesIn(part: unknown): string[] {
  if (Array.isArray(part)) return part.flatMap(namesIn)
  if (!isNode(part) || part.type === 'ImportDeclaration') return []
  if (part.type === 'Identifier') return [part.name as string]
  return Object.values(part).flatMap(namesIn)
}

/** An import of the catalogue, without what is not used any more. */
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

/**
 * The catalogue is one object, which a bundler takes whole: so every file takes the sentences that it names, and only what
 * looks them up by codes it is given takes them all.
 */
export const ownSentences: Plugin = {
  name: 'own-sentences',
  enforce: 'pre',
  transform: {
    filter: { id: /src[\\/](?:dashboard|domain)[\\/].+\.tsx?$/, code: /\/messages\.ts'/ },
    handler: (code, id) => {
      const parse = (text: string) =>
        parseAst(text, { lang: id.endsWith('x') ? 'tsx' : 'ts' }).body as unknown as Node[]
      const named = edited(code, namedSentences(parse(code), code))
      const parts = parse(named)
      const used = new Set(namesIn(parts))
      const imports = parts.filter(
        ({ type, importKind, source }) =>
          type === 'ImportDeclaration' &&
          importKind !== 'type' &&
          (source as Node & { value: string }).value.endsWith('/messages.ts'),
      )
      const left = edited(
        named,
        imports.map((declared) => leftOf(declared, used)),
      )
      return used.has(FILLED)
        ? `import { filled as ${FILLED} } from '#domain/filled.ts'\n${left}`
        : left
    },
  },
}
