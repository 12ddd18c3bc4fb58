// Checks the imports between layers and feature folders, and the names and sizes of folders. Each error tells what to do.
import { globSync, readFileSync } from 'node:fs'
import { isBuiltin } from 'node:module'
import path from 'node:path'
import { parseSync, Visitor } from 'vite'

/** Path from the project's root, with forward slashes, to content. */
export type SourceFiles = ReadonlyMap<string, string>

type Import = { from: string; line: number; specifier: string }

// Node runs these layers from source, and it cannot read .tsx.
const serverLayers = ['domain', 'data', 'gateways', 'features', 'demo', 'http', 'config', 'root']

// Every layer may also import itself; a composition root may import everything and so is not listed.
const layersBelow: Record<string, readonly string[]> = {
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
  domain: ['zod', 'icu-minify/compile', 'icu-minify/format', 'iso-3166', 'punycode.js'],
  config: ['zod'],
}

// The commands are separate programs, so they read the configuration themselves.
const compositionRoots =
  /^src\/(?:(?:commands|operator)\/[\w-]+|main|open|open-database|schedule|event-worker|main-keys|private-start|stack-traces|version)\.ts$/

const layers = Object.keys(layersBelow)
  .filter((layer) => layer !== 'config')
  .map((layer) => `src/${layer}`)
  .join(', ')

const deps = 'src/features/deps.ts'

/** The folders of a layer are named by the product's nouns, so that a noun has the same folder in every layer. */
const nouns = [
  'accounts',
  'applicants',
  'audit',
  'backups',
  'careers',
  'cvs',
  'incidents',
  'jobs',
  'keys',
  'live',
  'mails',
  'operator',
  'organizations',
  'overview',
  'retention',
  'rights',
  'store',
  'tasks',
  'verification',
]
const otherFolders: Record<string, readonly string[]> = {
  // Texts for people, about every noun.
  domain: ['texts'],
  data: ['functions', 'migrations'],
  gateways: ['texts'],
  // Health of the server: not a noun of the product.
  features: ['health'],
  // The HTML pages of the front ends, and what every request passes through.
  http: ['pages', 'server'],
  // Shared by feature folders, and pages of plain text.
  dashboard: ['ui', 'shell', 'legal'],
}

const dashboard = 'src/dashboard/'
/** Files of the dashboard that import several feature folders, each with its reason. */
const meetingPlaces: Record<string, string> = {
  'account-page.tsx': 'shows what is the person’s own of several folders',
  'admin-overview.tsx': 'shows sections of several folders',
  'admin.tsx': 'starts the live updates of every folder',
  'connect-page.tsx': 'puts a screen of the store into a layout',
  'dashboard-layouts.tsx': 'shows notices of several folders around every page',
  'framed-home.tsx': 'puts the steps of a new shop onto the page in a store’s admin',
  'framed-main.tsx': 'starts the router inside a store’s admin',
  'main.tsx': 'starts the router in the browser',
  'open-sections.ts': 'reads which section an address names',
  'pages.tsx': 'puts the layout around pages',
  'render.tsx': 'starts the router on the server',
  'routes.tsx': 'names the screen of every address',
  'store-settings-screen.tsx': 'shows the store’s pages and its connection',
  'settings-screen.tsx': 'shows settings of several folders',
}

const mostFiles = 20
/** Folders with more source files, each with its reason. */
const fullFolders: Record<string, string> = {
  standin: 'one program, the store that the platform would be',
}
// Fails when no file is found: a wrong path must not look like success.
const fewestModules = 10

const emptyNames =
  /^(?:utils?|helpers?|common|shared|lib|misc|types|constants)$|^index(?:\.(?:test|d))?\.[cm]?[jt]sx?$/
const fileName = /^[a-z0-9]+(?:-[a-z0-9]+)*(?:\.[a-z0-9]+)+$/
const migrationName = /^\d{4}_[a-z0-9]+(?:_[a-z0-9]+)*\.sql$/
/** As the function is called. */
const functionName = /^[a-z0-9]+(?:_[a-z0-9]+)*\.sql$/
const folderName = /^[a-z0-9]+(?:-[a-z0-9]+)*$/

