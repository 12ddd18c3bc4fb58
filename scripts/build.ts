// Builds for production, into dist/: dashboard and careers for the browser, and the server.
import { existsSync } from 'node:fs'
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { build, type InlineConfig } from 'vite'
import { careersClientBuild, dashboardBuild, serverBuild, serverEntries } from '../vite.config.ts'

type Target = {
  /** Below dist/. */
  place: string
  configure: (outDir: string) => InlineConfig
  /** Sent to browsers unchanged, so it is compressed in advance. */
  compressed: boolean
}

const targets: Target[] = [
  {
    place: 'dashboard',
    configure: dashboardBuild,
    compressed: true,
  },
  {
    place: 'careers/client',
    configure: careersClientBuild,
    compressed: true,
  },
  {
    place: 'server',
    configure: (outDir) => serverBuild(serverEntries, outDir),
    compressed: false,
  },
]

const root = path.dirname(import.meta.dirname)
const dist = path.join(root, 'dist')
// Built beside the old files and swapped after success: a running server never serves half a build.
const scratch = path.join(dist, `.building-${process.pid}`)

const brotli = promisify(brotliCompress)
const zip = promisify(gzip)

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
        [constants.BROTLI_PARAM_QUALITY]: 11,
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
try {
  await Promise.all(
    targets.map(async ({ place, configure, compressed }) => {
      const outDir = path.join(scratch, place)
      await build(configure(outDir))
      if (compressed) await compress(outDir)
    }),
  )
  for (const { place } of targets) await swapIn(place)
} finally {
  await rm(scratch, { recursive: true, force: true })
}
