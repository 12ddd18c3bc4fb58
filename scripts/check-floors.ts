// Guards the plan of the house: which floor may import which, no circles, and names that say something.
import { globSync, readFileSync } from 'node:fs'
import { isBuiltin } from 'node:module'
import path from 'node:path'
import { parseSync, Visitor } from 'vite'

/** Path from the project's root, with forward slashes, to content. */
export type SourceFiles = ReadonlyMap<string, string>

type Import = { from: string; line: number; specifier: string; typeOnly: boolean }

const frontFloors = ['dashboard', 'careers', 'mails']
// Node runs these floors as they are, and it does not read .tsx.
const serverFloors = ['domain', 'data', 'gateways', 'features', 'demo', 'http', 'config', 'roof']

// Every floor may also import itself; the roof may import everything and so is not listed.
const floorsBelow: Record<string, readonly string[]> = {
  domain: [],
  data: ['domain'],
  gateways: ['domain'],
  features: ['domain', 'data', 'gateways'],
  demo: ['domain', 'data', 'gateways'],
  http: ['domain', 'features'],
  dashboard: ['domain'],
  careers: ['domain'],
  mails: ['domain'],
  config: ['domain'],
}

const packagesOf: Record<string, readonly string[]> = {
  domain: ['zod', 'icu-minify/compile', 'icu-minify/format'],
  config: ['zod'],
}

// The commands are programs of their own, so they read the configuration themselves.
const roofs = [
  'src/main.ts',
  'src/open.ts',
  'src/schedule.ts',
  'src/retention-command.ts',
  'src/audit-command.ts',
  'src/data/migrate-command.ts',
]

const deps = 'src/features/deps.ts'
// A checker that looked in the wrong place sees nothing, and must not pass for it.
const fewestModules = 10

const emptyNames =
  /^(?:utils?|helpers?|common|shared|lib|misc|types|constants)$|^index(?:\.(?:test|d))?\.[cm]?[jt]sx?$/
const fileName = /^[a-z0-9]+(?:-[a-z0-9]+)*(?:\.[a-z0-9]+)+$/
const migrationName = /^\d{4}_[a-z0-9]+(?:_[a-z0-9]+)*\.sql$/
const folderName = /^[a-z0-9]+(?:-[a-z0-9]+)*$/

const isModule = (file: string) => /\.[cm]?[jt]sx?$/.test(file)
const isTest = (file: string) => /\.test\.tsx?$/.test(file)

function floorOf(file: string): string {
  if (roofs.includes(file)) return 'roof'
  if (file === 'src/config.ts') return 'config'
  if (file.startsWith('test/')) return 'test'
  if (!file.startsWith('src/')) return 'outside'
  const [, floor = '', inside] = file.split('/')
  if (inside !== undefined) return floor
  return isTest(file) || file.endsWith('.d.ts') ? 'roof' : file
}

/** `name in object` also finds what every object inherits: `constructor`, `toString`. */
function lookupFaults(file: string, content: string): string[] {
  const faults: string[] = []
  new Visitor({
    BinaryExpression: ({ operator, left, start }) => {
      if (operator !== 'in' || left.type === 'Literal') return
      const line = content.slice(0, start).split('\n').length
      faults.push(`${file}:${line}: \`in\` finds inherited names too; use Object.hasOwn`)
    },
  }).visit(parseSync(file, content).program)
  return faults
}

const roomOf = (file: string) => path.posix.dirname(file).split('/')[2]

function importsOf(from: string, content: string): Import[] {
  const parsed = parseSync(from, content)
  const failure = parsed.errors[0]
  if (failure) throw new Error(`${from} cannot be read: ${failure.message}`)
  const imports: Import[] = []
  const note = (node: { start: number }, source: object | null, typeOnly: boolean) => {
    // An `import(name)` with a computed name cannot be followed.
    if (!source || !('value' in source) || typeof source.value !== 'string') return
    const line = content.slice(0, node.start).split('\n').length
    imports.push({ from, line, specifier: source.value, typeOnly })
  }
  new Visitor({
    ImportDeclaration: (node) => note(node, node.source, node.importKind === 'type'),
    ExportNamedDeclaration: (node) => note(node, node.source, node.exportKind === 'type'),
    ExportAllDeclaration: (node) => note(node, node.source, node.exportKind === 'type'),
    ImportExpression: (node) => note(node, node.source, false),
    TSImportType: (node) => note(node, node.source, true),
  }).visit(parsed.program)
  return imports
}

/** The file that an import means, or undefined for a package. */
function targetOf({ from, specifier }: Import): string | undefined {
  const plain = specifier.replace(/\?.*$/, '')
  if (plain.startsWith('.')) return path.posix.join(path.posix.dirname(from), plain)
  if (plain.startsWith('#test/')) return plain.slice(1)
  if (!plain.startsWith('#')) return undefined
  return plain.includes('/') ? `src/${plain.slice(1)}` : `src/${plain.slice(1)}.ts`
}

