// The embedded engine: PostgreSQL compiled to WebAssembly, on files that are really flushed, owned by one process.
import {
  closeSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readdirSync,
  realpathSync,
} from 'node:fs'
import path from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { PGlite, type PGliteOptions } from '@electric-sql/pglite'
import { NodeFS } from '@electric-sql/pglite/nodefs'
import { createPgConfig, type PGlitePgConfig } from '@electric-sql/pglite/node-postgres'
import { btree_gin } from '@electric-sql/pglite/contrib/btree_gin'
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm'
import { unaccent } from '@electric-sql/pglite/contrib/unaccent'
import pg from 'pg'
import { createDatabase, type Database } from './database.ts'

/** Called when the engine cannot go on: its folder is whole, and opening it anew brings back all that was committed. */
export type OnLost = (reason: string) => void

/** The parts of Emscripten's file system that have to be flushed. */
type EmscriptenModule = {
  /** Called when the engine panics: it answers nothing any more, and what was asked never ends. */
  onAbort?: (reason: unknown) => void
  FS: { filesystems: { NODEFS: NodeFileSystem } }
  NODEFS?: NodeFileSystem
}
type NodeFileSystem = {
  stream_ops: { fsync?: (stream: { nfd?: number; node: unknown }) => number }
  realPath(node: unknown): string
}

/** The library's file system never flushes: a power cut could lose acknowledged rows. This one does, once per commit. */
class FlushingFS extends NodeFS {
  readonly #onLost: OnLost

  constructor(folder: string, onLost: OnLost) {
    super(folder)
    this.#onLost = onLost
  }

  override async init(...args: Parameters<NodeFS['init']>): ReturnType<NodeFS['init']> {
    const result = await super.init(...args)
    const preRun = result.emscriptenOpts.preRun as ((module: EmscriptenModule) => void)[]
    preRun.push((module) => {
      module.onAbort = () => this.#onLost('The engine has stopped')
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

/** The engine would take 160 MB for itself at its start, and fill them with zeros; the system keeps the pages of the files anyway. */
export const memoryParams = ['-c', 'shared_buffers=32MB']

/** Without -F the engine asks for flushes; fdatasync does nothing in WebAssembly, fsync does. */
const startParams = [
  ...PGlite.defaultStartParams.filter((parameter) => parameter !== '-F'),
  '-c',
  'wal_sync_method=fsync',
  ...memoryParams,
]

/**
 * Two processes on one folder lose rows silently, so a lock beside it is held while it is open. Node locks files only
 * through its SQLite; the system ends such a lock with its process, however that ends, and between the two nobody slips in.
 */
function holdFolder(folder: string): DatabaseSync {
  const lock = new DatabaseSync(`${realpathSync(folder)}.lock`)
  try {
    lock.exec('pragma locking_mode = exclusive; begin exclusive')
    return lock
  } catch (error) {
    lock.close()
    const isHeld = error instanceof Error && 'errcode' in error && error.errcode === SQLITE_BUSY
    if (!isHeld) throw error
    throw new Error(
      `The data folder ${folder} is in use by another Storehand process. Stop it first, or set DATA_DIR to another folder.`,
      { cause: error },
    )
  }
}

const SQLITE_BUSY = 5

/**
 * The engine behind the same driver as a server: a pool of one connection, so a transaction must be passed down, never
 * nested. The pool replaces a connection on which a query failed, but the engine has one session for all of them: each
 * gets a wire of its own, on which it hears only its own answers, and begins where no transaction is left open.
 */
export function embeddedPool(engine: PGlite, onLost?: OnLost): pg.Pool {
  class EmbeddedClient extends pg.Client {
    constructor() {
      super(connectionTo(engine, onLost))
    }
  }
  return new pg.Pool({ Client: EmbeddedClient, max: 1, idleTimeoutMillis: 0 })
}

/**
 * The log that commits are written to has no room or no file. A server would panic and recover; the engine goes on with an error
 * for each query, and some versions of it do not answer at all.
 */
const isOfLog = (message: string): boolean => /pg_wal|XLogBeginInsert/.test(message)

function connectionTo(engine: PGlite, onLost: OnLost = () => {}): PGlitePgConfig {
  const config = createPgConfig(engine)
  const { connection } = config
  connection.on('errorMessage', ({ message }: Error) => {
    if (isOfLog(message)) onLost(message)
  })
  // A query with type parsers of its own would hang in the bridge's prepare step: they are applied by the driver anyway.
  const parse = connection.parse.bind(connection)
  connection.parse = (query) => parse({ ...query, types: undefined })
  const connect = connection.connect.bind(connection)
  connection.connect = (...address) =>
    engine.exec('rollback; select pg_advisory_unlock_all()').then(
      () => connect(...address),
      (error: unknown) => void connection.emit('error', error),
    )
  return config
}

/** What the migrations ask for by `create extension`; a server brings them along, here they are loaded. */
export const extensions = { btree_gin, pg_trgm, unaccent }

/** Opens, or creates, the database in `folder`. Refuses within a second when another process has it open. */
export async function openEmbeddedDatabase(
  folder: string,
  { onLost = () => {}, ...options }: PGliteOptions & { onLost?: OnLost } = {},
): Promise<Database> {
  mkdirSync(folder, { recursive: true })
  const lock = holdFolder(folder)
  const isNew = !existsSync(path.join(folder, 'PG_VERSION'))
  const engine = new PGlite({
    fs: new FlushingFS(folder, onLost),
    startParams,
    extensions,
    ...options,
  })
  await engine.waitReady
  // The copy of the first cluster is written without flushing.
  if (isNew) flushTree(folder)
  const pool = embeddedPool(engine, onLost)
  return createDatabase(pool, async () => {
    await engine.close()
    lock.close()
  })
}
