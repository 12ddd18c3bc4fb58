// What one network may have open at this process at one time, and send to it in a minute. Before anything is read of a request.
import { createMiddleware } from 'hono/factory'
import { AppError } from '#domain/errors.ts'
import { BYTES_IN_A_MINUTE, OPEN_AT_ONCE } from '#domain/limits.ts'
import type { Deps } from '#features/deps.ts'
import { BodyWatch } from './body-watch.ts'
import { BytesIn } from './bytes-in.ts'
import type { Env } from '../context.ts'
import { networkOf } from './network.ts'
import { OpenCounts } from './open-counts.ts'

export const LIVE_PATH = '/api/live'
/** What is open now may be closed in a moment. */
const SECONDS = 5

export function limitNetworks({ clock, log }: Deps, bytesIn = new BytesIn()) {
  const requests = new OpenCounts()
  const bodies = new OpenCounts()
  const allBodies = new OpenCounts()
  const watch = new BodyWatch(clock, bytesIn)
  let warned = 0
  const busy = (retryAfter: number): AppError => {
    const now = clock.now().getTime()
    // Once a minute: whoever floods the server must not flood the log.
    if (now - warned >= 60_000) {
      warned = now
      // Without the address: the log holds none.
      log.warn({}, 'a network is over its limits; behind a proxy TRUSTED_PROXIES must be set')
    }
    return new AppError('server.networkBusy', { retryAfter })
  }
  return createMiddleware<Env>(async (c, next) => {
    // Asked without a connection there is nothing to hold.
    if (!c.env?.incoming) return next()
    const { incoming, outgoing } = c.env
    const network = networkOf(c)
    const { name, isCounted } = network
    const isBusy = (counts: OpenCounts, most: number) => isCounted && !counts.hasRoom(name, most)

    // Streams stay open for hours: they have a number of their own.
    if (c.req.path !== LIVE_PATH) {
      if (isBusy(requests, OPEN_AT_ONCE.requests)) throw busy(SECONDS)
      // Not when the answer is made but when it has arrived: reading it slowly holds it too.
      outgoing.once('close', requests.open(name))
    }
    const { 'content-length': length, 'transfer-encoding': encoding } = incoming.headers
    if (Number(length) > 0 || encoding !== undefined) {
      if (isBusy(bodies, OPEN_AT_ONCE.bodies)) throw busy(SECONDS)
      if (!allBodies.hasRoom('', OPEN_AT_ONCE.allBodies)) {
        throw new AppError('server.unavailable', { retryAfter: SECONDS })
      }
      const sent = bytesIn.withinMinute(name, clock.now().getTime())
      if (isCounted && sent >= BYTES_IN_A_MINUTE) throw busy(60)
      for (const close of [bodies.open(name), allBodies.open('')]) {
        incoming.once('close', close)
        outgoing.once('close', close)
      }
      c.set('bodyCut', watch.watch(incoming, network))
    }
    await next()
  })
}
