// The embedded engine: PostgreSQL compiled to WebAssembly, on files that are really flushed, behind ports that carry
// its protocol.
import { closeSync, existsSync, fsyncSync, openSync, readdirSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import type { MessagePort } from 'node:worker_threads'
import { PGlite } from '@electric-sql/pglite'
import { NodeFS } from '@electric-sql/pglite/nodefs'
import { btree_gin } from '@electric-sql/pglite/contrib/btree_gin'
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm'
import { unaccent } from '@electric-sql/pglite/contrib/unaccent'

/** The parts of Emscripten's file system that are changed: files must be flushed, and be for their owner alone. */
type EmscriptenModule = {
  /** Called when the engine panics: it no longer answers, and pending queries never end. */
  onAbort?: (reason: unknown) => void
  FS: { filesystems: { NODEFS: NodeFileSystem } }
  NODEFS?: NodeFileSystem
}
type NodeFileSystem = {
  node_ops: { setattr: SetAttributes }
  stream_ops: {
    fsync?: (stream: { nfd?: number; node: unknown }) => number
    setattr: SetAttributes
  }
  realPath(node: unknown): string
}

type SetAttributes = (target: unknown, attributes: { mode?: number | null }) => void

/** It sets the mode of each file that it makes itself, whatever the umask of the process is. */
const forOwner =
  (setAttributes: SetAttributes): SetAttributes =>
  (target, attributes) => {
    const { mode } = attributes
    setAttributes(target, mode == null ? attributes : { ...attributes, mode: mode & ~0o077 })
  }

/** The library's file system never flushes: a power cut could lose committed rows. This one flushes once per commit. */
class FlushingFS extends NodeFS {
  readonly #onPanic: () => void

  constructor(folder: string, onPanic: () => void) {
    super(folder)
    this.#onPanic = onPanic
  }

  override async init(...args: Parameters<NodeFS['init']>): ReturnType<NodeFS['init']> {
    const result = await super.init(...args)
    const preRun = result.emscriptenOpts.preRun as ((module: EmscriptenModule) => void)[]
    preRun.push((module) => {
      module.onAbort = () => this.#onPanic()
      const files = module.NODEFS ?? module.FS.filesystems.NODEFS
      for (const operations of [files.node_ops, files.stream_ops]) {
        operations.setattr = forOwner(operations.setattr)
      }
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

/**
 * The engine would allocate 160 MB at its start and fill them with zeros; the operating system caches the files anyway.
 */
export const memoryParams = ['-c', 'shared_buffers=32MB']

/** Without -F the engine asks for flushes; fdatasync does nothing in WebAssembly, fsync does. */
const startParams = [
  ...PGlite.defaultStartParams.filter((parameter) => parameter !== '-F'),
  '-c',
  'wal_sync_method=fsync',
  ...memoryParams,
]

/** The extensions that the migrations create; a server has them, here they are loaded. */
export const extensions = { btree_gin, pg_trgm, unaccent }

/** All of a blob, in memory already. */
class ReadBlob extends Blob {
  readonly #content: ArrayBuffer

  constructor(content: ArrayBuffer, type: string) {
    super([], { type })
    this.#content = content
  }

  override arrayBuffer(): Promise<ArrayBuffer> {
    return Promise.resolve(this.#content)
  }
}

/**
 * A dump, as the engine takes it: a tar archive, compressed if its name ends in `.gz`. Not by `openAsBlob`: in Node 24 the garbage collector can take the reader of such a blob, which then
 * is never read to its end, and the engine never starts.
 */
export async function readDump(file: string): Promise<Blob> {
  const type = file.endsWith('.gz') ? 'application/x-gzip' : 'application/x-tar'
  return new ReadBlob(new Uint8Array(await readFile(file)).buffer, type)
}

export type EngineFolder = {
  folder: string
  /** A dump that initializes a new folder. */
  dump?: string | undefined
}

/** Opens, or creates, the database in the folder; no other process may have it open. */
export async function openEngine(
  { folder, dump }: EngineFolder,
  onPanic: () => void,
): Promise<PGlite> {
  const isNew = !existsSync(path.join(folder, 'PG_VERSION'))
  const engine = await PGlite.create({
    fs: new FlushingFS(folder, onPanic),
    startParams,
    extensions,
    ...(isNew && dump !== undefined && { loadDataDir: await readDump(dump) }),
  })
  // The copy of the first cluster is written without flushing.
  if (isNew) flushTree(folder)
  return engine
}

/** Takes the port of a new connection, which carries the protocol of a server. */
export type Connect = (port: MessagePort) => void

/**
 * The engine has one session for all connections, and so one connection at a time: a new one closes the previous one
 * with its unanswered queries, and starts without an open transaction.
 */
export function connectionsOf(engine: PGlite): Connect {
  let current: MessagePort | undefined

  async function answer(port: MessagePort, asked: Uint8Array): Promise<void> {
    if (isStartup(asked)) await engine.exec('rollback; select pg_advisory_unlock_all()')
    const pieces: Uint8Array<ArrayBuffer>[] = []
    await engine.execProtocolRawStream(asked, {
      syncToFs: false,
      // A copy, because it is a view of the engine's own memory.
      onRawData: (piece) => pieces.push(piece.slice()),
    })
    const whole = pieces.length === 1 ? pieces[0] : joined(pieces)
    if (whole && whole.length > 0) port.postMessage(whole, [whole.buffer])
  }

  return (port) => {
    current?.close()
    current = port
    port.on('message', (asked: Uint8Array) => void answer(port, asked))
  }
}

/** The first message of a connection begins with its length, all others with a letter. */
const isStartup = (asked: Uint8Array): boolean => asked[0] === 0

/** Copied into its own memory, which can be transferred. */
function joined(pieces: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(pieces.reduce((length, piece) => length + piece.length, 0))
  let end = 0
  for (const piece of pieces) {
    whole.set(piece, end)
    end += piece.length
  }
  return whole
}
