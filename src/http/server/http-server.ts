// The server that listens: how long a client may take to ask, and how many connections one network may hold.
import type { Server } from 'node:http'
import type { Socket } from 'node:net'
import { createAdaptorServer } from '@hono/node-server'
import { BODY_TIME, OPEN_AT_ONCE } from '#domain/limits.ts'
import { readNetwork } from './network.ts'
import { OpenCounts } from './open-counts.ts'

type Options = {
  fetch: Parameters<typeof createAdaptorServer>[0]['fetch']
  trustedProxies: number
  isPublic: boolean
  /** Until the whole head of a request must have come. */
  headersMs?: number
}

/** A connection on which nothing moves for so long, in either direction, is closed. Live streams say something more often. */
const STILL_MS = 300_000
const REFUSED =
  'HTTP/1.1 503 Service Unavailable\r\nRetry-After: 10\r\nConnection: close\r\nContent-Length: 0\r\n\r\n'

export function createHttpServer({ fetch, headersMs = 15_000, ...network }: Options): Server {
  const server = createAdaptorServer({
    fetch,
    serverOptions: {
      headersTimeout: headersMs,
      // The outermost bound; what drips is cut long before (body-watch.ts).
      requestTimeout: headersMs + BODY_TIME.longestMs,
      connectionsCheckingInterval: Math.min(headersMs, 5000),
      // A proxy keeps its connections for a minute, and must not find one closed that it is about to use.
      keepAliveTimeout: network.trustedProxies > 0 ? 75_000 : 10_000,
    },
  }) as Server
  server.maxRequestsPerSocket = 1000
  server.maxHeadersCount = 100
  server.setTimeout(STILL_MS)
  // Behind a proxy every connection is the proxy's: there requests are counted, by the address it forwards.
  if (network.trustedProxies === 0) limitConnections(server, network)
  return server
}

function limitConnections(
  server: Server,
  settings: { trustedProxies: number; isPublic: boolean },
): void {
  const open = new OpenCounts()
  server.prependListener('connection', (socket: Socket) => {
    const { name, isCounted } = readNetwork(socket.remoteAddress ?? '', undefined, settings)
    if (!isCounted) return
    if (!open.hasRoom(name, OPEN_AT_ONCE.connections)) {
      socket.end(REFUSED)
      socket.destroySoon()
      return
    }
    socket.once('close', open.open(name))
  })
}
