// The files of a screen, named in its page: the browser asks for all of them at once instead of finding one in the other.
import { readFileSync } from 'node:fs'
import path from 'node:path'

/** The build's list: each file by its source, or by its name where it has parts of several. */
type Manifest = Record<string, { file: string; name?: string; imports?: readonly string[] }>

/** The address below which a screen stands, and what the build calls its file. */
export const screens: Readonly<Record<string, string>> = {
  '/admin': 'admin-overview',
  '/admin/applicants': 'applicants',
  '/admin/jobs': 'jobs-screen',
  '/admin/incidents': 'incidents-screen',
  '/admin/store-pages': 'store-pages-screen',
  '/admin/customers': 'customers-screen',
  '/admin/audit': 'audit-screen',
  '/admin/settings': 'settings-screen',
  '/organizations': 'organizations-screen',
  '/account': 'account-screen',
  '/auth': 'auth-page',
}

/** What is read first, by the same addresses that the dashboard's queries have: another one would be asked for twice. */
const reads: Record<string, readonly string[]> = {
  '/admin': ['/api/overview'],
  '/admin/applicants': ['/api/applicants?tab=applied'],
  '/admin/jobs': ['/api/jobs?sort=-created'],
}

function filesOf(manifest: Manifest, key: string, found = new Set<string>()): Set<string> {
  if (found.has(key)) return found
  found.add(key)
  for (const imported of manifest[key]?.imports ?? []) filesOf(manifest, imported, found)
  return found
}

/** Link elements for the head, by the page's path. */
export type ScreenFiles = {
  modules: (pathname: string) => string
  /** For whoever is signed in. */
  reads: (pathname: string, search: string) => string
}

export function readScreenFiles(folder: string): ScreenFiles {
  const manifest = JSON.parse(readFileSync(path.join(folder, 'manifest.json'), 'utf8')) as Manifest
  const named = filesOf(manifest, 'index.html')
  const links = new Map<string, string>()
  for (const [address, name] of Object.entries(screens)) {
    const key = Object.keys(manifest).find((one) => manifest[one]?.name === name)
    if (!key) throw new Error(`The build has no file ${name} for ${address}`)
    const files = [...filesOf(manifest, key)].filter((one) => !named.has(one))
    const hints = files.map(
      (one) => `<link rel="modulepreload" crossorigin href="/${manifest[one]?.file}">`,
    )
    links.set(address, hints.join(''))
  }
  const hint = (address: string) => `<link rel="preload" as="fetch" crossorigin href="${address}">`
  return {
    modules: (pathname) => links.get(pathname) ?? '',
    reads: (pathname, search) => {
      if (!pathname.startsWith('/admin')) return ''
      // With a filter in the address other rows are read.
      const first = search === '' ? (reads[pathname] ?? []) : []
      return ['/api/frame', ...first].map(hint).join('')
    },
  }
}
