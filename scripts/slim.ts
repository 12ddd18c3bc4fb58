// Leaves of an installation only what it runs: after `npm ci && npm run build`, 1.1 GB become less than 400 MB. For the image and for
// the systemd unit; a checkout needs `npm ci` again afterwards.
import { readdirSync, readFileSync, rmSync } from 'node:fs'
import path from 'node:path'

const modules = path.join(import.meta.dirname, '../node_modules')

/** What only the screens use, which are built into dist. */
const SCREENS = [
  '@atlaskit/pragmatic-drag-and-drop',
  '@base-ui/react',
  '@tanstack/react-query',
  '@tanstack/react-router',
  'lucide-react',
  'pdfjs-dist',
  'recharts',
  'sonner',
]

type Locked = Partial<
  Record<'dependencies' | 'optionalDependencies' | 'peerDependencies', Record<string, string>>
> & { peerDependenciesMeta?: Record<string, { optional?: boolean }> }

/**
 * The folders of the packages that the program can load, by package-lock.json. `npm prune` would keep everything that some package
 * could also use, such as the test runner, and the compilers that come with it.
 */
export function neededPackages(lock: string): Set<string> {
  const { packages } = JSON.parse(lock) as { packages: Record<string, Locked> }
  const needed = new Set<string>()
  const need = (name: string, user: string): void => {
    const parents = user.split('/node_modules/').map((_, at, all) => all.slice(0, at + 1))
    const places = ['', ...parents.map((parts) => `${parts.join('/node_modules/')}/`)]
    const found = places
      .map((place) => `${place}node_modules/${name}`)
      .findLast((each) => each in packages)
    if (found === undefined || needed.has(found)) return
    needed.add(found)
    for (const each of usedBy(packages[found])) need(each, found)
  }
  for (const name of usedBy(packages[''])) if (!SCREENS.includes(name)) need(name, '')
  return needed
}

function usedBy(locked: Locked = {}): string[] {
  const { dependencies, optionalDependencies, peerDependencies = {} } = locked
  const peers = Object.keys(peerDependencies).filter(
    (name) => !locked.peerDependenciesMeta?.[name]?.optional,
  )
  return [...Object.keys({ ...dependencies, ...optionalDependencies }), ...peers]
}

/** No program reads them. */
export const isUnread = (name: string): boolean => /\.map$|\.d\.[cm]?ts$|\.test\.ts$/.test(name)

/** The Node that the packages bring along, for machines with an older one. */
export const isNode = (name: string): boolean => /^node-(linux|darwin|win|aix)/.test(name)

function slim(): void {
  const lock = readFileSync(path.join(modules, '../package-lock.json'), 'utf8')
  const needed = neededPackages(lock)
  const { packages } = JSON.parse(lock) as { packages: object }
  const remove = (name: string) =>
    rmSync(path.join(modules, name), { recursive: true, force: true })
  for (const place of Object.keys(packages)) {
    if (place && !needed.has(place)) remove(path.relative('node_modules', place))
  }
  // Anyone who has an older Node needs this one: its program, not what modules in C are compiled with.
  const isNeeded = process.execPath.startsWith(modules)
  for (const name of readdirSync(modules).filter(isNode)) {
    remove(isNeeded ? path.join(name, 'include') : name)
  }
  remove('.cache')
  const files = readdirSync(modules, { recursive: true, encoding: 'utf8' })
  for (const name of files.filter(isUnread)) remove(name)
}

if (import.meta.main) slim()
