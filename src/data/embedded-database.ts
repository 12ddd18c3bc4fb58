// The embedded engine as the product uses it: in its own thread, in a folder that one process owns, behind the driver
// of a server.
import { OperatorError } from '#domain/operator-error.ts'
import { existsSync, mkdirSync, realpathSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { setFlagsFromString } from 'node:v8'
import { DatabaseSync } from 'node:sqlite'
import { Duplex } from 'node:stream'
import { MessageChannel, Worker, type MessagePort } from 'node:worker_threads'
import pg from 'pg'
import { createDatabase, type Database } from './database.ts'
import type { EngineNews, EngineOrder } from './embedded-engine-thread.ts'
import type { Connect, EngineFolder } from './embedded-engine.ts'

/**
 * Called when the engine cannot continue: its folder is intact, and reopening it restores everything that was
 * committed.
 */
export type OnLost = (reason: string) => void

/**
 * Two processes on one folder lose rows silently, so a lock file beside it is held while it is open. Node locks files
 * only through its SQLite; the operating system releases such a lock with its process, however that ends, and it is
 * taken atomically.
 */
function lockFolder(folder: string): DatabaseSync {
  const lock = new DatabaseSync(`${realpathSync(folder)}.lock`)
  try {
    lock.exec('pragma locking_mode = exclusive; begin exclusive')
    return lock
  } catch (error) {
    lock.close()
    const isLocked = error instanceof Error && 'errcode' in error && error.errcode === SQLITE_BUSY
    if (!isLocked) throw error
    throw new OperatorError(
      `The data folder ${folder} is in use by another Storehand process. Stop it first, or set DATA_DIR to another folder.`,
      { cause: error },
    )
  }
}

const SQLITE_BUSY = 5

/** The part of a socket that the driver uses, on top of a message port of the engine. */
class EngineWire extends Duplex {
  readonly #port: MessagePort
  #isCorked = false

  constructor(connect: Connect) {
    super()
    const { port1, port2 } = new MessageChannel()
    this.#port = port1
    port1.on('message', (answer: Uint8Array) => this.push(answer))
    // The engine has ended.
    port1.once('close', () => this.destroy())
    connect(port2)
  }

  connect(): void {
    process.nextTick(() => this.emit('connect'))
  }

  setNoDelay(): void {}

  ref(): void {
    this.#port.ref()
  }

  unref(): void {
    this.#port.unref()
  }

  /**
   * Everything written in one turn of the event loop is one message to the thread: the driver corks around each query
   * with parameters, and the queries of one turn are sent by promise callbacks.
   */
  override cork(): void {
    super.cork()
    if (this.#isCorked) return
    this.#isCorked = true
    super.cork()
    process.nextTick(() => {
      this.#isCorked = false
      super.uncork()
    })
  }

  override _write(piece: Uint8Array, _: BufferEncoding, done: () => void): void {
    this.#send(piece)
    done()
  }

  override _writev(pieces: { chunk: Uint8Array }[], done: () => void): void {
    this.#send(Buffer.concat(pieces.map(({ chunk }) => chunk)))
    done()
  }

  #send(asked: Uint8Array): void {
    // Copied into its own memory, which can be transferred: a piece is part of a buffer that the driver writes on.
    const whole = new Uint8Array(asked)
    this.#port.postMessage(whole, [whole.buffer])
  }

  override _read(): void {}

  override _final(done: () => void): void {
    this.push(null)
    done()
  }

  override _destroy(error: Error | null, done: (error: Error | null) => void): void {
    this.#port.close()
    done(error)
  }
}

/**
 * The write-ahead log has no space or no file. A server would panic and recover; the engine returns an error for each
 * query, and some versions of it stop answering.
 */
const isOfLog = (message: string): boolean => /pg_wal|XLogBeginInsert/.test(message)

/**
 * The engine behind the same driver as a server: a pool of one connection, so a transaction must be passed down, never
 * nested. The pool replaces a connection on which a query failed; each has its own port, on which it receives only its
 * own answers.
 */
export function embeddedPool(connect: Connect, onLost: OnLost = () => {}): pg.Pool {
  class EmbeddedClient extends pg.Client {
    constructor() {
      const connection = new pg.Connection({ stream: () => new EngineWire(connect) })
      connection.on('errorMessage', ({ message }: Error) => {
        if (isOfLog(message)) onLost(message)
      })
      const config = { user: 'postgres', database: 'postgres', ssl: false, pipeline: true }
      super({ ...config, connection } as pg.ClientConfig)
      // A broken port, because the engine has stopped, fails its queries; without a listener the error would end the
      // process.
      this.on('error', () => {})
    }
  }
  const pool = new pg.Pool({ Client: EmbeddedClient, max: 1, idleTimeoutMillis: 0 })
  pool.on('error', () => {})
  return pool
}

export const createEmbedded = (pool: pg.Pool, close: () => Promise<void>): Database => ({
  ...createDatabase(pool, close),
  hasAutovacuum: false,
})

/** What the whole program needs with this engine (docs/operations.md, held by test/faults/small-memory.test.ts). */
const NEEDED_MB = 512
/**
 * From here on the engine's code is optimized while it runs, which makes queries a fifth to a third faster. Optimizing its largest
 * function takes 600 MB for ten seconds, which would end a smaller server at every start.
 */
const OPTIMIZED_FROM_MB = 1280

/** Of the machine, or what a container or service may take. */
const memoryInMb = () =>
  Math.min(os.totalmem(), process.constrainedMemory() || Infinity) / 1024 ** 2

function fitMemory(): void {
  const memory = memoryInMb()
  if (memory < NEEDED_MB) {
    throw new OperatorError(
      `${NEEDED_MB} MB of memory is needed with the database that Storehand brings along, and ${Math.floor(memory)} MB is here. Give it more, or set DATABASE_URL to a PostgreSQL server.`,
    )
  }
  if (memory >= OPTIMIZED_FROM_MB) return
  // What `--liftoff-only` means, which is read at the start of a process only.
  setFlagsFromString('--no-wasm-tier-up')
  setFlagsFromString('--no-wasm-dynamic-tiering')
}

const STOPPED = 'The engine has stopped'

/** Starts the thread; resolves when the engine is open. `stop` resolves when the thread has ended. */
async function startEngine(
  data: EngineFolder,
  onLost: OnLost,
): Promise<{ connect: Connect; stop: () => Promise<void> }> {
  const thread = new Worker(new URL('./embedded-engine-thread.ts', import.meta.url), {
    workerData: data,
    // The environment contains secrets, and Node's options are for the main program.
    env: {},
    execArgv: [],
  })
  const opened = Promise.withResolvers<void>()
  const ended = Promise.withResolvers<void>()
  let state: 'opening' | 'open' | 'closing' = 'opening'
  const lose = (reason: Error) => {
    if (state === 'opening') opened.reject(reason)
    if (state === 'open') onLost(reason.message)
  }
  const post = (order: EngineOrder, ports: MessagePort[] = []) => thread.postMessage(order, ports)
  thread.on('error', lose)
  thread.on('exit', () => {
    lose(new Error(STOPPED))
    ended.resolve()
  })
  thread.on('message', (news: EngineNews) => {
    // It no longer answers, and pending queries would never end.
    if (news === 'panic') void thread.terminate()
    else opened.resolve()
  })
  await opened.promise
  state = 'open'
  return {
    connect: (port) => post(port, [port]),
    async stop() {
      state = 'closing'
      post('close')
      await ended.promise
    },
  }
}

/** An empty cluster, made by the build (scripts/build/empty-cluster.ts): to make one takes the engine six seconds. */
const EMPTY_CLUSTER = path.join(import.meta.dirname, '../../dist/empty-cluster.tar.gz')

/**
 * Opens, or creates, the database in `folder`; `dump` is a file that initializes a new one, otherwise it is empty. Refuses within a second
 * when another process has it open.
 */
export async function openEmbeddedDatabase(
  folder: string,
  { onLost = () => {}, dump }: { onLost?: OnLost; dump?: string } = {},
): Promise<Database> {
  fitMemory()
  mkdirSync(folder, { recursive: true })
  const lock = lockFolder(folder)
  try {
    const data = { folder, dump: dump ?? (existsSync(EMPTY_CLUSTER) ? EMPTY_CLUSTER : undefined) }
    const { connect, stop } = await startEngine(data, onLost)
    return createEmbedded(embeddedPool(connect, onLost), async () => {
      await stop()
      lock.close()
    })
  } catch (error) {
    lock.close()
    throw error
  }
}