function packageFault({ from, specifier }: Import): string | undefined {
  const floor = floorOf(from)
  if (isTest(from)) return undefined
  const allowed = packagesOf[floor]
  if (allowed && !allowed.includes(specifier)) return `${floor} may not import ${specifier}`
  // The other fronts have a half that the server runs.
  return floor === 'dashboard' && isBuiltin(specifier) ? `a browser has no ${specifier}` : undefined
}

function floorFault(imported: Import, target: string): string | undefined {
  const { from, specifier, typeOnly } = imported
  const [here, there] = [floorOf(from), floorOf(target)]
  if (here === 'roof') return undefined
  if (isTest(from) && ['test', 'roof', 'config'].includes(there)) return undefined
  if (specifier.startsWith('.') && here !== there) return `${specifier} leaves its floor`
  if (here === 'features' && there === 'features') {
    const allowed = target === deps || (from !== deps && roomOf(from) === roomOf(target))
    return allowed ? undefined : `a feature may not import another room's ${specifier}`
  }
  if (here === there || floorsBelow[here]?.includes(there)) return undefined
  if (here === 'demo' && target === deps) return undefined
  if (frontFloors.includes(here) && there === 'http') {
    if (from !== `src/${here}/api.ts`) return `only src/${here}/api.ts may import from http`
    return typeOnly ? undefined : `${specifier} must be an \`import type\``
  }
  return `${here} may not import ${specifier}`
}

function nameFaults(file: string): string[] {
  const folders = file.split('/')
  const name = folders.pop() ?? ''
  const [stem = ''] = name.split('.')
  const faults: string[] = []
  for (const part of [...folders, stem, name]) {
    if (emptyNames.test(part)) faults.push(`${file}: "${part}" does not say what belongs there`)
  }
  if (!fileName.test(name) && !migrationName.test(name)) {
    faults.push(`${file}: the name is not kebab-case`)
  }
  for (const folder of folders.filter((folder) => !folderName.test(folder))) {
    faults.push(`${file}: the folder "${folder}" is not kebab-case`)
  }
  return faults
}

/** One circle for each import that closes one. */
function circles(graph: ReadonlyMap<string, readonly string[]>): string[][] {
  const found: string[][] = []
  const finished = new Set<string>()
  const trail: string[] = []
  const walk = (file: string) => {
    const start = trail.indexOf(file)
    if (start >= 0) {
      found.push([...trail.slice(start), file])
      return
    }
    if (finished.has(file)) return
    trail.push(file)
    for (const next of graph.get(file) ?? []) walk(next)
    trail.pop()
    finished.add(file)
  }
  for (const file of graph.keys()) walk(file)
  return found
}

/** Everything that is wrong, one sentence each; an empty list means that the house stands. */
export function checkFloors(files: SourceFiles): string[] {
  const faults: string[] = []
  const graph = new Map<string, string[]>()
  for (const [file, content] of files) {
    faults.push(...nameFaults(file))
    if (!file.startsWith('src/') || !isModule(file)) continue
    const floor = floorOf(file)
    if (floor !== 'roof' && !(floor in floorsBelow)) {
      faults.push(`${file}: the house has no floor for it`)
      continue
    }
    if (!isTest(file)) faults.push(...lookupFaults(file, content))
    if (file.endsWith('.tsx') && serverFloors.includes(floor)) {
      faults.push(`${file}: Node cannot load .tsx on this floor`)
    }
    const targets: string[] = []
    graph.set(file, targets)
    for (const imported of importsOf(file, content)) {
      const target = targetOf(imported)
      const fault = target === undefined ? packageFault(imported) : floorFault(imported, target)
      if (fault) faults.push(`${file}:${imported.line}: ${fault}`)
      if (target !== undefined && files.has(target)) targets.push(target)
    }
  }
  for (const circle of circles(graph)) faults.push(`circle: ${circle.join(' -> ')}`)
  if (graph.size < fewestModules) {
    faults.push(`only ${graph.size} modules were seen: the check looks in the wrong place`)
  }
  return faults
}

function readSources(root: string): SourceFiles {
  const names = globSync(['src/**/*.*', '{scripts,test,bench,standin}/**/*.{ts,tsx,mjs,js,css}'], {
    cwd: root,
    exclude: ['**/node_modules/**'],
  })
  return new Map(
    names
      .map((name) => name.replaceAll(path.sep, '/'))
      .toSorted()
      .map((name) => [name, isModule(name) ? readFileSync(path.join(root, name), 'utf8') : '']),
  )
}

if (import.meta.main) {
  const files = readSources(path.dirname(import.meta.dirname))
  const faults = checkFloors(files)
  for (const fault of faults) console.error(fault)
  if (faults.length > 0) process.exitCode = 1
  else console.log(`${files.size} files stand on their floors.`)
}
