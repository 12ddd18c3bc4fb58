// The HTTP server, with its timeouts and the limit of connections for one network.
import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { createAdaptorServer } from '@hono/node-server'
import { BODY_TIME, OPEN_AT_ONCE, REFUSED_BODY } from '#domain/limits.ts'
import { readNetwork } from './network.ts'
import { OpenCounts } from './open-counts.ts'

type Options = {
  fetch: Parameters<typeof createAdaptorServer>[0]['fetch']
  trustedProxies: number
  isPublic: boolean
  /** Milliseconds within which all headers of a request must arrive. */
  headersMs?: number
}

/** Closes a connection without traffic in either direction. Live streams send something more often. */
const IDLE_MS = 300_000
const BUSY_ANSWER =
  'HTTP/1.1 503 Service Unavailable\r\nRetry-After: 10\r\nConnection: close\r\nContent-Length: 0\r\n\r\n'

/** A `Host` such as 127.0.z.1 makes no URL, which everything behind here reads. */
const badHost = () => new Response(null, { status: 400, headers: { Connection: 'close' } })

export function createHttpServer({ fetch, headersMs = 15_000, ...network }: Options): Server {
  const server = createAdaptorServer({
    fetch: (request, env) => (URL.canParse(request.url) ? fetch(request, env) : badHost()),
    autoCleanupIncoming: false,
    serverOptions: {
      headersTimeout: headersMs,
      // An upper limit; body-watch.ts aborts slow bodies much earlier.
      requestTimeout: headersMs + BODY_TIME.longestMs,
      connectionsCheckingInterval: Math.min(headersMs, 5000),
      // Longer than proxies keep idle connections (one minute), so that they do not reuse one that was just closed.
      keepAliveTimeout: network.trustedProxies > 0 ? 75_000 : 10_000,
    },
  }) as Server
  server.on('request', throwRestAway)
  server.maxRequestsPerSocket = 1000
  server.maxHeadersCount = 100
  server.setTimeout(IDLE_MS)
  // Behind a proxy all connections come from the proxy; there, requests are counted by the forwarded address.
  if (network.trustedProxies === 0) limitConnections(server, network)
  return server
}

/**
 * A refusal is often sent before the body is read to its end, and a browser reads the answer only when it has sent everything. The
 * rest is received and thrown away, as long as it comes and is not endless; the adapter itself would close the connection half a
 * second after the answer, under a sender on a slow line or under the next request.
 */
function throwRestAway(incoming: IncomingMessage, outgoing: ServerResponse): void {
  outgoing.once('finish', () => {
    if (incoming.readableEnded || incoming.destroyed) return
    // The stream of the web's request would wait for a reader.
    incoming.removeAllListeners('data')
    incoming.resume()
    if (incoming.complete) return
    const close = () => incoming.socket.destroySoon()
    const idle = setTimeout(close, REFUSED_BODY.idleMs)
    let bytes = 0
    incoming.on('data', (chunk: Buffer) => {
      bytes += chunk.length
      if (bytes > REFUSED_BODY.bytes) close()
      idle.refresh()
    })
    incoming.once('close', () => clearTimeout(idle))
  })
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
      socket.end(BUSY_ANSWER)
      socket.destroySoon()
      return
    }
    socket.once('close', open.open(name))
  })
}
