// Preload hints for a screen's files and first reads, so that the browser requests all of them at once.
import { readFileSync } from 'node:fs'
import path from 'node:path'

/** Vite's manifest: chunks by source file, or by name when they combine several sources. */
type Manifest = Record<string, { file: string; name?: string; imports?: readonly string[] }>

/** The chunk name of each screen, by its path. */
export const screens: Readonly<Record<string, string>> = {
  '/admin': 'admin-overview',
  '/admin/applicants': 'applicants',
  '/admin/jobs': 'jobs-screen',
  '/admin/incidents': 'incidents-screen',
  '/admin/store-pages': 'store-pages-screen',
  '/admin/customers': 'customers-screen',
  '/admin/requests': 'requests-screen',
  '/admin/audit': 'audit-screen',
  '/admin/settings': 'settings-screen',
  '/organizations': 'organizations-screen',
  '/account': 'account-screen',
  '/auth': 'auth-page',
}

/** The first requests of each screen. Must be the same URLs as in the dashboard's queries, or the browser fetches them twice. */
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

/** `<link>` elements for the head, by the page's path. */
export type ScreenFiles = {
  modules: (pathname: string) => string
  /** For signed-in users. */
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
      // A filter in the URL changes the first request.
      const first = search === '' ? (reads[pathname] ?? []) : []
      return ['/api/frame', ...first].map(hint).join('')
    },
  }
}
