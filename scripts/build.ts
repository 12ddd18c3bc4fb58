// Builds for production, into dist/: dashboard and careers for the browser, the server, and an empty database for it.
import { existsSync } from 'node:fs'
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { build, type InlineConfig } from 'vite'
import { languages } from '../src/domain/texts/locale.ts'
import { emptyCluster } from './build/empty-cluster.ts'
import { makeMapsLean } from './build/lean-maps.ts'
import { chunksIn } from './texts-plugin.ts'
import {
  careersClientBuild,
  DASHBOARD_ASSETS,
  dashboardBuild,
  serverBuild,
  serverEntries,
  threads,
} from '../vite.config.ts'

type Target = {
  /** Below dist/. */
  place: string
  configure: (outDir: string) => InlineConfig
  /**
   * Front ends for browsers: the folder of the scripts, each of which is copied for each language and compressed in
   * advance.
   */
  scripts?: string
}

const targets: Target[] = [
  {
    place: 'dashboard',
    configure: dashboardBuild,
    scripts: DASHBOARD_ASSETS,
  },
  {
    place: 'careers/client',
    configure: careersClientBuild,
    scripts: '',
  },
  {
    place: 'server',
    configure: (outDir) => serverBuild(serverEntries, outDir),
  },
  {
    place: 'threads',
    configure: (outDir) => serverBuild(threads, outDir),
  },
]

const root = path.dirname(import.meta.dirname)
const dist = path.join(root, 'dist')
// Built beside the old files and swapped after success: a running server never serves half a build.
const scratch = path.join(dist, `.building-${process.pid}`)

const brotli = promisify(brotliCompress)
const zip = promisify(gzip)

/**
 * Replaces the placeholders of texts: English stays where the bundler put it, other languages get a folder beside it,
 * with only the scripts that differ. The server falls back to the folder above for the others.
 */
async function speak(outDir: string, scripts: string): Promise<void> {
  const folder = path.join(outDir, scripts)
  const names = (await readdir(folder)).filter((name) => name.endsWith('.js'))
  const marked = new Map<string, string>()
  for (const name of names) marked.set(name, await readFile(path.join(folder, name), 'utf8'))
  for (const language of languages) {
    const place = path.join(folder, language === 'en-GB' ? '' : language)
    const translate = chunksIn(language)
    await mkdir(place, { recursive: true })
    for (const [name, chunk] of marked) {
      // A chunk names the chunks that it preloads by their address.
      const here =
        scripts === '' || language === 'en-GB'
          ? chunk
          : chunk.replace(/(["'`])(assets\/dashboard\/)(?=[^"'`]+\.js\1)/g, `$1$2${language}/`)
      const own = translate(here)
      if (own !== chunk) await writeFile(path.join(place, name), own)
    }
  }
}

/**
 * 3 % larger, in an eighth of the time: with the best compression ten copies of all texts would take longer than the
 * rest of the build.
 */
const QUICK_BROTLI = 9
const isCopy = (folder: string) => languages.some((language) => path.basename(folder) === language)

async function compress(directory: string): Promise<void> {
  const entries = await readdir(directory, { recursive: true, withFileTypes: true })
  const texts = entries.filter(
    (entry) =>
      entry.isFile() && /\.(?:m?js|wasm|css|html|json|svg|txt|map|webmanifest)$/.test(entry.name),
  )
  await Promise.all(
    texts.map(async (entry) => {
      const file = path.join(entry.parentPath, entry.name)
      const content = await readFile(file)
      const params = {
        [constants.BROTLI_PARAM_QUALITY]: isCopy(entry.parentPath) ? QUICK_BROTLI : 11,
        [constants.BROTLI_PARAM_SIZE_HINT]: content.length,
      }
      const [br, gz] = await Promise.all([
        brotli(content, { params }),
        zip(content, { level: constants.Z_BEST_COMPRESSION }),
      ])
      await Promise.all([writeFile(`${file}.br`, br), writeFile(`${file}.gz`, gz)])
    }),
  )
}

async function swapIn(place: string): Promise<void> {
  const current = path.join(dist, place)
  const former = path.join(scratch, 'former', place)
  await mkdir(path.dirname(current), { recursive: true })
  await mkdir(path.dirname(former), { recursive: true })
  if (existsSync(current)) await rename(current, former)
  await rename(path.join(scratch, place), current)
}

// Plugins read it too, and a developer's shell may set another value.
process.env['NODE_ENV'] = 'production'
// The bootstrap writes its stamp after its own builds; any other build must delete an old one.
await rm(path.join(dist, '.build-stamp'), { force: true })
const cluster = 'empty-cluster.tar.gz'
try {
  await mkdir(scratch, { recursive: true })
  await Promise.all([
    ...targets.map(async ({ place, configure, scripts }) => {
      const outDir = path.join(scratch, place)
      await build(configure(outDir))
      if (scripts === undefined) return makeMapsLean(outDir, path.join(dist, place))
      await speak(outDir, scripts)
      await compress(outDir)
    }),
    emptyCluster().then((archive) => writeFile(path.join(scratch, cluster), archive)),
  ])
  for (const place of [...targets.map((target) => target.place), cluster]) await swapIn(place)
} finally {
  await rm(scratch, { recursive: true, force: true })
}
