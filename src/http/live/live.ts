// /api/live: tells an open dashboard what has just happened in its organization, and what it missed while it was away.
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
      c.header('Content-Type', 'text/event-stream')
      c.header('X-Accel-Buffering', 'no')
      // HEAD asks whether a stream may be opened: a page cannot read why its stream was refused.
      if (c.req.method === 'HEAD') return c.body(null)
      return c.body(hub.open(actor, network, after, () => c.env.outgoing.destroy()))
    },
  })

/** Undefined where nothing is known yet. What is no place at all counts as one that never was. */
function readPlace(text: string | undefined): number | undefined {
  if (!text) return undefined
  return /^\d{1,15}$/.test(text) ? Number(text) : -1
}
