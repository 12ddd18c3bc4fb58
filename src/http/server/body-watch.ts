// Aborts request bodies that stall or arrive too slowly, and counts their bytes for the client's network.
import type { IncomingMessage } from 'node:http'
import { AppError } from '#domain/errors.ts'
import { BODY_TIME, type Network } from '#domain/limits.ts'
import type { Deps } from '#features/deps.ts'
import type { BytesIn } from './bytes-in.ts'
import type { Ctx } from '../context.ts'

const CHECK_MS = 1000
/** Time for the route to send its own error answer after an abort; then the connection is closed. */
const ANSWER_MS = 5000

const TIMEOUT_ANSWER =
  'HTTP/1.1 408 Request Timeout\r\nConnection: close\r\nContent-Length: 0\r\n\r\n'

type Watched = {
  readonly incoming: IncomingMessage
  readonly network: Network
  readonly abort: AbortController
  readonly began: number
  /** Bytes the socket had read when this body began (`first`) and at the last check (`seen`). */
  readonly first: number
  seen: number
  lastProgress: number
  abortedAt: number | undefined
}

export class BodyWatch {
  readonly #watched = new Set<Watched>()
  readonly #clock: Deps['clock']
  readonly #bytesIn: BytesIn
  #timer: NodeJS.Timeout | undefined

  constructor(clock: Deps['clock'], bytesIn: BytesIn) {
    this.#clock = clock
    this.#bytesIn = bytesIn
  }

  /** Watches until the body is complete or its connection closed. The signal aborts with server.tooSlow. */
  watch(incoming: IncomingMessage, network: Network): AbortSignal {
    const now = this.#now()
    const abort = new AbortController()
    const first = incoming.socket.bytesRead
    const times = { began: now, lastProgress: now, abortedAt: undefined }
    const watched: Watched = { incoming, network, abort, first, seen: first, ...times }
    this.#watched.add(watched)
    incoming.once('close', () => this.#forget(watched))
    this.#timer ??= setInterval(() => this.#check(), CHECK_MS).unref()
    return abort.signal
  }

  #check(): void {
    const now = this.#now()
    for (const watched of this.#watched) {
      const { incoming, abortedAt } = watched
      if (incoming.complete || incoming.socket.destroyed) {
        this.#forget(watched)
      } else if (abortedAt === undefined) {
        // A full read buffer means that this server is slow, not the client.
        const isOurs = incoming.readableLength >= incoming.readableHighWaterMark
        if (this.#count(watched) > 0 || isOurs) watched.lastProgress = now
        if (!isTooSlow(watched, now)) continue
        watched.abortedAt = now
        watched.abort.abort(new AppError('server.tooSlow'))
      } else if (now - abortedAt >= ANSWER_MS) {
        incoming.socket.end(TIMEOUT_ANSWER)
        incoming.socket.destroySoon()
        this.#forget(watched)
      }
    }
  }

  #count(watched: Watched): number {
    const { network, incoming, seen } = watched
    const more = incoming.socket.bytesRead - seen
    watched.seen += more
    if (more > 0 && network.isCounted) this.#bytesIn.add(network.name, more, this.#now())
    return more
  }

  #forget(watched: Watched): void {
    if (!this.#watched.delete(watched)) return
    this.#count(watched)
    if (this.#watched.size > 0) return
    clearInterval(this.#timer)
    this.#timer = undefined
  }

  #now(): number {
    return this.#clock.now().getTime()
  }
}

/** Calls `refuse` when the body is aborted. The answer closes the connection, because more of the body may follow. */
export function onCut(c: Ctx, refuse: (reason: unknown) => void): void {
  const { bodyCut } = c.var
  bodyCut?.addEventListener('abort', () => {
    c.header('Connection', 'close')
    refuse(bodyCut.reason)
  })
}

function isTooSlow({ began, lastProgress, seen, first }: Watched, now: number): boolean {
  const age = now - began
  const isStalled = now - lastProgress >= BODY_TIME.idleMs
  const isDripping =
    age >= BODY_TIME.graceMs && (seen - first) / (age / 1000) < BODY_TIME.bytesPerSecond
  return isStalled || isDripping || age >= BODY_TIME.longestMs
}
