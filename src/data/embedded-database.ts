// The embedded engine as the product uses it: in a thread of its own, in a folder that one process owns, behind the driver of a server.
import { mkdirSync, realpathSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { Duplex } from 'node:stream'
import { MessageChannel, Worker, type MessagePort } from 'node:worker_threads'
import pg from 'pg'
import { createDatabase, type Database } from './database.ts'
import type { EngineNews, EngineOrder } from './embedded-engine-thread.ts'
import type { EngineFolder } from './embedded-engine.ts'

/** Called when the engine cannot go on: its folder is whole, and opening it anew brings back all that was committed. */
export type OnLost = (reason: string) => void

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

/** Takes a port of the engine for one more connection. */
type Connect = (port: MessagePort) => void

/** What the driver uses of a socket, over a port of the engine. */
class EngineWire extends Duplex {
  readonly #port: MessagePort
  #isHeld = false

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

  override _read(): void {}

  /** As in `BatchedSocket`: what is asked in one turn of the event loop leaves in one piece. */
  override cork(): void {
    super.cork()
    if (this.#isHeld) return
    this.#isHeld = true
    super.cork()
    process.nextTick(() => {
      this.#isHeld = false
      super.uncork()
    })
  }

  override _write(piece: Uint8Array, _: BufferEncoding, done: () => void): void {
    this.#send([piece])
    done()
  }

  override _writev(pieces: { chunk: Uint8Array }[], done: () => void): void {
    this.#send(pieces.map(({ chunk }) => chunk))
    done()
  }

  /** In memory of its own, which can be handed over: the driver's is part of a larger one. */
  #send(pieces: readonly Uint8Array[]): void {
    const whole = Uint8Array.from(Buffer.concat(pieces))
    this.#port.postMessage(whole, [whole.buffer])
  }

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
 * The engine behind the same driver as a server: a pool of one connection, so a transaction must be passed down, never
 * nested. The pool replaces a connection on which a query failed; the next one has a wire of its own, on which it hears only its
 * own answers.
 */
export function embeddedPool(connect: Connect, onLost: OnLost = () => {}): pg.Pool {
  class EmbeddedClient extends pg.Client {
    constructor() {
      const connection = new pg.Connection({ stream: () => new EngineWire(connect) })
      connection.on('errorMessage', ({ message }: Error) => {
        if (isOfLog(message)) onLost(message)
      })
      super({ ...address, connection } as pg.ClientConfig)
    }
  }
  const pool = new pg.Pool({ Client: EmbeddedClient, max: 1, idleTimeoutMillis: 0, pipeline: true })
  pool.on('error', () => {})
  pool.on('connect', (client) => client.on('error', () => {}))
  return pool
}

const address = { user: 'postgres', database: 'postgres', ssl: false, pipeline: true }

/**
 * The log that commits are written to has no room or no file. A server would panic and recover; the engine goes on with an error
 * for each query, and some versions of it do not answer at all.
 */
const isOfLog = (message: string): boolean => /pg_wal|XLogBeginInsert/.test(message)

/** Opens, or creates, the database in `folder`. Refuses within a second when another process has it open. */
export async function openEmbeddedDatabase(
  folder: string,
  { onLost = () => {}, dump }: { onLost?: OnLost; dump?: string } = {},
): Promise<Database> {
  mkdirSync(folder, { recursive: true })
  const lock = holdFolder(folder)
  const thread = new Worker(new URL('./embedded-engine-thread.ts', import.meta.url), {
    workerData: { folder, dump } satisfies EngineFolder,
    env: {},
    execArgv: [],
  })
  const tell = (order: EngineOrder) =>
    thread.postMessage(order, typeof order === 'string' ? [] : [order])
  let isClosing = false
  const ended = Promise.withResolvers<void>()
  const opened = Promise.withResolvers<void>()
  thread.on('message', (news: EngineNews) => {
    if (news === 'open') opened.resolve()
    else onLost('The engine has stopped')
  })
  thread.on('error', (error) => opened.reject(error))
  thread.on('exit', () => {
    ended.resolve()
    if (!isClosing) onLost('The engine has stopped')
  })
  await opened.promise
  return createDatabase(embeddedPool(tell, onLost), async () => {
    isClosing = true
    tell('close')
    await ended.promise
    lock.close()
  })
}
