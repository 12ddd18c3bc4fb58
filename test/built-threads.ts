// Tests start the product's threads from built files, as a server does: from its sources each takes three times as long.
import { globSync, statSync } from 'node:fs'
import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { build, type Plugin } from 'vite'
import { serverBuild, threadPath, threads } from '../vite.config.ts'

/** What a run that was killed could not delete; none takes a day. */
async function removeLeftBehind(dist: string): Promise<void> {
  for (const folder of globSync(path.join(dist, 'threads-*'))) {
    const made = statSync(folder, { throwIfNoEntry: false })?.mtimeMs ?? 0
    if (Date.now() - made > 86_400_000) await rm(folder, { recursive: true, force: true })
  }
}

/** Builds them for one run, whose workers find them by their environment; returns what deletes them. */
export async function buildThreads(): Promise<() => Promise<void>> {
  // Beside the build: from both the sources are at the same place.
  const dist = path.join(import.meta.dirname, '../dist')
  await mkdir(dist, { recursive: true })
  await removeLeftBehind(dist)
  const folder = await mkdtemp(path.join(dist, 'threads-'))
  const { build: options, ...rest } = serverBuild(threads, folder)
  await build({ ...rest, build: { ...options, sourcemap: false } })
  process.env['TEST_THREADS'] = `${pathToFileURL(folder).href}/`
  return () => rm(folder, { recursive: true, force: true })
}

/** What it writes is kept from one run to the next, so it names no folder. */
export const builtThreads: Plugin = {
  name: 'built-threads',
  enforce: 'pre',
  transform: {
    filter: { id: /src[\\/].+\.ts$/, code: threadPath },
    handler: (code) => ({
      code: code.replaceAll(threadPath, "new URL('$1.js', process.env['TEST_THREADS'])"),
      map: null,
    }),
  },
}
