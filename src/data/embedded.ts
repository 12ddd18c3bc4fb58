// The embedded engine: PostgreSQL compiled to WebAssembly, on files that are really flushed, owned by one process.
import { createHash } from 'node:crypto'
import {
  closeSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readdirSync,
  realpathSync,
  rmSync,
} from 'node:fs'
import { createServer, connect, type Server } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { PGlite, type PGliteOptions } from '@electric-sql/pglite'
import { NodeFS } from '@electric-sql/pglite/nodefs'
import { createPgConfig } from '@electric-sql/pglite/node-postgres'
import pg from 'pg'
import { createDatabase, type Database } from './database.ts'

/** The parts of Emscripten's file system that have to be told to flush. */
type EmscriptenModule = {
  FS: { filesystems: { NODEFS: NodeFileSystem } }
  NODEFS?: NodeFileSystem
}
type NodeFileSystem = {
  stream_ops: { fsync?: (stream: { nfd?: number; node: unknown }) => number }
  realPath(node: unknown): string
}

/** The library's file system never flushes: a power cut could lose acknowledged rows. This one does, once per commit. */
class FlushingFS extends NodeFS {
  override async init(...args: Parameters<NodeFS['init']>): ReturnType<NodeFS['init']> {
    const result = await super.init(...args)
    const preRun = result.emscriptenOpts.preRun as ((module: EmscriptenModule) => void)[]
    preRun.push((module) => {
      const files = module.NODEFS ?? module.FS.filesystems.NODEFS
      files.stream_ops.fsync = (stream) => {
        if (typeof stream.nfd === 'number') {
          fsyncSync(stream.nfd)
          return 0
        }
        flush(files.realPath(stream.node))
        return 0
      }
    })
    return result
  }
}

function flush(file: string): void {
  const descriptor = openSync(file, 'r')
  try {
    fsyncSync(descriptor)
  } finally {
    closeSync(descriptor)
  }
}

function flushTree(directory: string): void {
  for (const entry of readdirSync(directory, { withFileTypes: true })) {
    const file = path.join(directory, entry.name)
    if (entry.isDirectory()) flushTree(file)
    else if (entry.isFile()) flush(file)
  }
  flush(directory)
}

/** Without -F the engine asks for flushes; fdatasync does nothing in WebAssembly, fsync does. */
const startParams = [
  ...PGlite.defaultStartParams.filter((parameter) => parameter !== '-F'),
  '-c',
  'wal_sync_method=fsync',
]

/** Two processes on one folder lose rows silently, so a socket named after the folder is held while it is open. */
async function holdFolder(folder: string): Promise<Server> {
  const digest = createHash('sha256').update(realpathSync(folder)).digest('hex').slice(0, 24)
  const address =
    process.platform === 'win32'
      ? `\\\\.\\pipe\\storehand-${digest}`
      : path.join(tmpdir(), `storehand-${digest}.sock`)
  for (let attempt = 0; ; attempt++) {
    const server = createServer((socket) => socket.destroy())
    const refused = await new Promise<NodeJS.ErrnoException | undefined>((resolve) => {
      server.once('error', resolve)
      server.listen(address, () => resolve(undefined))
    })
    if (!refused) {
      server.unref()
      return server
    }
    if (refused.code !== 'EADDRINUSE') throw refused
    if (attempt > 0 || (await answers(address))) {
      throw new Error(
        `The data folder ${folder} is in use by another Storehand process. Stop it first, or set DATA_DIR to another folder.`,
      )
    }
    // Nobody listens: the process that held it was killed.
    rmSync(address, { force: true })
  }
}

function answers(address: string): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(address)
    socket.once('connect', () => {
      socket.destroy()
      resolve(true)
    })
    socket.once('error', () => resolve(false))
  })
}

/** The engine behind the same driver as a server: a pool of one connection, so a transaction must be passed down, never nested. */
export function embeddedPool(engine: PGlite): pg.Pool {
  const config = createPgConfig(engine)
  // A query with type parsers of its own would hang in the bridge's prepare step: they are applied by the driver anyway.
  const parse = config.connection.parse.bind(config.connection)
  config.connection.parse = (query) => parse({ ...query, types: undefined })
  return new pg.Pool(config)
}

/** Opens, or creates, the database in `folder`. Refuses within a second when another process has it open. */
export async function openEmbedded(folder: string, options: PGliteOptions = {}): Promise<Database> {
  mkdirSync(folder, { recursive: true })
  const lock = await holdFolder(folder)
  const isNew = !existsSync(path.join(folder, 'PG_VERSION'))
  const engine = new PGlite({ fs: new FlushingFS(folder), startParams, ...options })
  await engine.waitReady
  // The copy of the first cluster is written without flushing.
  if (isNew) flushTree(folder)
  const pool = embeddedPool(engine)
  return createDatabase(pool, async () => {
    await engine.close()
    await new Promise((resolve) => lock.close(resolve))
  })
}
