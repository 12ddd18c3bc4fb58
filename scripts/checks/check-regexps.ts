// Checks that every regular expression of the sources takes linear time for any input.
import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { check, type Diagnostics } from 'recheck'
import { parseSync, Visitor } from 'vite'
import type { SourceFiles } from './check-layers.ts'

/** By file and expression: why it is never used on long untrusted text. */
export type Allowed = Readonly<Record<string, string>>

const setting = 'a setting of the operator, read once at the start'
const build = 'a file of our own build'

const allowed: Allowed = {
  'src/config.ts /^[^\\r\\n]*@[^\\r\\n]*$/': setting,
  'src/config.ts /\\/+$/': setting,
  'src/gateways/mails/mail.ts /<([^>]+)>/': setting,
  'src/http/pages/static.ts /pdf\\.worker[^/]*\\.mjs/': build,
  'src/http/pages/static.ts /<script>([\\s\\S]*?)<\\/script>/g': build,
  'src/mails/mail-text.ts /[\\s,;:–—-]+$/u': 'cut to the few words that a mail shows',
  'src/domain/store/store-page-bodies.ts /\\s+\\S*$/': 'cut to the length of an excerpt',
}

/** Fails when nothing is found: a wrong path must not look like success. */
const fewest = { files: 10, expressions: 10 }
const TIMEOUT_MS = 120_000
/** Limited by steps instead of time: on a busy machine a linear expression takes long as well. */
const limits = {
  timeout: TIMEOUT_MS,
  seedingTimeout: null,
  incubationTimeout: null,
  attackTimeout: null,
}
/** The checker is a separate program; two of them use two processors. */
const AT_ONCE = 2

type Expression = { file: string; line: number; raw: string; source: string; flags: string }

const isModule = (file: string) =>
  /^src\/.*\.[cm]?[jt]sx?$/.test(file) && !/\.(?:test|d)\.tsx?$/.test(file)

/** Literals, and `RegExp(…)` of constant strings; others cannot be analysed. */
function expressionsOf(file: string, content: string): { found: Expression[]; faults: string[] } {
  const parsed = parseSync(file, content)
  const failure = parsed.errors[0]
  if (failure) throw new Error(`${file} cannot be read: ${failure.message}`)
  const found: Expression[] = []
  const faults: string[] = []
  const note = (start: number, source: string, flags: string) => {
    const line = content.slice(0, start).split('\n').length
    found.push({ file, line, raw: `/${source}/${flags}`, source, flags })
  }
  const textOf = (node: object | undefined): string | undefined =>
    node && 'value' in node && typeof node.value === 'string' ? node.value : undefined
  const noteCall = (node: { callee: object; arguments: object[]; start: number }) => {
    if (!('name' in node.callee) || node.callee.name !== 'RegExp') return
    const [source, flags] = node.arguments
    const text = textOf(source)
    if (text !== undefined && (!flags || textOf(flags) !== undefined)) {
      note(node.start, text, textOf(flags) ?? '')
      return
    }
    const line = content.slice(0, node.start).split('\n').length
    faults.push(`${file}:${line}: an expression that is put together cannot be checked`)
  }
  new Visitor({
    Literal: (node) => {
      if ('regex' in node) note(node.start, node.regex.pattern, node.regex.flags)
    },
    NewExpression: noteCall,
    CallExpression: noteCall,
  }).visit(parsed.program)
  return { found, faults }
}

async function judge(expressions: readonly Expression[]): Promise<Map<string, Diagnostics>> {
  const judged = new Map<string, Diagnostics>()
  const waiting = [...new Map(expressions.map((each) => [each.raw, each])).values()]
  const work = async () => {
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      judged.set(next.raw, await check(next.source, next.flags, limits))
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, work))
  return judged
}

/** All errors, one sentence each. */
export async function checkRegexps(
  files: SourceFiles,
  mayStand: Allowed = allowed,
): Promise<{ faults: string[]; expressions: number }> {
  const modules = [...files].filter(([file]) => isModule(file))
  const read = modules.map(([file, content]) => expressionsOf(file, content))
  const faults = read.flatMap((each) => each.faults)
  const expressions = read.flatMap(({ found }) => found)
  const judged = await judge(expressions)
  const used = new Set<string>()
  for (const { file, line, raw } of expressions) {
    const verdict = judged.get(raw)
    if (verdict?.status === 'safe') continue
    const key = `${file} ${raw}`
    used.add(key)
    if (Object.hasOwn(mayStand, key)) continue
    const why =
      verdict?.status === 'vulnerable'
        ? `takes ${verdict.complexity.summary} time, for example on ${verdict.attack.pattern}`
        : 'could not be checked'
    faults.push(`${file}:${line}: ${raw} ${why}`)
  }
  for (const key of Object.keys(mayStand)) {
    if (!used.has(key)) faults.push(`${key} need not be allowed any more`)
  }
  if (modules.length < fewest.files || expressions.length < fewest.expressions) {
    faults.push(
      `only ${expressions.length} expressions in ${modules.length} modules were seen: the check looks in the wrong place`,
    )
  }
  return { faults, expressions: expressions.length }
}

if (import.meta.main) {
  const root = path.resolve(import.meta.dirname, '../..')
  const names = globSync('src/**/*.*', { cwd: root }).map((name) => name.replaceAll(path.sep, '/'))
  const files = new Map(
    names
      .filter(isModule)
      .toSorted()
      .map((name) => [name, readFileSync(path.join(root, name), 'utf8')]),
  )
  const { faults, expressions } = await checkRegexps(files)
  for (const fault of faults) console.error(fault)
  if (faults.length > 0) process.exitCode = 1
  else console.log(`${expressions} regular expressions take linear time.`)
}
