// Limits each network's open requests, open bodies and bytes per minute in this process, before anything of a request is read.
import { createMiddleware } from 'hono/factory'
import { AppError } from '#domain/errors.ts'
import { BYTES_IN_A_MINUTE, OPEN_AT_ONCE } from '#domain/limits.ts'
import type { Deps } from '#features/deps.ts'
import { BodyWatch } from './body-watch.ts'
import { BytesIn } from './bytes-in.ts'
import type { Env } from '../context.ts'
import { networkOf } from './network.ts'
import { OpenCounts } from './open-counts.ts'

const LIVE_PATH = '/api/live'
/** Retry-After: an open request may finish at any moment. */
const RETRY_SECONDS = 5

export function limitNetworks({ clock, log, refusedNetworks }: Deps, bytesIn = new BytesIn()) {
  const requests = new OpenCounts()
  const bodies = new OpenCounts()
  const allBodies = new OpenCounts()
  const watch = new BodyWatch(clock, bytesIn)
  let warned = 0
  const busy = (retryAfter: number): AppError => {
    const now = clock.now().getTime()
    // Once a minute, so that a flood of requests does not fill the log.
    if (now - warned >= 60_000) {
      warned = now
      // Without the network's address: the log contains no personal data.
      log.warn({}, 'a network is over its limits; behind a proxy TRUSTED_PROXIES must be set')
    }
    return new AppError('server.networkBusy', { retryAfter })
  }
  return createMiddleware<Env>(async (c, next) => {
    // A request without a connection (in tests) has nothing to limit.
    if (!c.env?.incoming) return next()
    const { incoming, outgoing } = c.env
    const network = networkOf(c)
    const { name, isCounted } = network
    if (refusedNetworks.has(name)) throw new AppError('server.networkRefused')
    const isBusy = (counts: OpenCounts, most: number) => isCounted && !counts.hasRoom(name, most)

    // Live streams stay open for hours and have a separate limit.
    if (c.req.path !== LIVE_PATH) {
      if (isBusy(requests, OPEN_AT_ONCE.requests)) throw busy(RETRY_SECONDS)
      // Counts until the client has received the answer: a slow reader also holds the request open.
      outgoing.once('close', requests.open(name))
    }
    const { 'content-length': length, 'transfer-encoding': encoding } = incoming.headers
    if (Number(length) > 0 || encoding !== undefined) {
      if (isBusy(bodies, OPEN_AT_ONCE.bodies)) throw busy(RETRY_SECONDS)
      if (!allBodies.hasRoom('', OPEN_AT_ONCE.allBodies)) {
        throw new AppError('server.unavailable', { retryAfter: RETRY_SECONDS })
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