const isModule = (file: string) => /\.[cm]?[jt]sx?$/.test(file)
const isTest = (file: string) => /\.test\.tsx?$/.test(file)

function layerOf(file: string): string {
  if (compositionRoots.test(file.replace(/\.test\.ts$/, '.ts'))) return 'root'
  if (file === 'src/config.ts') return 'config'
  if (file.startsWith('test/')) return 'test'
  if (!file.startsWith('src/')) return 'outside'
  const [, layer = '', inside] = file.split('/')
  if (inside !== undefined) return layer
  return isTest(file) || file.endsWith('.d.ts') ? 'root' : file
}

/** `name in object` also finds inherited properties: `constructor`, `toString`. */
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

/** 'jobs' for src/features/jobs/edit-job.ts; undefined for a file directly in its layer. */
const featureFolderOf = (file: string) => path.posix.dirname(file).split('/')[2]

function importsOf(from: string, content: string): Import[] {
  const parsed = parseSync(from, content)
  const failure = parsed.errors[0]
  if (failure) throw new Error(`${from} cannot be read: ${failure.message}`)
  const imports: Import[] = []
  const note = (node: { start: number }, source: object | null) => {
    // An `import(name)` with a computed name cannot be followed.
    if (!source || !('value' in source) || typeof source.value !== 'string') return
    const line = content.slice(0, node.start).split('\n').length
    imports.push({ from, line, specifier: source.value })
  }
  new Visitor({
    ImportDeclaration: (node) => note(node, node.source),
    ExportNamedDeclaration: (node) => note(node, node.source),
    ExportAllDeclaration: (node) => note(node, node.source),
    ImportExpression: (node) => note(node, node.source),
    TSImportType: (node) => note(node, node.source),
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
  const layer = layerOf(from)
  if (isTest(from)) return undefined
  const allowed = packagesOf[layer]
  if (allowed && !allowed.includes(specifier)) {
    return `${layer} may not import ${specifier}: do this in a layer above, and pass the result in`
  }
  // The other front ends have a part that the server runs.
  return layer === 'dashboard' && isBuiltin(specifier)
    ? `a browser has no ${specifier}: do this on the server`
    : undefined
}

function importFault(imported: Import, target: string): string | undefined {
  const { from, specifier } = imported
  const [here, there] = [layerOf(from), layerOf(target)]
  if (here === 'root') return undefined
  if (isTest(from) && ['test', 'root', 'config'].includes(there)) return undefined
  if (specifier.startsWith('.') && here !== there) {
    return `${specifier} leaves its layer: write the other layer's alias, as in #domain/jobs.ts`
  }
  if (here === 'features' && there === 'features') {
    const isOwn = from !== deps && featureFolderOf(from) === featureFolderOf(target)
    return target === deps || isOwn
      ? undefined
      : `a use case may not import another feature folder's ${specifier}: move what both need to domain, data or gateways, or let the composition root pass it in with Deps`
  }
  if (here === 'dashboard' && there === 'dashboard') return dashboardFault(imported, target)
  if (here === there || layersBelow[here]?.includes(there)) return undefined
  if (here === 'demo' && target === deps) return undefined
  const below = layersBelow[here]?.join(', ') || 'nothing else'
  return `${here} may not import ${specifier}, only ${below}: move what it needs there, or let a layer above pass it in`
}

/** Feature folders of the dashboard do not import each other; shared code is in a lower folder or passed in from above. */
function dashboardFault({ from, specifier }: Import, target: string): string | undefined {
  const isMeetingPlace = (file: string) =>
    Object.hasOwn(meetingPlaces, file.slice(dashboard.length))
  const [here, there] = [featureFolderOf(from), featureFolderOf(target)]
  if (isMeetingPlace(from) || (isTest(from) && here === undefined)) return undefined
  if (isMeetingPlace(target)) {
    return `only a file where feature folders meet may import ${specifier}: pass what is needed as a prop`
  }
  if (there === undefined || there === here || there === 'ui') return undefined
  const advice =
    'move what both need to ui/, shell/ or a file directly in src/dashboard, or let routes.tsx or admin.tsx pass it in'
  if (there === 'shell') {
    return here === 'ui' ? `ui may not import ${specifier} of shell: take it as a prop` : undefined
  }
  return `${here ?? 'a file that every feature folder may import'} may not import ${specifier} of the feature folder ${there}: ${advice}`
}

function nameFaults(file: string): string[] {
  const folders = file.split('/')
  const name = folders.pop() ?? ''
  const [stem = ''] = name.split('.')
  const faults: string[] = []
  for (const part of [...folders, stem, name]) {
    if (emptyNames.test(part)) {
      faults.push(`${file}: "${part}" does not say what belongs there: name it by its content`)
    }
  }
  const isFunction = file.startsWith('src/data/functions/') && functionName.test(name)
  if (!fileName.test(name) && !migrationName.test(name) && !isFunction) {
    faults.push(`${file}: the name is not kebab-case: write it like edit-job.ts`)
  }
  for (const folder of folders.filter((folder) => !folderName.test(folder))) {
    faults.push(`${file}: the folder "${folder}" is not kebab-case: write it like sign-in`)
  }
  return faults
}

/** Errors of the folders: a name that is no noun of the product, or too many files. */
function folderFaults(files: Iterable<string>): string[] {
  const faults: string[] = []
  const sizes = new Map<string, number>()
  for (const file of files) {
    if (isTest(file)) continue
    const folder = path.posix.dirname(file)
    sizes.set(folder, (sizes.get(folder) ?? 0) + (isModule(file) ? 1 : 0))
  }
  const seen = new Set<string>()
  for (const [folder, size] of sizes) {
    if (size > mostFiles && !Object.hasOwn(fullFolders, folder)) {
      faults.push(
        `${folder} holds ${size} source files, more than ${mostFiles}: divide it into folders by what the files are about`,
      )
    }
    const [top, layer = '', noun] = folder.split('/')
    if (top !== 'src') continue
    const others = Object.hasOwn(otherFolders, layer) ? otherFolders[layer] : undefined
    if (!others || noun === undefined || seen.has(`${layer}/${noun}`)) continue
    seen.add(`${layer}/${noun}`)
    if (!nouns.includes(noun) && !others.includes(noun)) {
      faults.push(
        `src/${layer}/${noun} is none of the nouns that name a folder: move its files below the noun that they are about, or add the noun to scripts/checks/check-layers.ts and docs/glossary.md`,
      )
    }
  }
  return faults
}

/** One import cycle for each import that closes one. */
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

/** All errors, one sentence each. */
export function checkLayers(files: SourceFiles): string[] {
  const faults = folderFaults(files.keys())
  const graph = new Map<string, string[]>()
  for (const [file, content] of files) {
    faults.push(...nameFaults(file))
    if (!file.startsWith('src/') || !isModule(file)) continue
    const layer = layerOf(file)
    if (layer !== 'root' && !Object.hasOwn(layersBelow, layer)) {
      faults.push(`${file}: there is no layer for it: move it to one of ${layers}`)
      continue
    }
    if (!isTest(file)) faults.push(...lookupFaults(file, content))
    if (file.endsWith('.tsx') && serverLayers.includes(layer)) {
      faults.push(`${file}: Node cannot load .tsx in this layer: move it to a front end`)
    }
    const targets: string[] = []
    graph.set(file, targets)
    for (const imported of importsOf(file, content)) {
      const target = targetOf(imported)
      const fault = target === undefined ? packageFault(imported) : importFault(imported, target)
      if (fault) faults.push(`${file}:${imported.line}: ${fault}`)
      if (target !== undefined && files.has(target)) targets.push(target)
    }
  }
  for (const circle of circles(graph)) {
    faults.push(`circle: ${circle.join(' -> ')}: move what both ends need to a file of its own`)
  }
  if (graph.size < fewestModules) {
    faults.push(
      `only ${graph.size} modules were seen: run the check from the project's own scripts/checks/check-layers.ts`,
    )
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
  const files = readSources(path.resolve(import.meta.dirname, '../..'))
  const faults = checkLayers(files)
  for (const fault of faults) console.error(fault)
  if (faults.length > 0) process.exitCode = 1
  else console.log(`${files.size} files keep to their layers.`)
}
