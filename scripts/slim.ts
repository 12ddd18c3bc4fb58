// Leaves of an installation only what it runs: after `npm ci && npm run build`, 1.1 GB become less than 400 MB. For the image and for
// the systemd unit; a checkout needs `npm ci` again afterwards.
import { execFileSync } from 'node:child_process'
import { readdirSync, rmSync } from 'node:fs'
import path from 'node:path'

const modules = path.join(import.meta.dirname, '../node_modules')

/** What the screens were built from is in dist. */
export const builtIn = [
  '.cache',
  'pdfjs-dist',
  'lucide-react',
  '@base-ui',
  'recharts',
  'es-toolkit',
  '@reduxjs',
  '@atlaskit',
  '@tanstack',
  'victory-vendor',
  'sonner',
]

/** No program reads them. */
export const isUnread = (name: string): boolean => /\.map$|\.d\.[cm]?ts$|\.test\.ts$/.test(name)

/** The Node that the packages bring along, for machines with an older one. */
export const isNode = (name: string): boolean => name.startsWith('node-')

function slim(): void {
  const prune = ['prune', '--omit=dev', '--ignore-scripts', '--no-audit', '--no-fund']
  execFileSync('npm', prune, { stdio: 'inherit', shell: process.platform === 'win32' })
  const remove = (name: string) =>
    rmSync(path.join(modules, name), { recursive: true, force: true })
  for (const name of builtIn) remove(name)
  if (!process.execPath.startsWith(modules)) {
    for (const name of readdirSync(modules).filter(isNode)) remove(name)
  }
  const files = readdirSync(modules, { recursive: true, encoding: 'utf8' })
  for (const name of files.filter(isUnread)) remove(name)
}

if (import.meta.main) slim()
