// Preload hints for a screen's files and first reads, so that the browser requests all of them at once.
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { pathsWith, screenAt, screens } from '#domain/screens.ts'

/** Vite's manifest: chunks by source file, or by name when they combine several sources. */
type Manifest = Record<string, { file: string; name?: string; imports?: readonly string[] }>

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
  for (const address of pathsWith('chunk')) {
    const name = screens[address].chunk
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
      const first = search === '' ? (screenAt(pathname)?.reads ?? []) : []
      return ['/api/frame', ...first].map(hint).join('')
    },
  }
}
