// /api/live: sends an open dashboard the changes of its organization, and those it missed while it was disconnected.
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response'
import { approvedMember, signedIn } from '#domain/accounts/access.ts'
import { liveContracts } from '#domain/live/live-contract.ts'
import { mount } from '../mount.ts'
import type { LiveHub } from './live-hub.ts'
import { networkOf } from '../server/network.ts'

export const liveRoutes = (hub: LiveHub) =>
  mount(liveContracts, {
    'GET /api/live': ({ c, query, ...request }) => {
      const actor = signedIn(request.actor)
      approvedMember(actor)
      const network = networkOf(c)
      hub.requireRoom(actor, network)
      // A browser that reconnects by itself keeps the address it began with, so the header is the newer of the two.
      const after = readPlace(c.req.header('last-event-id') ?? query.after)
      const headers = { 'Content-Type': 'text/event-stream', 'X-Accel-Buffering': 'no' }
      // HEAD asks whether a stream may be opened: a page cannot read why its stream was refused.
      if (c.req.method === 'HEAD') return c.body(null, 200, headers)
      const { outgoing } = c.env
      // Ends with its connection, so that a frame travels as it is and not as a chunk.
      outgoing.useChunkedEncodingByDefault = false
      outgoing.writeHead(200, { ...headers, 'Cache-Control': 'no-store' })
      outgoing.flushHeaders()
      hub.open(actor, network, after, outgoing)
      return RESPONSE_ALREADY_SENT
    },
  })

/** Undefined when no position is known yet. An invalid position counts as one that never existed. */
function readPlace(text: string | undefined): number | undefined {
  if (!text) return undefined
  return /^\d{1,15}$/.test(text) ? Number(text) : -1
}
