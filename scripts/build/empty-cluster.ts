// An empty database of the embedded engine as a file, with which a new installation begins.
import { existsSync } from 'node:fs'
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import path from 'node:path'
import { gzipSync } from 'node:zlib'
import { PGlite } from '@electric-sql/pglite'

const BLOCK = 512
const kept = path.join(import.meta.dirname, '../../node_modules/.cache/storehand')

/**
 * The same tar archive with this file at its end. Whether a folder has a database is seen by PG_VERSION: written last, it is
 * not there when unpacking was interrupted, and the next start unpacks again.
 */
export function lastInTar(tar: Buffer, last: string): Buffer {
  const others: Buffer[] = []
  const end: Buffer[] = []
  let at = 0
  while (at < tar.length && tar[at] !== 0) {
    const name = tar.toString('utf8', at, at + 100).replace(/\0.*$/s, '')
    const size = Number.parseInt(tar.toString('ascii', at + 124, at + 136), 8)
    const next = at + BLOCK + Math.ceil(size / BLOCK) * BLOCK
    const isLast = name.replace(/^\.?\//, '') === last
    ;(isLast ? end : others).push(tar.subarray(at, next))
    at = next
  }
  if (end.length !== 1) throw new Error(`The archive has ${end.length} files ${last}.`)
  return Buffer.concat([...others, ...end, tar.subarray(at)])
}

/** The archive, compressed; made once for each version of the engine. */
export async function emptyCluster(): Promise<Buffer> {
  const engine = createRequire(import.meta.url).resolve('@electric-sql/pglite')
  const manifest = await readFile(path.join(path.dirname(engine), '../package.json'), 'utf8')
  const { version } = JSON.parse(manifest) as { version: string }
  const file = path.join(kept, `empty-cluster-${version}.tar.gz`)
  if (existsSync(file)) return readFile(file)
  const database = await PGlite.create()
  const dump = await database.dumpDataDir('none')
  await database.close()
  const archive = gzipSync(lastInTar(Buffer.from(await dump.arrayBuffer()), 'PG_VERSION'))
  await mkdir(kept, { recursive: true })
  // Renamed after writing: another build must never read half an archive.
  const unfinished = `${file}.${process.pid}`
  await writeFile(unfinished, archive)
  await rename(unfinished, file)
  return archive
}
