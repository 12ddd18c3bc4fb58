// Watches the bodies that are on their way: one that stands still or drips is cut, and its bytes are counted for its network.
import type { IncomingMessage } from 'node:http'
import { AppError } from '#domain/errors.ts'
import { BODY_TIME, type Network } from '#domain/limits.ts'
import type { Deps } from '#features/deps.ts'
import type { BytesIn } from './bytes-in.ts'
import type { Ctx } from '../context.ts'

const LOOK_MS = 1000
/** Whoever reads the body has so long to answer, in its own words, that it was cut. */
const ANSWER_MS = 5000

const CUT_OFF = 'HTTP/1.1 408 Request Timeout\r\nConnection: close\r\nContent-Length: 0\r\n\r\n'

type Watched = {
  readonly incoming: IncomingMessage
  readonly network: Network
  readonly cut: AbortController
  readonly began: number
  /** What the connection had read when this body began, and when it was looked at last. */
  readonly first: number
  seen: number
  moved: number
  cutAt: number | undefined
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

  /** Until the body has arrived or its connection is gone. The signal aborts when it is cut, with the refusal. */
  watch(incoming: IncomingMessage, network: Network): AbortSignal {
    const now = this.#now()
    const cut = new AbortController()
    const first = incoming.socket.bytesRead
    const times = { began: now, moved: now, cutAt: undefined }
    const watched: Watched = { incoming, network, cut, first, seen: first, ...times }
    this.#watched.add(watched)
    incoming.once('close', () => this.#forget(watched))
    this.#timer ??= setInterval(() => this.#look(), LOOK_MS).unref()
    return cut.signal
  }

  #look(): void {
    const now = this.#now()
    for (const watched of this.#watched) {
      const { incoming, cutAt } = watched
      if (incoming.complete || incoming.socket.destroyed) {
        this.#forget(watched)
      } else if (cutAt === undefined) {
        // What has come and is not taken yet waits for us, not for the sender.
        const isOurs = incoming.readableLength >= incoming.readableHighWaterMark
        if (this.#count(watched) > 0 || isOurs) watched.moved = now
        if (!isTooSlow(watched, now)) continue
        watched.cutAt = now
        watched.cut.abort(new AppError('server.tooSlow'))
      } else if (now - cutAt >= ANSWER_MS) {
        incoming.socket.end(CUT_OFF)
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

/** Calls `refuse` when the body of this request is cut; the answer then ends the connection, on which more may come for ever. */
export function onCut(c: Ctx, refuse: (reason: unknown) => void): void {
  const { bodyCut } = c.var
  bodyCut?.addEventListener('abort', () => {
    c.header('Connection', 'close')
    refuse(bodyCut.reason)
  })
}

function isTooSlow({ began, moved, seen, first }: Watched, now: number): boolean {
  const age = now - began
  const isStill = now - moved >= BODY_TIME.idleMs
  const isDripping =
    age >= BODY_TIME.graceMs && (seen - first) / (age / 1000) < BODY_TIME.bytesPerSecond
  return isStill || isDripping || age >= BODY_TIME.longestMs
}
