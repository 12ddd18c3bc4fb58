// Writes src/domain/texts/text-values.ts from the English catalogue: the types of each text's values. It is not committed: the check of
// types and the linter run this first.
import { readFile, rename, writeFile } from 'node:fs/promises'
import path from 'node:path'
import compile from 'icu-minify/compile'
import type { CompiledMessage } from 'icu-minify/format'

const texts = path.join(import.meta.dirname, '../src/domain/texts')
const target = path.join(texts, 'text-values.ts')

type Wanted = { values: Map<string, string>; tags: Set<string> }

const PLAIN = 'Value'
/** Keys are icu-minify's numbers for the kinds of placeholders. */
const typeOfKind = [undefined, 'string', 'number', 'number', 'number', 'Date', 'Date'] as const

function collect(nodes: readonly unknown[], wanted: Wanted): void {
  for (const node of nodes) {
    if (!Array.isArray(node)) continue
    const [name, kind, ...rest] = node as [string, unknown, ...unknown[]]
    if (kind === undefined) {
      if (!wanted.values.has(name)) wanted.values.set(name, PLAIN)
    } else if (typeof kind === 'number' && kind > 0) {
      wanted.values.set(name, typeOfKind[kind] ?? PLAIN)
      if (kind > 3) continue
      for (const branch of Object.values(rest[0] as object)) {
        collect(Array.isArray(branch) ? (branch as unknown[]) : [], wanted)
      }
    } else {
      wanted.tags.add(name)
      collect([kind, ...rest], wanted)
    }
  }
}

export function wantedBy(message: CompiledMessage): Wanted {
  const wanted: Wanted = { values: new Map(), tags: new Set() }
  collect(Array.isArray(message) ? message : [], wanted)
  return wanted
}

export function textTypes(catalogue: Readonly<Record<string, string>>): string {
  const values: string[] = []
  const tags: string[] = []
  for (const [code, text] of Object.entries(catalogue)) {
    const wanted = wantedBy(compile(text))
    const fields = [...wanted.values].map(([name, type]) => `${name}: ${type}`)
    if (fields.length > 0) values.push(`  '${code}': { ${fields.join('; ')} }`)
    const names = [...wanted.tags].map((name) => `'${name}'`)
    if (names.length > 0) tags.push(`  '${code}': ${names.join(' | ')}`)
  }
  return `// Written by scripts/text-types.ts from en.json.
type Value = string | number

/** The values that a text requires. */
export type TextValues = {
${values.join('\n')}
}

/** The tags of the texts that contain some. */
export type RichTexts = {${tags.map((line) => `\n${line}`).join('')}
}
`
}

/** Both may run at once, so the file is never there in part. */
async function writeTextTypes(): Promise<void> {
  const english = JSON.parse(await readFile(path.join(texts, 'en.json'), 'utf8')) as Record<
    string,
    string
  >
  const written = textTypes(english)
  if (written === (await readFile(target, 'utf8').catch(() => ''))) return
  const unfinished = `${target}.${process.pid}`
  await writeFile(unfinished, written)
  await rename(unfinished, target)
}

if (import.meta.main) await writeTextTypes()
